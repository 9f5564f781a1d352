//! Typed values and their text: see `kifu_fuzz::values`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::values::check);
