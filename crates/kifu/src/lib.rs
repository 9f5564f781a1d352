//! Kifu: the toolkit for game records in Smart Game Format.
