//! The text rules of the standard: unescaping, escaping, line breaks, Compose.
