//! Kifu for C: the functions of `kifu.h`, which is generated from these files.
//!
//! Each file is a chapter of the header. There is no logic here: a function checks its arguments, calls one method of a
//! crate of Kifu, and converts the result to numbers, texts and codes. Only [`ffi`] deals with the boundary to C.
#![allow(non_camel_case_types, reason = "types have their names in C")]
#![allow(
    improper_ctypes_definitions,
    reason = "handles are pointers to objects that C does not look into"
)]

pub mod board;
pub mod check;
pub mod classic;
pub mod collection;
#[cfg(feature = "db")]
pub mod db;
#[cfg(feature = "db")]
pub mod db_answer;
pub mod diagram;
pub mod edit;
pub mod ffi;
pub mod format;
pub mod info;
pub mod node;
pub mod position;
pub mod problem;
pub mod property;
pub mod replay;
pub mod status;
pub mod text;
pub mod value;
pub mod visit;
pub mod write;
