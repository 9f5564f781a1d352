//! Meaning of selections, by examples: a selection and the letters of the games it finds.

use kifu_select::{Field, Record, Selection};
use kifu_sgf::Collection;

/// Games by letters, in `GN`.
const GAMES: &str = "
(;GN[a]PB[Lee Sedol]BR[9p]PW[Gu Li]WR[9p]DT[2016-03-13]RE[B+R]KM[7.5]SZ[19]RU[Chinese]AP[foxwq:3]
;B[pd];W[dp];B[dd])
(;GN[b]PB[Gu Li]BR[9 dan]PW[Lee Changho]WR[9d]DT[2016]RE[W+0.5]KM[6.5];B[pd](;W[dp]C[two\\] ways])(;W[dd]))
(;GN[c]PB[吴清源]PW[木谷実]BR[5段]DT[1933-10,11]RE[W+2]HA[2]SZ[13:19])
(;GN[d]PB[anna \\(5\\)]BR[3k]DT[2003-04-05,06]RE[Draw]SZ[9]LB[aa:A])
(;GN[e];PB[late]RE[Void]KM[0];B[aa])
(;GM[11]GN[f]PB[hexer]RE[?])
";

#[test]
fn a_handicap_that_cannot_be_read_is_no_number() {
    let collection = Collection::from("(;HA[many])");
    let record = Record::from(collection.game(0).unwrap());
    assert_eq!(record.number(Field::Handicap), None);
    assert!(record.groups(Field::Handicap).is_empty());
    let any = Selection::parse("handicap>=0 or handicap<0").unwrap();
    assert!(!any.matches(record));
}

