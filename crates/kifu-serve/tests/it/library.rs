use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::{Served, game, index};

fn three() -> Vec<String> {
    vec![game(3, "cc"), game(1, "dd"), game(2, "ee")]
}

#[test]
fn games_are_listed_selected_and_sorted() {
    let served = Served::new(&three());
    let answer = served.get("/api/v1/games?sort=date&limit=2").json();
    let names = |value: &Value| -> Vec<String> {
        value["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["black"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        (answer["total"].as_u64(), names(&answer)),
        (Some(3), vec!["Black 1".into(), "Black 2".into()])
    );
    let next = answer["next"].as_str().unwrap();
    for other in [
        "sort=black",
        "sort=date&reverse=true",
        "sort=date&where=year%3E1",
        "sort=date&offset=0",
    ] {
        let answer = served.get(&format!("/api/v1/games?{other}&cursor={next}"));
        assert_eq!(answer.status, 400, "{other}");
        let error = answer.json();
        assert!(error["error"].as_str().unwrap().starts_with("`cursor`: "));
    }
    let none = served.get("/api/v1/games?limit=0").json();
    assert_eq!(
        (none["total"].as_u64(), &none["next"]),
        (Some(3), &Value::Null)
    );
    let rest = served
        .get(&format!("/api/v1/games?sort=date&limit=2&cursor={next}"))
        .json();
    assert_eq!(
        (names(&rest), &rest["next"]),
        (vec!["Black 3".to_owned()], &Value::Null)
    );
    let selected = served
        .get("/api/v1/games?where=date%3E%3D1902&sort=date&reverse=true")
        .json();
    assert_eq!(names(&selected), ["Black 3", "Black 2"]);
    for (order, first) in [("false", "Black 3"), ("true", "Black 2")] {
        let list = served.get(&format!("/api/v1/games?sort=index&reverse={order}"));
        assert_eq!(names(&list.json())[0], first);
    }
    for wrong in ["where=%3D%3D", "sort=nothing", "cursor=1", "unknown=1"] {
        assert_eq!(
            served.get(&format!("/api/v1/games?{wrong}")).status,
            400,
            "{wrong}"
        );
    }
}

#[test]
fn sizes_are_those_of_games_with_positions() {
    let mut games = three();
    games.push("(;SZ[60];B[60-60])".to_owned());
    games.push("(;GM[2]SZ[8];B[d3])".to_owned());
    let info = Served::new(&games).get("/api/v1/info").json();
    assert_eq!(info["games"], 5);
    assert_eq!(info["sizes"], serde_json::json!(["9"]));
}

#[test]
fn a_game_is_served_as_json_sgf_and_svg() {
    let mut games = three();
    games.push("(;SZ[9]CA[ISO-8859-1]PB[Jos\u{e9}];B[aa])".to_owned());
    let served = Served::new(&games);
    let list = served.get("/api/v1/games?where=black~Jos").json();
    let id = list["games"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        served.get(&format!("/api/v1/games/{id}")).json()["moves"],
        1
    );
    let sgf = served.get(&format!("/api/v1/games/{id}.sgf"));
    assert_eq!(
        sgf.header("content-type"),
        Some("application/x-go-sgf; charset=utf-8")
    );
    assert!(
        sgf.body.contains("CA[UTF-8]") && sgf.body.contains("Jos\u{e9}"),
        "{}",
        sgf.body
    );
    let svg = served.get(&format!("/api/v1/games/{id}.svg?move=1"));
    assert!(svg.body.starts_with("<svg ") && svg.header("content-type") == Some("image/svg+xml"));
    assert_eq!(
        served
            .get(&format!("/api/v1/games/{id}.svg?move=99"))
            .status,
        404
    );
    for (wrong, name) in [
        (".sgf?move=1", "move"),
        ("?node=1", "node"),
        (".json?coordinates=false", "coordinates"),
        (".svg?move=1&node=1", "node"),
    ] {
        let answer = served.get(&format!("/api/v1/games/{id}{wrong}"));
        assert_eq!(answer.status, 400, "{wrong}");
        let error = answer.json();
        let error = error["error"].as_str().unwrap();
        assert!(error.starts_with(&format!("`{name}`: ")), "{error}");
    }
    for wrong in [
        "0-0-0",
        "x",
        "0-0-zzzzzzzzzzzzzzzz",
        "99-99-0000000000000000",
        &format!("{id}.exe"),
    ] {
        assert_eq!(
            served.get(&format!("/api/v1/games/{wrong}")).status,
            404,
            "{wrong}"
        );
    }
}

#[test]
fn answers_have_tags_and_are_compressed() {
    let served = Served::new(&three());
    let first = served.get("/api/v1/games");
    let tag = first.header("etag").unwrap();
    let again = served.get_with("/api/v1/games", &format!("if-none-match: {tag}\r\n"));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(
        served
            .get_with("/api/v1/info", &format!("if-none-match: {tag}\r\n"))
            .status,
        200
    );
    let packed = served.get_with("/api/v1/info", "accept-encoding: gzip\r\n");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(served.get("/api/v1/info").header("content-encoding"), None);
}

#[test]
fn an_index_that_is_replaced_is_opened_again() {
    let served = Served::new(&three());
    let list = served.get("/api/v1/games?sort=date").json();
    let id = list["games"][2]["id"].as_str().unwrap();
    let cursor = served.get("/api/v1/games?limit=1").json()["next"]
        .as_str()
        .unwrap()
        .to_owned();
    let tag = served
        .get("/api/v1/games")
        .header("etag")
        .unwrap()
        .to_owned();
    index(
        served.folder.path(),
        &[vec![game(9, "aa")], three()].concat(),
    );
    let start = Instant::now();
    while served.get("/api/v1/games").json()["total"] != 4 {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "the old index is still served"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_ne!(
        served.get("/api/v1/games").header("etag"),
        Some(tag.as_str())
    );
    assert_eq!(
        served
            .get(&format!("/api/v1/games?limit=1&cursor={cursor}"))
            .status,
        410
    );
    assert_eq!(
        served.get(&format!("/api/v1/games/{id}")).json()["black"],
        "Black 3"
    );
}

/// Waits until a replaced index is served.
fn wait_for(served: &Served, is_served: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_served() {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "the old index is still served: {}",
            served.get("/api/v1/games").body
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Games of chess have one main line in the index, and these of Go have equal moves.
#[test]
fn an_identifier_never_answers_with_another_game() {
    let chess = |player| format!("(;FF[4]GM[3]PB[{player}]PW[White]DT[1901];B[e7e5])");
    let go = |player| format!("(;FF[4]GM[1]SZ[9]PB[{player}]PW[White]DT[1901-1-2];B[cc])");
    let games = [chess("A"), go("B"), chess("C"), go("D")];
    let served = Served::new(&games);
    let ids = || -> Vec<String> {
        let list = served.get("/api/v1/games?sort=black").json();
        let games = list["games"].as_array().unwrap().iter();
        games
            .map(|game| game["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let old = ids();
    let black = |id: &String| served.get(&format!("/api/v1/games/{id}")).json()["black"].clone();
    assert_eq!(
        old.iter().map(black).collect::<Vec<_>>(),
        ["A", "B", "C", "D"]
    );
    std::fs::remove_dir_all(served.folder.path().join("games.kifu")).unwrap();
    let changed = [
        chess("E"),
        go("F"),
        chess("C"),
        go("D").replace("1901-1-2", "1901-01-02"),
    ];
    index(
        served.folder.path(),
        &[changed.to_vec(), vec![chess("A")]].concat(),
    );
    wait_for(&served, || served.get("/api/v1/games").json()["total"] == 5);
    for stale in &old[..2] {
        for kind in ["", ".sgf", ".svg", "/diagnostics"] {
            let path = format!("/api/v1/games/{stale}{kind}");
            assert_eq!(served.get(&path).status, 404, "{path}");
        }
    }
    assert_eq!(old[2..].iter().map(black).collect::<Vec<_>>(), ["C", "D"]);
}

#[test]
fn statistics_count_games() {
    let served = Served::new(&three());
    let counted = served.get("/api/v1/statistics").json();
    assert_eq!(
        (counted["games"].as_u64(), counted["black_wins"].as_u64()),
        (Some(3), Some(3))
    );
    assert_eq!(counted["years"].as_array().unwrap().len(), 3);
    assert_eq!(counted["players"][0]["name"], "White");
    assert_eq!(counted["players"][0]["lost"], 3);
    assert_eq!(counted["results"][0]["value"], "B+R");
    let selected = served.get("/api/v1/statistics?where=date%3D1901").json();
    assert_eq!(selected["games"], 1);
}

/// The spellings of the table of players are one player, as in `kifu stats`.
#[test]
fn statistics_count_players_once() {
    let of = |black, white, result| {
        format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[{black}]PW[{white}]RE[{result}];B[cc])")
    };
    let served = Served::new(&[
        of("Go Seigen", "Anna", "B+R"),
        of("Wu Qingyuan", "Anna", "W+R"),
        of("Go Seigen", "Wu Qingyuan", "B+R"),
        of("Anna", " Anna ", "0"),
    ]);
    let counted = served.get("/api/v1/statistics").json();
    assert_eq!(
        counted["players"],
        serde_json::json!([
            {"name": "Anna", "games": 3, "won": 1, "lost": 1},
            {"name": "Go Seigen", "games": 3, "won": 2, "lost": 2},
        ])
    );
    assert_eq!(counted["player_count"], 2);
}

/// The document names every route, and nothing else.
#[test]
fn the_openapi_document_has_all_routes() {
    let served = Served::new(&three());
    let document = served.get("/api/v1/openapi.json").json();
    let mut named = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        named.extend(
            methods
                .as_object()
                .unwrap()
                .keys()
                .map(|method| (method.clone(), path.clone())),
        );
    }
    let mut routes: Vec<(String, String)> = kifu_serve::ROUTES
        .iter()
        .map(|(method, path)| ((*method).to_owned(), (*path).to_owned()))
        .collect();
    named.sort();
    routes.sort();
    assert_eq!(named, routes);
    for (method, path) in kifu_serve::ROUTES
        .iter()
        .filter(|(_, path)| !path.contains('{'))
    {
        let answer = if *method == "get" {
            served.get(path)
        } else {
            served.post(path, "{}")
        };
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.body);
    }
}

#[test]
fn pages_and_their_files_are_served() {
    let served = Served::new(&three());
    for page in ["/", "/explore", "/statistics", "/game/any"] {
        let answer = served.get(page);
        assert_eq!(answer.status, 200);
        assert!(
            answer
                .header("content-security-policy")
                .unwrap()
                .contains("default-src 'none'")
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    for (file, kind) in [
        ("site.js", "text/javascript"),
        ("site.css", "text/css"),
        ("core_bg.wasm", "application/wasm"),
        ("full_bg.wasm", "application/wasm"),
        ("convert_bg.wasm", "application/wasm"),
    ] {
        let answer = served.get_with(&format!("/assets/{file}"), "accept-encoding: gzip\r\n");
        assert!(
            answer.header("content-type").unwrap().starts_with(kind),
            "{file}"
        );
        let tag = answer.header("etag").unwrap();
        assert_eq!(
            served
                .get_with(
                    &format!("/assets/{file}"),
                    &format!("if-none-match: {tag}\r\n")
                )
                .status,
            304
        );
    }
    assert!(served.get("/assets/site.css").body.contains("body{"));
}

#[test]
fn a_server_stops() {
    let mut served = Served::new(&three());
    assert_eq!(
        (
            served.get("/healthz").body.as_str(),
            served.get("/readyz").status
        ),
        ("ok\n", 200)
    );
    assert!(served.get("/metrics").body.contains("kifu_games 3"));
    served.stop();
    assert!(std::net::TcpStream::connect(served.address).is_err());
}
