//! The integration tests of this crate, in one binary.

#[cfg(all(feature = "sgf", feature = "png"))]
mod area;
#[cfg(feature = "sgf")]
mod articles;
#[cfg(feature = "sgf")]
mod binding;
#[cfg(feature = "sgf")]
mod figures;
#[cfg(feature = "sgf")]
mod gallery;
#[cfg(feature = "sgf")]
mod games;
mod golden;
mod laws;
mod layout;
#[cfg(any(feature = "png", feature = "pdf", feature = "anim"))]
mod outside;
#[cfg(all(feature = "sgf", feature = "png"))]
mod pages;
mod scene;
mod scenes;
mod sensei;
mod sheet;
mod text;
mod theme;
