//! The roots of games give the same answers as the games.

use std::sync::atomic::{AtomicBool, Ordering};

use kifu_select::{Field, Record, Selection};
use kifu_sgf::Collection;

/// Number of answers of all fields from the roots, and number of missing ones.
fn answers(bytes: &[u8], counts: &mut [usize; 2]) {
    let all = Collection::from_bytes(bytes.to_vec());
    let headers = Collection::headers_from_bytes(bytes.to_vec());
    assert_eq!(all.len(), headers.len());
    let selection = "date>=1900 or has(C) or moves<50"
        .parse::<Selection>()
        .unwrap();
    for (game, header) in all.games().zip(headers.games()) {
        assert_eq!(game.span(), header.span());
        let moves = game
            .main_line()
            .filter(|node| node.play().is_some())
            .count();
        assert_eq!(
            Record::from(game).moves(),
            moves,
            "{:?} {:?}",
            game.span(),
            game.span()
                .map(|s| s.of_str(all.text()).chars().take(300).collect::<String>())
        );
        let missed = AtomicBool::new(false);
        let of_header = Record::from(header).of_header(&missed);
        for field in Field::ALL {
            let answer = (of_header.text(*field), of_header.number(*field));
            let is_missed = missed.swap(false, Ordering::Relaxed);
            // Some fields ask for the whole game by their nature.
            let asks_all = field.is_of_record() || *field == Field::Properties;
            if !asks_all && *field != Field::DyerCanonical {
                counts[usize::from(is_missed)] += 1;
            }
            if !is_missed {
                let record = Record::from(game);
                assert_eq!(
                    answer,
                    (record.text(*field), record.number(*field)),
                    "{field:?}"
                );
            }
        }
        let is_meant = selection.matches(of_header);
        if !missed.load(Ordering::Relaxed) {
            assert_eq!(is_meant, selection.matches(game));
        }
    }
}

#[test]
fn roots_answer_as_games_do() {
    let mut counts = [0; 2];
    for text in [
        "(;PB[Ada];B[aa](;W[bb];B[cc])(;W[dd]))(;PW[Bo]KM[6.5];Black[aa];b[bb]C[x])",
        "(;;PB[late];B[aa])",
        "((;PB[a];B[aa])(;PB[b]))(;PB[c])",
        "(;B[aa](;W[bb])(;W[cc]);B[dd])",
        "(;B[aa]W[bb];B[cc]",
        "junk (;C[a ( b ; c]PB[x];B[aa]) more (;PB[y]",
        "(\n;FF[4]C[wow [3d] ok]PB[x]\n(;B[aa])\n(;B[bb]))\n(;FF[4]PB[open\n(;FF[4]PB[next])",
        "",
        "no game",
        "()",
    ] {
        answers(text.as_bytes(), &mut counts);
    }
    for name in ["encodings", "sgfc"] {
        if let Some(folder) = kifu_testkit::corpus::path(name) {
            for file in kifu_testkit::corpus::files(&folder, "sgf") {
                answers(&std::fs::read(file).unwrap(), &mut counts);
            }
        }
    }
    if let Some(folder) = kifu_testkit::corpus::archive("programs") {
        for file in kifu_testkit::corpus::files(&folder, "sgf")
            .iter()
            .step_by(7)
        {
            answers(&std::fs::read(file).unwrap(), &mut counts);
        }
    }
    assert!(counts[0] > counts[1] * 5, "{counts:?}");
}
