//! Lawful text in all ways of reading, against the reference grammar: see `kifu_fuzz::grammar`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::grammar::check);
