//! A server of S3 for the tests of other workspaces: prints the variables of a client, and serves until its standard
//! input ends.

#![expect(clippy::print_stdout, reason = "a program speaks")]

use std::io::Read as _;

fn main() {
    let server = kifu_testkit::S3Server::start();
    for (name, value) in server.variables() {
        println!("{name}={value}");
    }
    println!();
    let mut rest = Vec::new();
    std::io::stdin()
        .read_to_end(&mut rest)
        .expect("standard input");
}
