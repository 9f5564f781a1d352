//! Repairs: see `kifu_fuzz::fixes`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::fixes::check);
