//! Time by the byte: see `kifu_fuzz::linear`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::linear::check(data));
