//! Languages of captions, and their words.

mod guess;

use core::fmt::Write as _;
use core::str::FromStr;

use crate::scene::{Color, Names};

/// The language of captions; it also decides which East Asian font is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
    /// Chinese in simplified characters.
    ChineseSimplified,
    /// Chinese in traditional characters.
    ChineseTraditional,
    /// Korean.
    Korean,
}

/// Error: the name is not a language of captions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLang(pub String);

impl core::fmt::Display for UnknownLang {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "`{}`: expected `en`, `ja`, `zh`, `zh-Hant` or `ko`",
            self.0
        )
    }
}

impl core::error::Error for UnknownLang {}

impl FromStr for Lang {
    type Err = UnknownLang;

    /// Reads a language tag (BCP 47): `en`, `ja`, `zh`, `zh-TW`, `ko-KR`.
    fn from_str(text: &str) -> Result<Self, UnknownLang> {
        let tag = text.to_ascii_lowercase().replace('_', "-");
        Ok(match tag.split('-').next().unwrap_or_default() {
            "en" => Self::English,
            "ja" => Self::Japanese,
            "ko" => Self::Korean,
            "zh" if ["hant", "tw", "hk", "mo"]
                .iter()
                .any(|part| tag.contains(part)) =>
            {
                Self::ChineseTraditional
            }
            "zh" => Self::ChineseSimplified,
            _ => return Err(UnknownLang(text.to_owned())),
        })
    }
}

/// Parts of a book, of its captions and notes, that have a name in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The table of contents.
    Contents,
    /// The problems of a book.
    Problems,
    /// The solutions of a book.
    Solutions,
    /// Problems without a level, after problems with one.
    OtherProblems,
    /// The variation assumed to be the solution of a problem.
    Solution,
    /// A line that solves a problem.
    Correct,
    /// A line that fails.
    Wrong,
    /// Another line.
    Variation,
    /// The rest of a line.
    Continued,
    /// Stones captured.
    Prisoners,
    /// A move without a point.
    Pass,
    /// A move outside the part shown.
    Elsewhere,
    /// A player resigns.
    Resigns,
    /// A player forfeits the game.
    Forfeits,
    /// The players agree on a draw.
    Draw,
    /// A player takes the opponent's side.
    Swaps,
    /// Arrows of a diagram in text.
    Arrows,
    /// Lines of a diagram in text.
    Lines,
    /// Links between pegs of a diagram in text.
    Links,
    /// Numbers of three digits are cut in a diagram in text.
    LastTwoDigits,
}

