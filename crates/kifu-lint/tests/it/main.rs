//! Integration tests of `kifu-lint`.

mod emitters;
mod fixtures;
mod laws;
mod pages;
mod rows;
mod sgfc;
