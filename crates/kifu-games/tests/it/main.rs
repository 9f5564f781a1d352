//! The integration tests of this crate, in one binary.

mod chess;
mod go;
#[path = "../../../kifu-go/tests/it/naive.rs"]
#[allow(dead_code, reason = "the tests of `kifu-go` use all of it")]
mod naive;
mod notation;
mod octi;
mod replay;
