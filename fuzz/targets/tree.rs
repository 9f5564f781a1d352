//! The tree, changes and writing: see `kifu_fuzz::tree`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::tree::check);
