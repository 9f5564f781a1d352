use kifu_sgf::Collection;
use kifu_sgf::schema::{
    self, BasicType, Count, Game, Group, Limits, PROPERTIES, PropertyType, short_identifier,
};

#[test]
fn every_property_is_found_in_each_of_its_games() {
    for property in PROPERTIES {
        for game in property.games.iter() {
            let found = schema::lookup(game, property.identifier).unwrap();
            assert_eq!(found.identifier, property.identifier);
            assert!(found.games.contains(game));
            // Definitions of a game take precedence over general ones.
            assert!(
                found == property || found.is_game_specific(),
                "{property:?}"
            );
        }
    }
}

#[test]
fn shared_identifiers_mean_the_right_thing() {
    let name = |game: Game, identifier: &str| schema::lookup(game, identifier).map(|p| p.name);
    for (game, identifier, expected) in [
        (Game::LinesOfAction, "AS", Some("Who adds stones")),
        (Game::Octi, "AS", Some("Arrow stone")),
        (Game::Go, "AS", None),
        (Game::LinesOfAction, "SE", Some("Show possible moves")),
        (Game::Go, "SE", Some("Self-test moves")),
        (Game::Hex, "IP", Some("Initial position")),
        (Game::Go, "IP", None),
        (Game::Backgammon, "CP", Some("Copyright")),
        (Game::Hex, "KM", None),
        (Game::Go, "KM", Some("Komi")),
    ] {
        assert_eq!(name(game, identifier), expected, "{game} {identifier}");
    }
    let hex = schema::lookup(Game::Hex, "IP").unwrap();
    assert_eq!(hex.value.single, Some(BasicType::None));
    let loa = schema::lookup(Game::LinesOfAction, "IP").unwrap();
    assert_eq!(loa.limits, Limits::Words(&["End"]));
    let notes = |game: Game, identifier: &str| schema::lookup(game, identifier).unwrap().notes;
    assert!(notes(Game::Backgammon, "RE").contains("B+6R"));
    assert!(notes(Game::Backgammon, "RU").contains("Crawford"));
    assert!(notes(Game::TwixT, "RU").contains("STD"));
    assert!(notes(Game::Octi, "RU").contains("kids"));
    assert!(notes(Game::Go, "RU").contains("NZ"));
}

/// The scanner knows by name which properties never hold text.
#[test]
fn what_holds_no_text_is_known_where_text_is_scanned() {
    let is_text = |basic| matches!(basic, BasicType::SimpleText | BasicType::Text);
    let may_be_text = |property: &schema::PropertyDef| {
        let (first, second) = property.value.compose.unzip();
        [property.value.single, first, second]
            .into_iter()
            .flatten()
            .any(is_text)
    };
    for property in PROPERTIES {
        let identifier = property.identifier;
        let never = !schema::definitions(identifier).iter().any(may_be_text);
        let is_common = schema::definitions(identifier)
            .iter()
            .any(|one| one.games.contains(Game::Go) && one.versions.contains(4));
        let known = kifu_syntax::holds_no_text(identifier.as_bytes());
        assert_eq!(known, never && is_common, "{identifier}");
    }
    for (long, known) in [
        ("Black", true),
        ("GaMe", true),
        ("Comment", false),
        ("b", false),
    ] {
        assert_eq!(kifu_syntax::holds_no_text(long.as_bytes()), known, "{long}");
    }
}

#[test]
fn unknown_identifiers_and_games() {
    for identifier in ["", "a", "ab", "A1", "ABC", "ZZ", "é", "棋", "[A", "KT"] {
        assert_eq!(schema::lookup(Game::Go, identifier), None, "{identifier:?}");
    }
    assert!(schema::lookup(None, "AB").is_some());
    assert!(schema::lookup(None, "KM").is_none());
    assert_eq!(schema::definitions("AS").len(), 2);
}

#[test]
fn types_versions_and_groups() {
    let go = |identifier| schema::lookup(Game::Go, identifier).unwrap();
    assert_eq!(go("B").property_type, PropertyType::Move);
    assert_eq!(go("DT").property_type, PropertyType::GameInfo);
    assert_eq!(go("TB").value.count, Count::EmptyOrList);
    assert_eq!(go("SZ").value.to_string(), "number or number:number");
    assert_eq!(go("FG").value.to_string(), "none or number:simpletext");
    assert_eq!(go("LB").value.to_string(), "list of point:simpletext");
    assert_eq!(go("GM").limits, Limits::Range(1, 40));
    assert!(go("DD").inherit && go("PM").inherit && go("VW").inherit && !go("TB").inherit);
    assert!(go("L").is_obsolete() && !go("LB").is_obsolete());
    assert_eq!(go("CR").versions.iter().collect::<Vec<_>>(), [3, 4]);
    assert_eq!(go("KI").versions.iter().count(), 0);
    let group = |group| {
        let members = PROPERTIES.iter().filter(|p| p.group == Some(group));
        members.map(|p| p.identifier).collect::<Vec<_>>()
    };
    assert_eq!(group(Group::MarkupPoint), ["CR", "MA", "SL", "SQ", "TR"]);
    assert_eq!(group(Group::MoveAnnotation), ["BM", "DO", "IT", "TE"]);
    assert!(go("AB").allows_rectangles(Game::Go) && go("TB").allows_rectangles(Game::Go));
    assert!(!go("AR").allows_rectangles(Game::Go) && !go("B").allows_rectangles(Game::Go));
    assert!(!go("AB").allows_rectangles(Game::Octi) && go("AE").allows_rectangles(Game::Octi));
}

#[test]
fn games_by_number() {
    assert_eq!(Game::from_number(1), Some(Game::Go));
    assert_eq!(Game::from_number(40), Some(Game::Kropki));
    for number in [i64::MIN, -1, 0, 41, i64::MAX] {
        assert_eq!(Game::from_number(number), None);
    }
    for game in Game::ALL {
        assert_eq!(Game::from_number(game.number().into()), Some(game));
    }
    assert_eq!(Game::TwixT.default_size(), Some(24));
    assert_eq!(Game::Octi.default_size(), Some(9));
    assert_eq!(Game::Kuba.default_size(), None);
    assert_eq!(
        Game::PhilosophersFootball.to_string(),
        "Philosopher's Football"
    );
}

#[test]
fn long_identifiers_of_old_files() {
    for (long, short) in [
        ("Black", "B"),
        ("thisisaWhitemove", "W"),
        ("bbrWyryrerwLerreoi", "WL"),
        ("GaMe", "GM"),
        ("AB", "AB"),
        ("b", ""),
    ] {
        assert_eq!(short_identifier(long), short);
    }
}

#[test]
fn the_game_of_a_tree_is_read_as_its_number_was_intended() {
    for (number, expected) in [
        ("GM[1]", Some(Game::Go)),
        ("", Some(Game::Go)),
        ("GM[ 11\n]", Some(Game::Hex)),
        ("GM[3.0]", Some(Game::Chess)),
        ("GM[2 Othello]", Some(Game::Othello)),
        ("GM[41]", None),
        ("GM[Go]", Some(Game::Go)),
        ("GM[Lines of Action]", Some(Game::LinesOfAction)),
        ("GM[weiqi]", Some(Game::Go)),
        ("GM[]", Some(Game::Go)),
        ("GM[0]", None),
        ("GM[2.5]", None),
        ("GM[99999999999999999999]", None),
    ] {
        let collection = Collection::from(format!("(;{number}FF[4])"));
        let game = collection.game(0).unwrap();
        assert_eq!(game.kind(), expected, "{number}");
    }
}