impl Lang {
    /// The tag of the language (BCP 47).
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
            Self::ChineseSimplified => "zh-Hans",
            Self::ChineseTraditional => "zh-Hant",
            Self::Korean => "ko",
        }
    }

    #[cfg(any(feature = "png", feature = "pdf"))]
    /// The endings of the names of font families for this language.
    pub(crate) const fn font_regions(self) -> &'static [&'static str] {
        match self {
            Self::English => &[],
            Self::Japanese => &["CJK JP", " JP"],
            Self::ChineseSimplified => &["CJK SC", " SC", " CN"],
            Self::ChineseTraditional => &["CJK TC", " TC", " TW", " HK"],
            Self::Korean => &["CJK KR", " KR"],
        }
    }

    /// Whether words follow each other without blanks.
    pub(crate) const fn is_solid(self) -> bool {
        !matches!(self, Self::English | Self::Korean)
    }

    /// A word in this language.
    pub const fn word(self, word: Word) -> &'static str {
        let [english, japanese, simplified, traditional, korean] = match word {
            Word::Contents => ["Contents", "目次", "目录", "目錄", "차례"],
            Word::Problems => ["Problems", "問題", "题目", "題目", "문제"],
            Word::Solutions => ["Solutions", "解答", "解答", "解答", "해답"],
            Word::OtherProblems => [
                "Other problems",
                "その他の問題",
                "其他题目",
                "其他題目",
                "기타 문제",
            ],
            Word::Solution => ["Solution", "正解", "正解", "正解", "정답"],
            Word::Correct => ["Correct", "正解", "正解", "正解", "정답"],
            Word::Wrong => ["Wrong", "失敗", "失败", "失敗", "실패"],
            Word::Variation => ["Variation", "変化", "变化", "變化", "변화"],
            Word::Continued => ["continued", "続き", "续", "續", "계속"],
            Word::Prisoners => ["prisoners:", "アゲハマ", "提子", "提子", "사석"],
            Word::Pass => ["pass", "はパス", "虚手", "虛手", "패스"],
            Word::Elsewhere => ["elsewhere", "手抜き", "脱先", "脫先", "손뺌"],
            Word::Resigns => ["resigns", "は投了", "认输", "認輸", "기권"],
            Word::Forfeits => ["forfeits", "は反則負け", "判负", "判負", "몰수패"],
            Word::Draw => ["draw", "で引き分け", "和棋", "和棋", "무승부"],
            Word::Swaps => ["swaps", "は交換", "交换", "交換", "교환"],
            Word::Arrows => ["arrows", "矢印", "箭头", "箭頭", "화살표"],
            Word::Lines => ["lines", "線", "线", "線", "선"],
            Word::Links => ["links", "連結", "连接", "連接", "연결"],
            Word::LastTwoDigits => [
                "numbers from 100 on: last two digits",
                "100以上は下2桁",
                "100起为后两位",
                "100起為後兩位",
                "100부터 끝 두 자리",
            ],
        };
        match self {
            Self::English => english,
            Self::Japanese => japanese,
            Self::ChineseSimplified => simplified,
            Self::ChineseTraditional => traditional,
            Self::Korean => korean,
        }
    }

    /// Names of the two sides.
    pub fn names(self) -> Names {
        let (black, white) = match self {
            Self::English => ("Black", "White"),
            Self::Japanese => ("黒", "白"),
            Self::ChineseSimplified | Self::ChineseTraditional => ("黑", "白"),
            Self::Korean => ("흑", "백"),
        };
        Names {
            black: black.into(),
            white: white.into(),
        }
    }

    /// A figure of the game: `Figure 3`, `第3譜`.
    pub fn figure(self, number: usize) -> String {
        match self {
            Self::English => format!("Figure {number}"),
            Self::Japanese | Self::ChineseTraditional => format!("第{number}譜"),
            Self::ChineseSimplified => format!("第{number}谱"),
            Self::Korean => format!("제{number}보"),
        }
    }

    /// A diagram of a variation: `Diagram 3`, `参考図3`.
    pub fn diagram(self, number: usize) -> String {
        match self {
            Self::English => format!("Diagram {number}"),
            Self::Japanese => format!("参考図{number}"),
            Self::ChineseSimplified => format!("参考图{number}"),
            Self::ChineseTraditional => format!("參考圖{number}"),
            Self::Korean => format!("참고도 {number}"),
        }
    }

    /// Several diagrams: `Diagrams 3–5`.
    pub fn diagrams(self, first: usize, last: usize) -> String {
        let name = self.diagram(first);
        let name = match self {
            Self::English => name.replacen("Diagram", "Diagrams", 1),
            _ => name,
        };
        format!("{name}–{last}")
    }

    /// Caption of a variation that replaces a move of a diagram: `in place of 3 in Diagram 1`.
    pub fn in_place_of_in(self, number: u32, diagram: usize) -> String {
        let diagram = self.diagram(diagram);
        match self {
            Self::English => format!("in place of\u{a0}{number} in {diagram}"),
            Self::Japanese => format!("{diagram}の{number}の変化"),
            Self::ChineseSimplified => format!("{diagram}中{number}的变化"),
            Self::ChineseTraditional => format!("{diagram}中{number}的變化"),
            Self::Korean => format!("{diagram}의 {number}의\u{a0}변화"),
        }
    }

    /// Caption of a variation that replaces a move: `in place of 13`.
    pub fn in_place_of(self, number: u32) -> String {
        match self {
            Self::English => format!("in place of\u{a0}{number}"),
            Self::Japanese => format!("{number}の変化"),
            Self::ChineseSimplified => format!("{number}的变化"),
            Self::ChineseTraditional => format!("{number}的變化"),
            Self::Korean => format!("{number}의\u{a0}변화"),
        }
    }

    /// A game by its number: `Game 3`, `第3局`.
    pub fn game(self, number: usize) -> String {
        match self {
            Self::English => format!("Game {number}"),
            Self::Japanese | Self::ChineseSimplified | Self::ChineseTraditional => {
                format!("第{number}局")
            }
            Self::Korean => format!("제{number}국"),
        }
    }

    /// A problem: `Problem 12`, `第12問`.
    pub fn problem(self, number: usize) -> String {
        match self {
            Self::English => format!("Problem {number}"),
            Self::Japanese => format!("第{number}問"),
            Self::ChineseSimplified => format!("第{number}题"),
            Self::ChineseTraditional => format!("第{number}題"),
            Self::Korean => format!("문제 {number}"),
        }
    }

    /// Names the player to move: `Black to play`, `黒番`.
    pub fn to_play(self, side: Color, names: &Names) -> String {
        let name = names.of(side);
        match self {
            Self::English => format!("{name} to play"),
            Self::Japanese => format!("{name}番"),
            Self::ChineseSimplified | Self::ChineseTraditional => format!("{name}先"),
            Self::Korean => format!("{name} 차례"),
        }
    }

    /// Names the player of the odd numbers: `Black plays the odd numbers`, `黒は奇数`.
    pub(crate) fn plays_odd_numbers(self, side: Color, names: &Names) -> String {
        let name = names.of(side);
        match self {
            Self::English => format!("{name} plays the odd numbers"),
            Self::Japanese => format!("{name}は奇数"),
            Self::ChineseSimplified => format!("{name}为单数"),
            Self::ChineseTraditional => format!("{name}為單數"),
            Self::Korean => format!("{name}은 홀수"),
        }
    }

    /// Sentence about variations that are not printed: `2 more variations are not shown.`
    pub fn more_lines(self, count: usize) -> String {
        match self {
            Self::English if count == 1 => "1 more variation is not shown.".into(),
            Self::English => format!("{count} more variations are not shown."),
            Self::Japanese => format!("ほか{count}変化。"),
            Self::ChineseSimplified => format!("另有{count}种变化。"),
            Self::ChineseTraditional => format!("另有{count}種變化。"),
            Self::Korean => format!("그 밖의 변화 {count}개."),
        }
    }

    /// Joins parts of a caption that follow each other: `Problem 12, Black to play`.
    pub(crate) const fn comma(self) -> &'static str {
        match self {
            Self::Japanese => "、",
            Self::ChineseSimplified | Self::ChineseTraditional => "，",
            Self::English | Self::Korean => ", ",
        }
    }

    /// Separates numbers of a list: `12, 15`.
    const fn list_comma(self) -> &'static str {
        if self.is_solid() { "、" } else { ", " }
    }

    /// A text in parentheses after another.
    #[cfg(feature = "sgf")]
    pub(crate) fn aside(self, text: &str, aside: &str) -> String {
        if self.is_solid() {
            format!("{text}（{aside}）")
        } else {
            format!("{text} ({aside})")
        }
    }

    /// Moves at the place of another: `12, 15 at 7`. No line breaks inside a short entry, nor
    /// before its last number.
    pub(crate) fn moves_at(self, numbers: &[u32], place: &NotePlace) -> String {
        const SHORT: usize = 24;
        let mut list = String::new();
        for (index, number) in numbers.iter().enumerate() {
            if index > 0 {
                list.push_str(self.list_comma());
            }
            let _ = write!(list, "{number}");
        }
        let entry = match (self, place) {
            (Self::English, NotePlace::At(at)) => format!("{list} at\u{a0}{at}"),
            (Self::Japanese, NotePlace::At(at)) => format!("{list}は{at}の点"),
            (Self::ChineseSimplified | Self::ChineseTraditional, NotePlace::At(at)) => {
                format!("{list}＝{at}")
            }
            (Self::Korean, NotePlace::At(at)) => format!("{list}…{at}의\u{a0}곳"),
            (_, NotePlace::Word(word)) if self.is_solid() => format!("{list}{}", self.word(*word)),
            (_, NotePlace::Word(word)) => format!("{list} {}", self.word(*word)),
        };
        if entry.chars().count() <= SHORT {
            return entry.replace(' ', "\u{a0}");
        }
        match entry.rfind(", ") {
            Some(at) => format!(
                "{}, {}",
                &entry[..at],
                entry[at + 2..].replace(' ', "\u{a0}")
            ),
            None => entry.replace(' ', "\u{a0}"),
        }
    }

    /// An entry that says which move has a label: `A = 12`, `A＝12`.
    pub(crate) fn reference(self, label: &str, number: u32) -> String {
        if self.is_solid() {
            format!("{label}＝{number}")
        } else {
            format!("{label} = {number}")
        }
    }

    /// The name of a game-info property; `None` for others.
    pub fn info_name(self, identifier: &str) -> Option<&'static str> {
        const NAMES: [(&str, [&str; 5]); 18] = [
            ("GN", ["Game", "対局", "对局", "對局", "대국"]),
            ("EV", ["Event", "棋戦", "赛事", "賽事", "대회"]),
            ("RO", ["Round", "局", "轮次", "輪次", "국"]),
            ("PC", ["Place", "場所", "地点", "地點", "장소"]),
            ("DT", ["Date", "日付", "日期", "日期", "날짜"]),
            ("PB", ["Black", "黒番", "黑方", "黑方", "흑"]),
            ("PW", ["White", "白番", "白方", "白方", "백"]),
            ("HA", ["Handicap", "置石", "让子", "讓子", "접바둑"]),
            ("KM", ["Komi", "コミ", "贴目", "貼目", "덤"]),
            ("RU", ["Rules", "ルール", "规则", "規則", "규칙"]),
            ("TM", ["Time", "持ち時間", "用时", "用時", "제한시간"]),
            ("OT", ["Overtime", "秒読み", "读秒", "讀秒", "초읽기"]),
            ("ON", ["Opening", "布石", "布局", "布局", "포석"]),
            ("RE", ["Result", "結果", "结果", "結果", "결과"]),
            ("SO", ["Source", "出典", "来源", "來源", "출처"]),
            ("AN", ["Annotator", "解説", "解说", "解說", "해설"]),
            ("CP", ["Copyright", "著作権", "版权", "版權", "저작권"]),
            ("GC", ["About", "概要", "简介", "簡介", "소개"]),
        ];
        let (_, names) = NAMES.iter().find(|(known, _)| *known == identifier)?;
        Some(names[self as usize])
    }
}

/// Position of a move in a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotePlace {
    /// At a number, a label or a point.
    At(String),
    /// Nowhere on the part shown.
    Word(Word),
}
