//! Rules of HTTP: methods, tags, encodings and redirects.

use crate::client::{Answer, Served, game, send};

fn served() -> Served {
    let games: Vec<String> = (1..=3).map(|number| game(number, "cc")).collect();
    Served::new(&games)
}

fn head(served: &Served, path: &str, headers: &str) -> Answer {
    let request =
        format!("HEAD {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n");
    send(served.address, request.as_bytes())
}

#[test]
fn head_has_the_headers_of_get() {
    let served = served();
    for path in [
        "/api/v1/info",
        "/api/v1/games",
        "/api/v1/search?size=9",
        "/api/v1/openings?size=9",
        "/api/v1/statistics",
        "/",
    ] {
        let (get, head) = (served.get(path), head(&served, path, ""));
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
        for name in ["etag", "cache-control", "content-type"] {
            assert!(get.header(name).is_some(), "{path} {name}");
            assert_eq!(head.header(name), get.header(name), "{path} {name}");
        }
    }
}

#[test]
fn a_known_answer_is_not_sent_again() {
    let served = served();
    for path in ["/api/v1/games", "/"] {
        let answer = served.get(path);
        let tag = answer.header("etag").unwrap();
        let strong = tag.trim_start_matches("W/");
        for known in [
            tag.to_owned(),
            strong.to_owned(),
            format!("\"1\", W/{strong}"),
            "*".to_owned(),
        ] {
            let headers = format!("if-none-match: {known}\r\n");
            for again in [
                served.get_with(path, &headers),
                head(&served, path, &headers),
            ] {
                assert_eq!((again.status, again.body.as_str()), (304, ""), "{known}");
                assert_eq!(again.header("etag"), Some(tag));
            }
        }
        let other = served.get_with(path, "if-none-match: \"1\"\r\n");
        assert_eq!(other.status, 200);
    }
    for missing in ["/api/v1/games/0-0-0", "/api/v1/games?unknown=1"] {
        let answer = served.get_with(missing, "if-none-match: *\r\n");
        assert!(matches!(answer.status, 400 | 404), "{missing}");
    }
}

/// The file has changed since it was indexed, and the index is the same.
#[test]
fn a_known_record_is_not_confirmed_when_it_cannot_be_given() {
    let served = served();
    let list = served.get("/api/v1/games?sort=file").json();
    let id = list["games"][0]["id"].as_str().unwrap();
    for kind in ["sgf", "svg"] {
        let path = format!("/api/v1/games/{id}.{kind}");
        let first = served.get(&path);
        let known = format!("if-none-match: {}\r\n", first.header("etag").unwrap());
        let file = served.folder.path().join("games/000.sgf");
        assert_eq!(served.get_with(&path, &known).status, 304, "{kind}");
        let content = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, "(;GM[1]SZ[9];B[aa])").unwrap();
        for headers in ["", &known] {
            assert_eq!(served.get_with(&path, headers).status, 409, "{kind}");
        }
        std::fs::write(&file, content).unwrap();
    }
}

#[test]
fn an_encoding_that_is_not_acceptable_has_no_answer() {
    let served = served();
    for path in ["/api/v1/info", "/"] {
        let answer = served.get_with(path, "accept-encoding: identity;q=0\r\n");
        assert_eq!(answer.status, 406, "{path}");
        let error = answer.json();
        assert!(error["error"].as_str().unwrap().contains("Accept-Encoding"));
        assert_eq!(error.as_object().unwrap().len(), 1);
        assert_eq!(answer.header("etag"), None);
        let packed = served.get_with(path, "accept-encoding: gzip, identity;q=0\r\n");
        assert_eq!(packed.status, 200);
    }
}

#[test]
fn a_redirect_keeps_the_query_and_the_host() {
    let served = Served::with(&[game(1, "cc")], |options| {
        options.token = Some("correct-horse".to_owned());
    });
    for (path, to) in [
        (
            "/explore?pattern=XO&token=correct-horse",
            "/explore?pattern=XO",
        ),
        (
            "/explore?token=correct-horse&pattern=XO&size=9",
            "/explore?pattern=XO&size=9",
        ),
        ("//evil.com/?token=correct-horse", "/evil.com/"),
        ("/\\evil.com/?token=correct-horse", "/evil.com/"),
    ] {
        let answer = served.get(path);
        assert_eq!((answer.status, answer.header("location")), (303, Some(to)));
    }
}

#[test]
fn malformed_hosts_are_refused() {
    let served = served();
    for (host, status) in [
        ("[::1]", 200),
        ("[::1]:80", 200),
        ("[::1", 403),
        ("[::1]evil", 403),
    ] {
        let request =
            format!("GET /api/v1/info HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        assert_eq!(
            send(served.address, request.as_bytes()).status,
            status,
            "{host}"
        );
    }
}
