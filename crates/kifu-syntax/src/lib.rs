//! Smart Game Format: bytes in, events out.
