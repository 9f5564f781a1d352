use crate::client::{Served, game};

fn games() -> Vec<String> {
    ["cc", "cc", "ee", "dd"]
        .iter()
        .enumerate()
        .map(|(number, first)| game(number, first))
        .collect()
}

#[test]
fn a_position_has_its_continuations_and_games() {
    let served = Served::new(&games());
    let answer = served.get("/api/v1/search?size=9&limit=2").json();
    assert_eq!(
        (
            answer["complete"].as_bool(),
            answer["main"]["games"].as_u64()
        ),
        (Some(true), Some(4))
    );
    let first = &answer["continuations"][0];
    assert_eq!(
        (first["point"].as_str(), first["hits"].as_u64()),
        (Some("cc"), Some(2))
    );
    assert_eq!(
        (
            answer["games"]["total"].as_u64(),
            answer["games"]["next"].as_u64()
        ),
        (Some(4), Some(2))
    );
    let rest = served.get("/api/v1/search?size=9&limit=2&offset=2").json();
    assert_eq!(
        (
            rest["games"]["list"].as_array().unwrap().len(),
            rest["games"]["next"].is_null()
        ),
        (2, true)
    );
    let none = served.get("/api/v1/search?size=9&limit=0").json();
    assert_eq!(
        (
            none["games"]["total"].as_u64(),
            none["games"]["next"].is_null()
        ),
        (Some(4), true)
    );
    let posted = served
        .post("/api/v1/search", "{\"size\":\"9\",\"limit\":2}")
        .json();
    assert_eq!(posted["games"], answer["games"]);
}

#[test]
fn a_search_takes_all_that_the_command_line_takes() {
    let served = Served::new(&games());
    for (query, hits) in [
        ("pattern=X&anchor=anywhere&where=date%3D1902", 3),
        (
            "pattern=X..&edges=true&symmetry=false&swap=false&where=date%3D1902",
            2,
        ),
        ("size=9&next=white&swap=false", 0),
        ("size=9&moves=1-", 0),
        ("size=9&sequence=B:cc", 2),
    ] {
        let answer = served.get(&format!("/api/v1/search?{query}&limit=0"));
        let json = answer.json();
        let found = json["main"]["hits"].as_u64();
        assert_eq!((answer.status, found), (200, Some(hits)), "{query}");
    }
    for (query, name) in [
        ("pattern=Z", "pattern"),
        ("size=0", "size"),
        ("size=1000", "size"),
        ("pattern=X&size=0", "size"),
        ("pattern=X&size=1000", "size"),
        ("size=9&depth=3", "depth"),
        ("limit=abc", "limit"),
        ("limit=-1", "limit"),
        ("limit=1&limit=2", "limit"),
        ("swap=yes", "swap"),
        ("unknown=1", "unknown"),
        // The whole board, without its edges.
        (
            "pattern=X********/*********/*********/*********/*********/*********/*********/*********/*********",
            "pattern",
        ),
        ("pattern=X&then=;;;", "then"),
        ("pattern=X&where=a%ff", "where"),
        ("where=%ED%A0%80", "where"),
    ] {
        let answer = served.get(&format!("/api/v1/search?{query}"));
        assert_eq!(answer.status, 400, "{query}");
        let error = answer.json();
        let error = error["error"].as_str().unwrap();
        assert!(error.starts_with(&format!("`{name}`: ")), "{error}");
    }
    let twice = served.post("/api/v1/search", r#"{"limit": 1, "limit": 2}"#);
    assert_eq!(
        (twice.status, &twice.json()["error"]),
        (422, &"`limit`: given twice".into())
    );
    assert_eq!(served.post("/api/v1/search", "[]").status, 422);
}

#[test]
fn a_stream_ends_with_the_whole_answer() {
    let served = Served::new(&games());
    let answer = served.get("/api/v1/search/stream?size=9");
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let (name, data) = answer.body.trim_end().rsplit_once('\n').unwrap();
    assert!(name.ends_with("event: done"), "{name}");
    let data: serde_json::Value =
        serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
    let whole = served.get("/api/v1/search?size=9").json();
    assert_eq!(data, whole);
}

#[test]
fn openings_are_a_tree() {
    let served = Served::new(&games());
    let tree = served.get("/api/v1/openings?size=9&depth=2").json();
    assert_eq!(
        (
            tree["nodes"][0]["games"].as_u64(),
            tree["nodes"][1]["parent"].as_u64()
        ),
        (Some(4), Some(0))
    );
    let sgf = served.get("/api/v1/openings?size=9&depth=2&format=sgf");
    assert!(sgf.body.starts_with("(;"));
    for wrong in ["format=xml", "depth=31", "depth=99999", "limit=1"] {
        let answer = served.get(&format!("/api/v1/openings?{wrong}"));
        assert_eq!(answer.status, 400, "{wrong}");
    }
    assert_eq!(served.get("/api/v1/openings?depth=30").status, 200);
}

/// The board without a pattern and a size.
#[test]
fn the_usual_board_is_the_one_of_most_selected_games() {
    let mut games: Vec<String> = (1..=3).map(|number| game(number, "cc")).collect();
    games.push(game(9, "dd").replace("SZ[9]", "SZ[13]"));
    let served = Served::new(&games);
    let searched = served.get("/api/v1/search?where=size%3D13").json();
    assert_eq!(
        (&searched["columns"], &searched["main"]["games"]),
        (&13.into(), &1.into())
    );
    let tree = served
        .get("/api/v1/openings?least=1&where=size%3D13")
        .json();
    assert_eq!(
        (&tree["size"], &tree["nodes"][0]["games"]),
        (&"13".into(), &1.into())
    );
    assert_eq!(tree["left_out"], serde_json::json!([]));
    let left_out =
        |query: &str| served.get(&format!("/api/v1/openings{query}")).json()["left_out"].clone();
    let others = |size: &str, games: u64| serde_json::json!([{"size": size, "games": games}]);
    assert_eq!(left_out(""), others("13", 1));
    assert_eq!(left_out("?size=13"), others("9", 3));
}
