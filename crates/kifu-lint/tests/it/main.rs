//! Integration tests of `kifu-lint`.

mod alone;
mod convert;
mod emitters;
mod examples;
mod fixtures;
mod kept;
mod laws;
mod normalize;
mod normalize_edited;
mod pages;
mod quirk;
mod readings;
mod repairs;
mod rewrite;
mod rows;
mod rule_pages;
mod sgfc;
