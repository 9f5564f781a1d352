use std::sync::Arc;

use kifu::batch::{Inputs, index};
use kifu::store::Indexer;
use kifu_serve::Edits;

use crate::client::{Served, game};

/// A record with a fault that has a safe fix.
const FAULTY: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6,5];B[cc])";

fn id(served: &Served) -> String {
    let list = served.get("/api/v1/games?where=komi%3D6.5").json();
    let id = list["games"][0]["id"].as_str();
    id.or(served.get("/api/v1/games").json()["games"][0]["id"].as_str())
        .unwrap()
        .to_owned()
}

#[test]
fn problems_have_their_fixes_and_nothing_is_written() {
    let served = Served::new(&[FAULTY.to_owned()]);
    let id = id(&served);
    let found = served
        .get(&format!("/api/v1/games/{id}/diagnostics"))
        .json();
    let fix = &found["diagnostics"][0]["fix"];
    assert_eq!(
        (found["can_write"].as_bool(), fix["safe"].as_bool()),
        (Some(false), Some(true))
    );
    assert!(fix["edits"][0]["new"].as_str().unwrap().contains('.'));
    let preview = served.get(&format!("/api/v1/games/{id}/fix")).json();
    assert!(
        preview["diff"]
            .as_str()
            .unwrap()
            .contains("+(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5];B[cc])")
    );
    let refused = served.post(&format!("/api/v1/games/{id}/fix"), "{}");
    assert_eq!(refused.status, 403);
    let file = served.folder.path().join("games/000.sgf");
    assert_eq!(std::fs::read_to_string(file).unwrap(), FAULTY);
}

#[test]
fn fixes_are_written_where_that_is_allowed() {
    let served = Served::with(&[FAULTY.to_owned(), game(1, "dd")], |options| {
        let index = options.index.clone();
        options.edits = Some(Edits {
            reindex: Arc::new(move |file| {
                let mut indexer = Indexer::open(&index, false)?;
                indexer.add([file.to_owned()], |_| ())?;
                indexer.finish(false)?;
                Ok(())
            }),
        });
    });
    let list = served.get("/api/v1/games?sort=file").json();
    let id = list["games"][0]["id"].as_str().unwrap();
    let path = format!("/api/v1/games/{id}/fix");
    let file = served.folder.path().join("games/000.sgf");
    for (body, status) in [
        ("{\"hash\":\"0000000000000000\"}", 409),
        ("{\"hash\":\"\"}", 409),
        ("{}", 428),
        ("{\"codes\":\"\",\"unsafe\":true}", 428),
        ("[\"\",true]", 422),
    ] {
        let refused = served.post(&path, body);
        assert_eq!(refused.status, status, "{body}");
        assert!(refused.json()["error"].is_string());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), FAULTY, "{body}");
    }
    let hash = served
        .get(&format!("/api/v1/games/{id}/diagnostics"))
        .json()["hash"]
        .as_str()
        .unwrap()
        .to_owned();
    let written = served
        .post(&path, &format!("{{\"hash\":\"{hash}\"}}"))
        .json();
    assert_eq!(written["written"], true);
    assert!(std::fs::read_to_string(file).unwrap().contains("KM[6.5]"));
    assert_eq!(
        served.get("/api/v1/games?where=komi%3D6.5").json()["total"],
        1
    );
    assert_eq!(served.get("/api/v1/games").json()["total"], 2);
    let plain = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    assert_eq!(
        crate::client::send(served.address, plain.as_bytes()).status,
        415
    );
}

/// The hash of a file that another program has changed since its problems were listed.
#[test]
fn a_stale_hash_is_refused() {
    let served = Served::with(&[FAULTY.to_owned()], |options| {
        options.edits = Some(Edits {
            reindex: Arc::new(|_| panic!("nothing is written")),
        });
    });
    let id = id(&served);
    let found = served
        .get(&format!("/api/v1/games/{id}/diagnostics"))
        .json();
    let hash = found["hash"].as_str().unwrap();
    let file = served.folder.path().join("games/000.sgf");
    let changed = FAULTY.replace("SZ[9]", "SZ[9]PB[New]");
    std::fs::write(&file, &changed).unwrap();
    let path = format!("/api/v1/games/{id}/fix");
    let refused = served.post(&path, &format!("{{\"hash\":\"{hash}\"}}"));
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert!(
        refused.json()["error"]
            .as_str()
            .unwrap()
            .contains("changed")
    );
    assert_eq!(served.get(&format!("{path}?hash={hash}")).status, 409);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), changed);
}

#[test]
fn another_format_is_not_rewritten() {
    let served = Served::with(&[game(1, "dd")], |options| {
        let file = options.index.with_file_name("games").join("chess.pgn");
        let record = "[Event \"Club\"]\n[White \"Anna\"]\n[Black \"Berta\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
        std::fs::write(&file, record).unwrap();
        let mut indexer = Indexer::open(&options.index, false).unwrap();
        let inputs = Inputs::new(vec![file]);
        indexer
            .add(index::inputs(&inputs).map(Result::unwrap), |_| ())
            .unwrap();
        indexer.finish(false).unwrap();
        options.unpack = Some(index::unpacking());
        options.edits = Some(Edits {
            reindex: Arc::new(|_| panic!("nothing is written")),
        });
    });
    let list = served.get("/api/v1/games?where=black%3DBerta").json();
    let id = list["games"][0]["id"].as_str().unwrap();
    let path = format!("/api/v1/games/{id}");
    let found = served.get(&format!("{path}/diagnostics")).json();
    assert_eq!(found["can_write"], false);
    let body = format!("{{\"hash\":{}}}", found["hash"]);
    let refused = served.post(&format!("{path}/fix"), &body);
    assert_eq!(refused.status, 409, "{}", refused.body);
    let error = refused.json();
    let error = error["error"].as_str().unwrap();
    assert!(
        error.contains("only SGF") && error.contains("`kifu convert --to sgf`"),
        "{error}"
    );
}
