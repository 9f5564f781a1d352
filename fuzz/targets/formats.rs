//! The sister formats: see `kifu_fuzz::formats`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::formats::check(data));
