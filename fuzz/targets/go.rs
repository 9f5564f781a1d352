//! Boards and games of Go: see `kifu_fuzz::go`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::go::check);
