//! Typed values and their text: see `kifu_fuzz::values`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::values::check(data));
