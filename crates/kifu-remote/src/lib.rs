//! Indexes at an address: on a network share, or in a bucket of S3.
//!
//! [`Address::parse`] reads `file:///folder` and `s3://bucket/prefix`, and [`Address::open`] returns the index that is
//! published there, with its cache on this machine. Buckets need the feature `s3`.
//!
//! # Example
//! ```no_run
//! use kifu_remote::Address;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let address = Address::parse("file:///mnt/share/go")?.ok_or("not an address")?;
//! let store = address.open()?.open()?;
//! println!("{} games", store.len());
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod address;
#[cfg(feature = "s3")]
mod s3;

pub use address::{Address, RemoteError, cache_folder, distrust, local, local_partial};
#[cfg(feature = "s3")]
pub use s3::Bucket;