#[test]
fn selections_find_games() {
    for (selection, expected) in [
        ("", "abcdef"),
        ("   ", "abcdef"),
        ("black=Lee*", "a"),
        ("black=\"lee sedol\"", "a"),
        ("black=lee", ""),
        ("black~lee", "a"),
        ("player~lee", "ab"),
        ("player=lee*", "ab"),
        ("player~\"吴清源\"", "c"),
        ("player=\"Go Seigen\"", "c"),
        ("white=\"Kitani Minoru\"", "c"),
        ("black=\"Kitani Minoru\"", ""),
        ("loser=\"Wu Qingyuan\"", "c"),
        ("player!=\"Go Seigen\"", "abdef"),
        ("black~\"Yi Se-tol\"", "a"),
        ("white!=lee*", "acdef"),
        ("white!~\"gu\"", "bcdef"),
        ("white", "abc"),
        ("not white", "def"),
        ("date>=2016-03", "ab"),
        ("date>=2016-04", "b"),
        ("date<2016-03", "bcd"),
        ("date=2016", "ab"),
        ("date=2016-03-13", "ab"),
        ("date=2016-03-14", "b"),
        ("date!=2016", "cdef"),
        ("date<1933-11", "c"),
        ("date>1933-11", "abd"),
        ("date<=2003-04-05", "cd"),
        ("date>2003-04-05 date<2004", "d"),
        ("date", "abcd"),
        ("result=B+R", "a"),
        ("result=B", "a"),
        ("result=*", "abc"),
        ("result=*+points", "bc"),
        ("result=W+0.5", "b"),
        ("result=white+2", "c"),
        ("result=draw", "d"),
        ("result=void or result=unknown", "ef"),
        ("result!=draw", "abcef"),
        ("margin<1", "bd"),
        ("margin>=0.5", "bc"),
        ("komi=7.5", "a"),
        ("komi<7", "be"),
        ("handicap>0", "c"),
        ("handicap=0", "abdef"),
        ("moves<3 moves>0", "be"),
        ("nodes>=4", "ab"),
        ("variations=2", "b"),
        ("size=19", "abe"),
        ("size=13x19", "c"),
        ("size<19", "cdf"),
        ("size!=19", "cdf"),
        ("rules", "a"),
        ("rules=chinese", "a"),
        ("rank>=9p", "a"),
        ("rank>=9d", "ab"),
        ("blackrank<1d", "d"),
        ("rank=5d", "c"),
        ("has(C)", "b"),
        ("has(C, LB)", "bd"),
        ("has(c) and not has(LB)", "b"),
        ("comment~\"two] ways\"", "b"),
        ("program=foxwq", "a"),
        ("encoding=utf-8", "abcdef"),
        ("game=hex", "f"),
        ("game=1", "abcde"),
        ("number=2", "b"),
        ("file=*.sgf", "abcdef"),
        ("black~\"(5)\"", "d"),
        ("black=a* or black=h*", "df"),
        ("BLACK=late Or White=GU*", "ae"),
        ("size=19 and (komi=0 or komi=7.5)", "ae"),
        ("size=19 komi=0 or komi=6.5", "be"),
        ("komi=6.5 or size=19 komi=0", "be"),
        ("not komi=6.5 size=19", "ae"),
        ("not (komi=6.5 or komi=0) size=19", "a"),
        ("not not black=late", "e"),
        ("((((black=late))))", "e"),
        ("komi>=6.5", "ab"),
        ("komi = 6.5", "b"),
        ("date=missing", "ef"),
        ("date!=missing", "abcd"),
        ("date=unreadable", ""),
        ("komi=missing", "cdf"),
        ("rank=missing", "ef"),
        ("encoding=utf8", "abcdef"),
        ("player=~\"^(lee|gu) \"", "ab"),
        ("date=~\"^20\"", "abd"),
        ("white=~清", ""),
        ("winner=\"lee sedol\"", "a"),
        ("winner", "abc"),
        ("loser~清", "c"),
        ("winner=B", "a"),
        ("winner=w", "bc"),
        ("winner!=B", "bcdef"),
        ("loser=B", "bc"),
        ("loser=W", "a"),
        ("winner=~\"^b$\"", ""),
        ("how=resignation", "a"),
        ("how=points", "bc"),
        ("how", "abc"),
        ("how!=points", "adef"),
        ("year=2016", "ab"),
        ("year<2003", "c"),
        ("year=missing", "ef"),
        ("players=\"Lee Sedol - Gu Li\"", "a"),
        ("players~lee", "ab"),
        ("players=\"late - ?\"", "e"),
        ("not players", ""),
        ("players=\"hexer - ?\"", "f"),
        ("not winner", "def"),
        ("properties~LB", "d"),
        ("plays(pd)", "ab"),
        ("plays(1: pd, dp)", ""),
        ("plays(1-2: pd Q16 dp)", "ab"),
        ("plays(black dd)", "a"),
        ("plays(black 3: D16)", "a"),
        ("captures=0", "abcde"),
        ("whitecaptured>0", ""),
        ("mainline=pd*", "ab"),
        ("not md5", "f"),
        ("KM=7.5", "a"),
        ("KM>7", "a"),
        ("root.KM", "ab"),
        ("below.KM", "e"),
        ("C~\"two]\"", "b"),
        ("root.C~two", ""),
        ("GN!=a", "bcdef"),
        ("GN=~\"[ab]\"", "ab"),
        ("XX", ""),
        ("not KM", "cdf"),
    ] {
        let read = Selection::parse(selection);
        let read = read.unwrap_or_else(|error| panic!("{}", error.shown_in(selection)));
        let collection = Collection::from(GAMES);
        let found: String = collection
            .games()
            .filter(|game| read.matches(Record::in_file(*game, "games.sgf")))
            .filter_map(|game| game.main_line().find_map(|node| node.simple_text("GN")))
            .collect();
        assert_eq!(found, expected, "{selection}");
    }
}

#[test]
fn names_are_compared_as_written_without_the_table() {
    let games = Collection::from("(;PB[吳清源])(;PB[Go Seigen])");
    let selection = Selection::parse("black=\"Go Seigen\"").unwrap();
    let found = |selection: &Selection| games.games().filter(|own| selection.matches(*own)).count();
    assert_eq!(found(&selection), 2);
    let selection = selection.with_players(&kifu_select::Players::none());
    assert_eq!(found(&selection), 1);
}

