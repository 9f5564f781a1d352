//! Planes, streams and exports.

mod planes;
