//! Access checks: host names, origins and tokens.
//!
//! A page of another site can make a browser send requests to this server. It cannot change the headers `Host`,
//! `Origin` and `Sec-Fetch-Site`. A site whose name resolves to this machine (DNS rebinding) has its own name in
//! `Host`: so names are accepted only if they are configured, and addresses always.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::http::{HeaderMap, StatusCode, header};

use crate::error::ApiError;

/// The cookie with the token.
const COOKIE: &str = "kifu_token";

/// The rules of a server.
#[derive(Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    token: Option<String>,
}

/// Host of a request.
enum Host<'a> {
    Name(&'a str),
    Address,
}

/// Reads a host with or without a port; `None` if it is malformed.
fn host_of(authority: &str) -> Option<Host<'_>> {
    let (host, rest) = if let Some(rest) = authority.strip_prefix('[') {
        let (inner, rest) = rest.split_once(']')?;
        inner.parse::<Ipv6Addr>().ok()?;
        (Host::Address, rest)
    } else {
        let end = authority.find(':').unwrap_or(authority.len());
        let (name, rest) = authority.split_at(end);
        let is_address = name.parse::<Ipv4Addr>().is_ok();
        let host = if is_address {
            Host::Address
        } else {
            Host::Name(name)
        };
        (host, rest)
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
    is_whole.then_some(host)
}

/// Whether two texts are equal, in a time that depends on their lengths alone.
fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let differs = one
        .iter()
        .zip(other)
        .fold(0, |differs, (a, b)| differs | (a ^ b));
    one.len() == other.len() && differs == 0
}

impl Guard {
    pub(crate) fn new(hosts: &[String], token: Option<String>) -> Self {
        let hosts = hosts.iter().map(|host| host.to_ascii_lowercase());
        Self {
            hosts: hosts.collect(),
            token,
        }
    }

    fn knows(&self, authority: &str) -> bool {
        match host_of(authority) {
            None => false,
            Some(Host::Address) => true,
            Some(Host::Name(name)) => {
                let name = name.trim_end_matches('.').to_ascii_lowercase();
                name == "localhost" || self.hosts.contains(&name)
            }
        }
    }

    /// Whether host and origin of a request are ours.
    pub(crate) fn ensure_ours(
        &self,
        headers: &HeaderMap,
        is_navigation: bool,
    ) -> Result<(), ApiError> {
        let refuse = |message: &str| Err(ApiError::new(StatusCode::FORBIDDEN, message));
        let text =
            |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST) else {
            return refuse("the request has no `Host`");
        };
        if headers.get_all(header::HOST).iter().count() > 1 || !self.knows(host) {
            return refuse("unknown host name: this server only answers to its own names");
        }
        if let Some(origin) = text(header::ORIGIN) {
            let own = origin
                .strip_prefix("http://")
                .or_else(|| origin.strip_prefix("https://"));
            if !own.is_some_and(|own| own.eq_ignore_ascii_case(host)) {
                return refuse("requests of other sites are not answered");
            }
        }
        let site = headers
            .get("sec-fetch-site")
            .map(axum::http::HeaderValue::as_bytes);
        if site.is_some_and(|site| !matches!(site, b"same-origin" | b"none")) && !is_navigation {
            return refuse("requests of other sites are not answered");
        }
        Ok(())
    }

    /// Whether a request has the token, if one is needed.
    pub(crate) fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let is_token = |text: &str| is_equal(text.as_bytes(), token.as_bytes());
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let has_bearer =
            bearer
                .and_then(|value| value.split_once(' '))
                .is_some_and(|(scheme, own)| {
                    scheme.eq_ignore_ascii_case("Bearer") && is_token(own.trim())
                });
        if has_bearer {
            return true;
        }
        let cookies = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let mut pairs = cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == COOKIE && is_token(value))
    }

    /// The cookie to set if the query of an address has the token.
    pub(crate) fn cookie_for(&self, query: &str) -> Option<String> {
        let token = self.token.as_deref()?;
        let given = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))?;
        is_equal(given.as_bytes(), token.as_bytes()).then(|| {
            format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000")
        })
    }
}

