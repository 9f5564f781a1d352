//! Typed values, one file a value type.
