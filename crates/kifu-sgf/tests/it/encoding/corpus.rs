//! Real files whose encodings are known.

use kifu_sgf::encoding::Charset;
use kifu_testkit::corpus;

use super::{charset, check_laws, read};

const CHINESE: &str =
    "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区，然后传到整个世界。";

const TRADITIONAL: &str =
    "圍棋是一種古老的遊戲，從其被遺忘的中國起源開始，首先傳播到東亞其他地區，然後傳播到整個世界。";

const JAPANESE: &str = "Goは古代のゲームであり、中国での起源を忘れてから、最初に東アジアの他の地域に広がり、次に全世界に広がりました。";

const KOREAN: &str = "바둑은 중국에서 잊혀진 기원에서 처음에는 동아시아의 나머지 지역으로 퍼진 후 전 세계로 퍼진 고대 게임입니다.";

const RUSSIAN: &str = "Го - древняя игра, которая со времен ее забытого происхождения в Китае распространилась сначала на остальную часть Восточной Азии, а затем и на весь мир.";

const LATIN: &str = "Ää Àà Ââ Åå Ææ Çç Èè Éé Êê Ëë Îî Ïï Ññ Öö Ôô Øø ß Üü Ùù Ûû ÿ ¿¡ «»";

/// A file, its encoding, and texts in it. Text after `|` holds only with `CA`: three or four letters of ISO-8859-15
/// could equally be signs of Windows-1252.
#[rustfmt::skip]
const CORPUS: &[(&str, &str, &[&str])] = &[
    ("SabakiHQ+sgf/tests/sgf/japanese.sgf", "Shift_JIS", &["PB[井山 裕太]", "PW[山下 敬吾]", "C[囲碁 is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/chinese.sgf", "GBK", &["PB[古力]", "PW[柯洁]", "C[围棋 is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/korean.sgf", "EUC-KR", &["PB[이세돌]", "PW[박정환]", "C[바둑 is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/no-ca.sgf", "GBK", &["【第三型】 黑先", "这是从压长星定式演变而来的形。", "AP[MultiGo:4.2.1]"]),
    ("SabakiHQ+sgf/tests/sgf/encoding/nihon-kiin.sgf", "Shift_JIS", &["TE[第1回ソパルコサノル世界最高棋士決定戦第9戦]", "PB[申眞ソ]", "PW[党毅飛]", "RE[257手完, 黒中押し勝ち]"]),
    ("SabakiHQ+sgf/tests/sgf/utf16le.sgf", "UTF-16LE", &["PB[Kitani Minoru]", "CA[UTF16LE]"]),
    ("SabakiHQ+sgf/tests/sgf/utf8bom.sgf", "UTF-8", &["(\n  ;GM[1]FF[4]SZ[19]PW[Go Seigen]"]),
    ("SabakiHQ+sgf/tests/sgf/japanese_bad.sgf", "UTF-8", &["\u{FFFD} is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/complex.sgf", "UTF-8", &["Pedro Páramo: Things turned"]),
    ("SabakiHQ+sgf/tests/complex.sgf", "UTF-8", &["Pedro Páramo: Things turned"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server.sgf", "UTF-8", &["BR[6级]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_handicap.sgf", "UTF-8", &["PW[绝艺指导E]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_japanese.sgf", "UTF-8", &["GN[2020年三星杯韩国预选赛<绝艺讲解>]", "PB[안정기]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_komi.sgf", "UTF-8", &["PB[东升712]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_nokomi.sgf", "UTF-8", &["PW[闲aas信步]"]),
    ("SabakiHQ+sgf/tests/sgf/non_fox_game.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-chinese-gb18030.sgf", "GB18030", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-chinese-gbk.sgf", "GBK", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-simplifiedchinese-gb2312.sgf", "GBK", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-simplifiedchinese-macos.sgf", "GBK", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-traditionalchinese-big5.sgf", "Big5", &[TRADITIONAL]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-traditionalchinese-macos.sgf", "Big5", &[TRADITIONAL]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-japanese-iso2022jp.sgf", "ISO-2022-JP", &[JAPANESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-japanese-macos.sgf", "Shift_JIS", &[JAPANESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-japanese-shiftjis.sgf", "Shift_JIS", &[JAPANESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-korean-macos.sgf", "EUC-KR", &[KOREAN]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-cyrillic-windows.sgf", "windows-1251", &[RUSSIAN]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-isolatin1.sgf", "windows-1252", &[LATIN]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-isolatin9.sgf", "ISO-8859-15", &[LATIN, "|C[Ÿ Œœ €]", "|C[Šš Žž]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-macosroman.sgf", "macintosh", &[LATIN, "C[Ÿ Œœ €]", "C[ƒ ‰ ™]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-windowslatin1.sgf", "windows-1252", &[LATIN, "C[Ÿ Œœ €]", "C[Šš Žž]", "C[ƒ ‰ ™]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf16-nobom.sgf", "UTF-16BE", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf16-withbom.sgf", "UTF-16BE", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf8-nobom.sgf", "UTF-8", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf8-withbom.sgf", "UTF-8", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/compressed-point-list.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/deep-game-tree.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/escaping.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/gameinfo.sgf", "UTF-8", &["FF[4]"]),
];

#[test]
fn corpus_reads_right() {
    let Some(folder) = corpus::path("encodings") else {
        return;
    };
    let files = corpus::files(&folder, "");
    assert_eq!(files.len(), CORPUS.len(), "every file is listed");
    for (path, label, texts) in CORPUS {
        let bytes = std::fs::read(folder.join(path)).unwrap();
        let source = read(&bytes);
        let beyond = source
            .text()
            .find(|char: char| !char.is_ascii())
            .unwrap_or(0);
        assert_eq!(source.segment_at(beyond).charset, charset(label), "{path}");
        for text in *texts {
            let text = text.trim_start_matches('|');
            assert!(source.text().contains(text), "{path}: {text}");
        }
        check_laws(&source);
        let bare = read(&without_charset(&bytes, charset(label)));
        for text in texts.iter().filter(|text| !text.starts_with('|')) {
            if !text.contains("CA[") {
                assert!(bare.text().contains(text), "{path} without CA: {text}");
            }
        }
        // Where a person could tell, nothing at all is read differently.
        if !texts.iter().any(|text| text.starts_with('|')) {
            let expected = without_charset(source.text().as_bytes(), Charset::UTF_8);
            assert!(bare.text().as_bytes() == expected, "{path} without CA");
        }
        check_laws(&bare);
    }
}

/// The bytes of a file in `charset` without the `CA` properties.
fn without_charset(bytes: &[u8], charset: Charset) -> Vec<u8> {
    let code = |text| charset.encode(text).unwrap();
    let (open, close) = (code("CA["), code("]"));
    let find = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).position(|at| at == part);
    let mut bytes = bytes.to_vec();
    while let Some(start) = find(&bytes, &open) {
        let length = find(&bytes[start..], &close).unwrap();
        bytes.drain(start..start + length + close.len());
    }
    bytes
}

#[test]
fn corpus_of_mixed_encodings() {
    let Some(path) = corpus::path("sgfc/mixed-encoding.sgf") else {
        return;
    };
    let bytes = std::fs::read(path).unwrap();
    let source = read(&bytes);
    assert_eq!(
        source.text(),
        "(;FF[4]CA[UTF-16LE]C[hallö! DÜ! ßüper dich zu s€h€n-])\r\n\
         (;FF[4]CA[ISO-8859-15]C[hallö! DÜ! ßüper dich zu s€h€n-])\r\n\
         (;C[s¤h¤n])\r\n\
         (;FF[4]CA[GB18030]C[Cho Chikun (Cho Chihun, Japanese: 趙 治勲, Korean: 조치훈)\n\
         交通運輸\n\
         指揮權])\r\n\
         (;FF[4]CA[SHIFT_JIS]C[Yen: \\\\])\r\n"
    );
    check_laws(&source);
}
