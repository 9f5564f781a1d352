//! Integration tests of `kifu-lint`.
