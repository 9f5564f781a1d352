//! Smart Game Format: encodings, game trees, typed values, writer.