#[test]
fn exact_names_have_their_case() {
    let games =
        Collection::from("(;PB[iyama7])(;PB[IYAMA7])(;PB[Go Seigen])(;PB[吳清源])(;PB[a*])");
    for (text, expected) in [
        ("black=iyama7", "a"),
        ("black=IYAMA*", "b"),
        ("black~YAMA", "b"),
        ("black!=IYAMA7", "acde"),
        ("player=\"Go Seigen\"", "c"),
        ("black=\"go seigen\"", ""),
        ("black=\"a*\"", "e"),
    ] {
        let selection: Selection = text.parse().unwrap();
        let selection = selection.with_exact_names();
        let found = games.games().zip('a'..);
        let found = found.filter(|(game, _)| selection.matches(*game));
        let found: String = found.map(|(_, letter)| letter).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn missing_and_unreadable_are_two_things() {
    let games = Collection::from(
        "(;DT[1940.10.30-31])(;DT[a sunny day]RE[who knows])(;RE[W+Illegal]BR[strong]WR[2d])(;KM[much])",
    );
    for (selection, expected) in [
        ("date<2000", "0"),
        ("date>=2000", ""),
        ("date=unreadable", "1"),
        ("year=unreadable", "1"),
        ("year=missing", "23"),
        ("winner=W", "2"),
        ("date=missing", "23"),
        ("result=unreadable", "1"),
        ("result=W", "2"),
        ("rank=unreadable", "2"),
        ("komi=unreadable", "3"),
        ("komi!=unreadable komi!=missing", ""),
    ] {
        let read = Selection::parse(selection).unwrap();
        let found: String = games
            .games()
            .filter(|game| read.matches(*game))
            .map(|game| game.number().to_string())
            .collect();
        assert_eq!(found, expected, "{selection}");
    }
    let record = Record::from(games.game(1).unwrap());
    assert_eq!(record.groups(Field::Date), ["unreadable"]);
}

#[test]
fn encodings_have_several_names() {
    let bytes = b"(;CA[GB2312]PB[\xCE\xE2\xC7\xE5\xD4\xB4])".to_vec();
    let games = Collection::from_bytes(bytes);
    for name in ["GB2312", "gbk", "GBK", "x-gbk"] {
        let read = Selection::parse(&format!("encoding={name}")).unwrap();
        assert!(read.matches(games.game(0).unwrap()), "{name}");
    }
}

#[test]
fn missing_and_unreadable_values_are_told_apart() {
    let games = Collection::from(
        "(;KM[much]HA[two]TM[long]PB[])(;SZ[big]PB[missing])(;PB[x]SZ[9]KM[7]HA[2]TM[60]EV[e])\
         (;PB[y]SZ[ ]KM[]HA[ ]TM[]EV[f])",
    );
    for (text, expected) in [
        ("komi=missing", "bd"),
        ("komi=unreadable", "a"),
        // An empty handicap is that of an even game.
        ("handicap=missing", "b"),
        ("handicap", "cd"),
        ("handicap=0", "bd"),
        ("handicap=unreadable", "a"),
        ("time=missing", "bd"),
        ("time=unreadable", "a"),
        ("size=missing", "ad"),
        ("size=unreadable", "b"),
        ("black=missing", "a"),
        ("black!=missing", "bcd"),
        ("black=\"missing\"", "b"),
        ("black=\"\"", "a"),
        ("event=missing", "ab"),
        ("how=missing", "abcd"),
        ("not black", "a"),
    ] {
        let selection: Selection = text.parse().unwrap();
        let found = games.games().zip('a'..);
        let found = found.filter(|(game, _)| selection.matches(*game));
        let found: String = found.map(|(_, letter)| letter).collect();
        assert_eq!(found, expected, "{text}");
    }
}
