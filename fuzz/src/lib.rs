//! Laws that hold whatever the bytes, one module a fuzz target.
//!
//! A law takes the bytes of a file as they are, so that real files are good seeds; its other parameters
//! (how the input arrives in chunks, what is changed) are drawn from [`Choices`] that depend on the
//! bytes alone. It panics where it is broken.
#![forbid(unsafe_code)]

pub mod encoding;
pub mod events;
pub mod fixes;
pub mod formats;
pub mod go;
pub mod grammar;
pub mod linear;
pub mod queries;
pub mod requests;
pub mod tree;
pub mod values;

/// The program of a target: libFuzzer's, or, where it is built without that, one that checks the files it is given.
#[macro_export]
macro_rules! target {
    ($check:path) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $check(data));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            for path in std::env::args_os().skip(1) {
                $check(&std::fs::read(path)?);
            }
            Ok(())
        }
    };
}

/// Numbers that look random and depend on the input alone.
pub struct Choices(u64);

impl Choices {
    /// Those of `data`.
    pub fn of(data: &[u8]) -> Self {
        let hash = data.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
        });
        Self(hash | 1)
    }

    /// The next one, below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}
