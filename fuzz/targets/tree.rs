//! The tree, changes and writing: see `kifu_fuzz::tree`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::tree::check(data));
