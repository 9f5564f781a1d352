//! Integration tests of `kifu-lint`.

mod pages;