/// Whether a token can be put into a header and an address without escapes.
pub(crate) fn is_plain_token(token: &str) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    token.len() >= 8 && token.bytes().all(is_plain)
}

/// Checks headers of any bytes.
#[doc(hidden)]
pub fn fuzz(host: &[u8], origin: &[u8], cookie: &[u8]) -> bool {
    let guard = Guard::new(
        &["games.example".to_owned()],
        Some("secret-token".to_owned()),
    );
    let mut headers = HeaderMap::new();
    for (name, value) in [
        (header::HOST, host),
        (header::ORIGIN, origin),
        (header::COOKIE, cookie),
    ] {
        if let Ok(value) = axum::http::HeaderValue::from_bytes(value) {
            headers.append(name, value);
        }
    }
    let is_ours = guard.ensure_ours(&headers, false).is_ok();
    let _ = guard.cookie_for(&String::from_utf8_lossy(cookie));
    is_ours && guard.has_token(&headers)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{Guard, is_plain_token};

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter();
        pairs
            .map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_str(value).unwrap()))
            .collect()
    }

    #[test]
    fn only_known_names_are_ours() {
        let guard = Guard::new(&["Games.example".to_owned()], None);
        for host in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:80",
            "[::1]:8080",
            "192.168.1.7",
            "games.EXAMPLE",
            "games.example.:1",
        ] {
            assert!(
                guard
                    .ensure_ours(&headers(&[("host", host)]), false)
                    .is_ok(),
                "{host}"
            );
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
            "[::1",
            "[::1]evil",
            "[::1]:80evil",
            "[127.0.0.1]",
            "[localhost]",
            "::1",
            "localhost:evil",
            "localhost:80:80",
            "127.0.0.1:80@evil.example",
            "a b",
            "1.2.3",
        ] {
            let is_refused = guard
                .ensure_ours(&headers(&[("host", host)]), false)
                .is_err();
            assert!(is_refused, "{host}");
        }
        assert!(guard.ensure_ours(&headers(&[]), false).is_err());
    }

    #[test]
    fn other_origins_are_refused() {
        let guard = Guard::new(&[], None);
        let with = |name, value| headers(&[("host", "localhost:8080"), (name, value)]);
        assert!(
            guard
                .ensure_ours(&with("origin", "http://localhost:8080"), false)
                .is_ok()
        );
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost:9090",
            "http://localhost:8080.evil.example",
            "localhost:8080",
        ] {
            assert!(
                guard.ensure_ours(&with("origin", origin), true).is_err(),
                "{origin}"
            );
        }
        assert!(
            guard
                .ensure_ours(&with("sec-fetch-site", "cross-site"), false)
                .is_err()
        );
        assert!(
            guard
                .ensure_ours(&with("sec-fetch-site", "cross-site"), true)
                .is_ok()
        );
        assert!(
            guard
                .ensure_ours(&with("sec-fetch-site", "same-origin"), false)
                .is_ok()
        );
    }

    #[test]
    fn a_token_comes_in_a_header_or_a_cookie() {
        let guard = Guard::new(&[], Some("correct-horse".to_owned()));
        assert!(!guard.has_token(&headers(&[])));
        assert!(guard.has_token(&headers(&[("authorization", "Bearer correct-horse")])));
        assert!(guard.has_token(&headers(&[("authorization", "bearer  correct-horse")])));
        assert!(!guard.has_token(&headers(&[("authorization", "Bearer correct-hors")])));
        assert!(!guard.has_token(&headers(&[("authorization", "Basic correct-horse")])));
        assert!(!guard.has_token(&headers(&[("authorization", "correct-horse")])));
        assert!(guard.has_token(&headers(&[(
            "cookie",
            "a=b; kifu_token=correct-horse; c=d"
        )])));
        assert!(!guard.has_token(&headers(&[("cookie", "xkifu_token=correct-horse")])));
        let cookie = guard.cookie_for("a=b&token=correct-horse").unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
        assert!(guard.cookie_for("token=correct-horses").is_none());
        assert!(Guard::new(&[], None).cookie_for("token=").is_none());
        assert!(
            is_plain_token("correct-horse")
                && !is_plain_token("short")
                && !is_plain_token("with space or ;")
        );
    }
}
