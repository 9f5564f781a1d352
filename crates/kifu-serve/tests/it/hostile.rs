//! Clients that send what no browser sends.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use kifu_serve::{Options, ServeError, Server};

use crate::client::{Served, game, index, send};

fn served() -> Served {
    Served::with(&[game(1, "cc")], |options| {
        options.limits.request = Duration::from_millis(500);
        options.limits.patience = Duration::from_millis(200);
        options.limits.time = Duration::from_millis(500);
        options.limits.connections = 64;
    })
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let served = served();
    let ask = |host: &str, more: &str| {
        let request =
            format!("GET /api/v1/info HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{more}\r\n");
        send(served.address, request.as_bytes()).status
    };
    assert_eq!(ask("localhost", ""), 200);
    assert_eq!(ask("evil.example", ""), 403);
    assert_eq!(ask("127.0.0.1.evil.example", ""), 403);
    assert_eq!(ask("localhost", "origin: http://evil.example\r\n"), 403);
    assert_eq!(ask("localhost", "origin: null\r\n"), 403);
    assert_eq!(ask("localhost", "origin: http://localhost\r\n"), 200);
    assert_eq!(ask("localhost", "sec-fetch-site: cross-site\r\n"), 403);
    assert_eq!(ask("localhost\r\nhost: evil.example", ""), 403);
    assert_eq!(
        send(served.address, b"GET /api/v1/info HTTP/1.0\r\n\r\n").status,
        403
    );
}

#[test]
fn no_path_leads_to_a_file() {
    let served = served();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fetc%2fpasswd",
        "/assets/%2e%2e/site.js",
        "/assets//etc/passwd",
        "/etc/passwd",
        "/api/v1/games/..%2f..%2fgames%2f000.sgf",
        "/api/v1/games/%00.sgf",
        "//evil.example/",
        "/game/../../etc/passwd",
    ] {
        let answer = served.get(path);
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
        assert!(!answer.body.contains("root:"));
    }
}

#[test]
fn bad_bytes_are_refused() {
    let served = served();
    for request in [
        &b"\xff\xfe\x00\x01\r\n\r\n"[..],
        b"GET /\xff HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"GET / HTTP/9.9\r\nhost: localhost\r\n\r\n",
        b"GET /api/v1/games?where=%ff%fe HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"GET /api/v1/search?pattern=%00 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"POST /api/v1/search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n\xff\xff",
    ] {
        let status = send(served.address, request).status;
        assert!(status == 0 || (400..500).contains(&status), "{status}: {}", String::from_utf8_lossy(request));
    }
    assert_eq!(served.get("/healthz").status, 200);
}

#[test]
fn large_requests_are_refused() {
    let served = served();
    let long = "x".repeat(100_000);
    let answer = served.get_with("/healthz", &format!("x-long: {long}\r\n"));
    assert!(matches!(answer.status, 0 | 431), "{}", answer.status);
    let many = "x-more: 1\r\n".repeat(500);
    assert!(matches!(served.get_with("/healthz", &many).status, 0 | 431));
    assert!(matches!(
        served.get(&format!("/{long}")).status,
        0 | 414 | 431
    ));
    assert_eq!(
        served
            .post("/api/v1/search", &format!("{{\"pattern\":\"{long}\"}}"))
            .status,
        413
    );
    let deep = "[".repeat(30_000);
    assert!((400..500).contains(&served.post("/api/v1/search", &deep).status));
    assert_eq!(served.get("/healthz").status, 200);
}

#[test]
fn slow_clients_are_left() {
    let served = served();
    for start in [
        "GET / HT",
        "POST /api/v1/search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(served.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(15)))
            .unwrap();
        stream.write_all(start.as_bytes()).unwrap();
        let begin = Instant::now();
        let mut read = Vec::new();
        stream.read_to_end(&mut read).unwrap();
        let text = String::from_utf8_lossy(&read);
        assert!(begin.elapsed() < Duration::from_secs(10), "{start}");
        assert!(text.is_empty() || text.contains(" 408 "), "{text}");
    }
}

#[test]
fn a_body_arrives_in_the_time_of_a_request() {
    let served = Served::with(&[game(1, "cc")], |options| {
        options.limits.request = Duration::from_millis(500);
    });
    for gap in [Duration::MAX, Duration::from_millis(50)] {
        let mut stream = TcpStream::connect(served.address).unwrap();
        let start = "POST /api/v1/search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{";
        stream.write_all(start.as_bytes()).unwrap();
        stream
            .set_read_timeout(Some(gap.min(Duration::from_secs(15))))
            .unwrap();
        let begin = Instant::now();
        let mut read = [0; 100];
        // Each silence of the server is answered with one more byte.
        let length = loop {
            match stream.read(&mut read) {
                Ok(length) => break length,
                Err(_) if begin.elapsed() < Duration::from_secs(15) => {
                    stream.write_all(b" ").unwrap();
                }
                Err(error) => panic!("{error}"),
            }
        };
        let text = String::from_utf8_lossy(&read[..length]);
        assert!(text.contains(" 408 "), "{text}");
        assert!(begin.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn connections_beyond_the_limit_wait() {
    let served = served();
    let silent: Vec<TcpStream> = (0..80)
        .map(|_| TcpStream::connect(served.address).unwrap())
        .collect();
    // They are left when their time is over.
    assert_eq!(served.get("/healthz").status, 200);
    drop(silent);
}

#[test]
fn another_interface_needs_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = Options::new(index(folder.path(), &[game(1, "cc")]));
    options.listen = "0.0.0.0:0".parse().unwrap();
    assert!(matches!(
        Server::bind(options.clone()),
        Err(ServeError::NoToken(_))
    ));
    options.token = Some("short".to_owned());
    assert!(matches!(Server::bind(options), Err(ServeError::BadToken)));
}

#[test]
fn a_token_opens_the_pages() {
    let served = Served::with(&[game(1, "cc")], |options| {
        options.token = Some("correct-horse".to_owned());
    });
    assert_eq!(
        (
            served.get("/").status,
            served.get("/api/v1/info").status,
            served.get("/metrics").status
        ),
        (401, 401, 401)
    );
    let refused = served.get("/api/v1/info");
    assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    assert_eq!(served.get("/healthz").status, 200);
    assert_eq!(served.get("/?token=wrong-horse").status, 401);
    let answer = served.get("/?token=correct-horse");
    let cookie = answer
        .header("set-cookie")
        .unwrap()
        .split(';')
        .next()
        .unwrap();
    assert_eq!((answer.status, answer.header("location")), (303, Some("/")));
    assert_eq!(
        served
            .get_with("/api/v1/info", &format!("cookie: {cookie}\r\n"))
            .status,
        200
    );
    assert_eq!(
        served
            .get_with("/api/v1/info", "authorization: Bearer correct-horse\r\n")
            .status,
        200
    );
}
