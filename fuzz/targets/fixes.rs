//! Repairs: see `kifu_fuzz::fixes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::fixes::check(data));
