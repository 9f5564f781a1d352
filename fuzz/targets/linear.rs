//! Time by the byte: see `kifu_fuzz::linear`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::linear::check);
