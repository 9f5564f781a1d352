//! Requests to the server: see `kifu_fuzz::requests`.
#![cfg_attr(fuzzing, no_main)]

kifu_fuzz::target!(kifu_fuzz::requests::check);
