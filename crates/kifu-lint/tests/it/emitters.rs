//! Each format shows the same findings.

use kifu_lint::emit::{Format, Report};
use kifu_lint::{Options, check};
use kifu_sgf::encoding::{DecodeOptions, Source};

const INPUT: &[u8] = b"(;FF[4]CA[Shift_JIS]GM[1]SZ[9]\nPB[\x88\xE4\x8ER]KM[6,5];C[]\n;B[zz])";

fn shown(input: &[u8], format: Format) -> String {
    let source = Source::new(input.to_vec(), &DecodeOptions::default());
    let mut report = Report::new("a b.sgf", &source, format, false);
    let mut shown = format.begin();
    for found in check(&source, &Options::default()) {
        report.add(&found, &mut shown);
    }
    report.end(&mut shown);
    shown + format.end()
}

#[test]
fn concise() {
    assert_eq!(
        shown(INPUT, Format::Concise),
        "a b.sgf:2:10: V214 [*] `KM[6,5]` has a decimal comma\n\
         a b.sgf:2:16: V222 [*] `C` is empty\n\
         a b.sgf:3:4: V207 `B[zz]`: outside of the board\n"
    );
}

#[test]
fn github() {
    assert_eq!(
        shown(INPUT, Format::Github),
        "::error file=a b.sgf,line=2,col=10,endLine=2,endColumn=13,title=V214::`KM[6,5]` has \
         a decimal comma\n\
         ::notice file=a b.sgf,line=2,col=16,endLine=2,endColumn=18,title=V222::`C` is empty\n\
         ::error file=a b.sgf,line=3,col=4,endLine=3,endColumn=6,title=V207::`B[zz]`: outside \
         of the board\n"
    );
}

#[test]
fn sgfc() {
    assert_eq!(
        shown(INPUT, Format::Sgfc),
        "Line:2 Col:10 - Error 15: `KM[6,5]` has a decimal comma\n\
         Line:2 Col:16 - Warning 17: `C` is empty\n\
         Line:3 Col:4 - Error 14: `B[zz]`: outside of the board\n\
         a b.sgf: 2 error(s)  1 warning(s)  \n"
    );
    for (version, class) in [(4, "Error"), (3, "Warning")] {
        let root = format!(
            "(;FF[{version}]GM[1]SZ[19]DT[1.2.2003]KM[6,5]PB[x];AB[aa]B[bb]TE[1]BM[1]PB[y])"
        );
        let shown = shown(root.as_bytes(), Format::Sgfc);
        for number in [15, 30, 33, 42, 44] {
            assert!(shown.contains(&format!("- {class} {number}: ")), "{shown}");
        }
    }
    assert_eq!(shown(b"(;FF[4]GM[1]SZ[9])", Format::Sgfc), "a b.sgf: OK\n");
}

#[test]
fn exit_codes_are_those_of_sgfc() {
    for (input, code) in [
        ("(;FF[4]GM[1]SZ[9])", 0),
        ("(;FF[4]GM[1]SZ[9]ZZ[x])", 5),
        ("(;FF[4]GM[1]SZ[9];B[zz])", 10),
        ("no game", 20),
    ] {
        let source = Source::new(input.as_bytes().to_vec(), &DecodeOptions::default());
        let mut report = Report::new(input, &source, Format::Concise, false);
        for found in check(&source, &Options::default()) {
            report.add(&found, &mut String::new());
        }
        assert_eq!(report.sgfc_exit_code(), code, "{input}");
    }
}

#[test]
fn json_has_places_in_the_bytes_of_the_file() {
    let lines = shown(INPUT, Format::JsonLines);
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let offset = |key: &str| first[key].as_u64().unwrap() as usize;
    let span = offset("start")..offset("end");
    assert_eq!(&INPUT[span], b"6,5");
    assert_eq!(first["fix"]["edits"][0]["replacement"], "6.5");
    assert_eq!(first["sgfc"], 15);
    assert_eq!(first["severity"], "error");
    let all: Vec<serde_json::Value> = serde_json::from_str(&shown(INPUT, Format::Json)).unwrap();
    assert_eq!(all.len(), 3);
    assert_eq!(all[0], first);
    let none: Vec<serde_json::Value> =
        serde_json::from_str(&shown(b"(;FF[4]GM[1]SZ[9])", Format::Json)).unwrap();
    assert_eq!(none.len(), 0);
}

#[test]
fn sarif_is_whole() {
    let log: serde_json::Value = serde_json::from_str(&shown(INPUT, Format::Sarif)).unwrap();
    let run = &log["runs"][0];
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(run["results"].as_array().unwrap().len(), 3);
    assert_eq!(run["results"][0]["ruleId"], "V214");
    assert_eq!(
        run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"],
        2
    );
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), kifu_lint::rules().count());
    assert!(
        rules
            .iter()
            .all(|rule| rule["help"]["markdown"].is_string())
    );
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let fixes = run["results"].as_array().unwrap().iter();
    let fixes: Vec<_> = fixes.filter_map(|result| result.get("fixes")).collect();
    assert!(!fixes.is_empty());
    for fix in fixes {
        let replacement = &fix[0]["artifactChanges"][0]["replacements"][0];
        assert!(replacement["insertedContent"]["text"].is_string());
        assert!(replacement["deletedRegion"]["byteOffset"].is_u64());
    }
}
