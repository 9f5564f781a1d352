use proptest::prelude::*;

use super::*;

fn guessed(encoding: &'static Encoding, text: &str) -> &'static str {
    let (bytes, _, _) = encoding.encode(text);
    let sgf = [b"(;PB[", &*bytes, b"]PW[x])"].concat();
    Evidence::of(&sgf)
        .guess(|_| 0)
        .map_or("", |guess| guess.charset.name())
}

#[test]
fn short_texts() {
    let mut wrong = Vec::new();
    for (encoding, texts) in [
        (
            encoding_rs::GBK,
            "古力 柯洁 围棋 九段 聂卫平 李昌镐 黑中盘胜 常昊 王一 业余5段",
        ),
        (
            encoding_rs::BIG5,
            "張栩 周俊勳 圍棋 林海峰 黑中盤勝 王立誠 業餘五段 紅面棋王 吳清源",
        ),
        (
            encoding_rs::SHIFT_JIS,
            "井山裕太 囲碁 本因坊 黒中押し勝ち 武宮正樹 石田芳夫 小林光一 九段 第一局",
        ),
        (
            encoding_rs::EUC_JP,
            "井山裕太 黒中押し勝ち 本因坊 白番です 依田紀基 プロ棋士",
        ),
        (
            encoding_rs::EUC_KR,
            "이세돌 박정환 바둑 조훈현 흑불계승 신진서 김지석 이창호 9단입니다",
        ),
        (
            encoding_rs::WINDOWS_1252,
            "Müller café Björn François Señor Jürgen Größe naïve Åse Øystein Älteste",
        ),
        (
            encoding_rs::WINDOWS_1251,
            "Иванов Черные Александр Динерштейн Победа белых",
        ),
        (
            encoding_rs::KOI8_R,
            "Иванов Черные Александр Динерштейн Победа",
        ),
    ] {
        for text in texts.split(' ') {
            let guess = guessed(encoding, text);
            if guess != encoding.name() {
                wrong.push(format!("{text}: {guess}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

proptest! {
    #[test]
    fn what_is_not_added_up_is_not_the_best(
        bytes in proptest::collection::vec(prop_oneof![0x20_u8..0x7F, 0x80_u8.., 0xA1_u8..0xD8], 1..60),
        favored in 0..CANDIDATES.len(),
        favor in 0_u32..400,
    ) {
        let favored = Charset(Kind::Web(CANDIDATES[favored].encoding));
        let evidence = Evidence::of(&bytes);
        let guess = evidence.guess(|charset| if charset == favored { favor } else { 0 });
        let Some(guess) = guess else {
            prop_assert!(bytes.is_ascii());
            return Ok(());
        };
        prop_assert_eq!(guess.cost, evidence.cost(guess.charset));
        let vote = evidence.vote();
        for candidate in &CANDIDATES {
            let cost = candidate.cost(&evidence.0, u32::MAX).all + candidate.handicap(vote);
            let charset = Charset(Kind::Web(candidate.encoding));
            let weighed = cost.saturating_sub(if charset == favored { favor } else { 0 });
            prop_assert!(guess.weighed <= weighed, "{charset}: {weighed}, {guess:?}");
        }
    }
}
