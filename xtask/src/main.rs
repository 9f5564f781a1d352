//! Chores of the Kifu workspace.

fn main() {}
