//! Events and all ways of reading them: see `kifu_fuzz::events`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::events::check);
