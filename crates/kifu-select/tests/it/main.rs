mod errors;
mod games;
mod laws;
