//! Arguments of searches: see `kifu_fuzz::queries`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::queries::check);
