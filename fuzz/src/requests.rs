//! Requests of clients to the server: queries, JSON, and headers.

use kifu_serve::fuzzing;

/// Any bytes are read as a request or refused; a host that is not ours is never let in.
pub fn check(data: &[u8]) {
    fuzzing::request(data);
    let mut parts = data.splitn(3, |byte| *byte == b'\n');
    let mut next = || parts.next().unwrap_or_default();
    let (host, origin, cookie) = (next(), next(), next());
    if fuzzing::guard(host, origin, cookie) {
        let own = b"secret-token";
        assert!(cookie.windows(own.len()).any(|part| part == own));
        assert!(!host.eq_ignore_ascii_case(b"evil.example"));
    }
}
