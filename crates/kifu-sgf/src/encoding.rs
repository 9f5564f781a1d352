//! Character encodings: from the bytes of a file to text, with a way back.
