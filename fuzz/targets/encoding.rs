//! Decoding and the way between text and bytes: see `kifu_fuzz::encoding`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::encoding::check);
