//! Boards and games of Go: see `kifu_fuzz::go`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::go::check(data));
