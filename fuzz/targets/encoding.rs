//! Decoding and the way between text and bytes: see `kifu_fuzz::encoding`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::encoding::check(data));
