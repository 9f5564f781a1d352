//! Formats other than SGF: see `kifu_fuzz::formats`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::formats::check);
