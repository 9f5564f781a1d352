//! Events and all ways of reading them: see `kifu_fuzz::events`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::events::check(data));
