//! Guesses the language of a text by its script.

use super::Lang;

/// Frequent characters of Go texts that only one of the written languages has.
const JAPANESE: &str = "囲対戦黒図経単数続圧発変説読検桝両斉処覚険厳実広拡声売団伝";
const SIMPLIFIED: &str = "围对战图经单数续压发变说读检两处觉险严实广声卖团传这个们来时会为无应该让过还进边间贴赛级获胜败势点块";
const TRADITIONAL: &str = "圍對戰圖經單數續壓發變說讀檢兩處覺險嚴實廣聲賣團傳這個們來時會為無應該讓過還進邊間貼賽級獲勝敗勢點塊";

impl Lang {
    /// The language that the characters of a text show; `None` for text without East Asian letters,
    /// or with ideographs that several languages share.
    pub fn of_text(text: &str) -> Option<Self> {
        let (mut simplified, mut traditional, mut japanese) = (0_u32, 0_u32, 0_u32);
        for c in text.chars().filter(|c| !c.is_ascii()) {
            match u32::from(c) {
                0x3041..=0x30fa => return Some(Self::Japanese),
                0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7a3 => return Some(Self::Korean),
                _ => {}
            }
            simplified += u32::from(SIMPLIFIED.contains(c));
            traditional += u32::from(TRADITIONAL.contains(c));
            japanese += u32::from(JAPANESE.contains(c));
        }
        let most = simplified.max(traditional).max(japanese);
        if most == 0 {
            None
        } else if most == simplified {
            Some(Self::ChineseSimplified)
        } else if most == japanese {
            Some(Self::Japanese)
        } else {
            Some(Self::ChineseTraditional)
        }
    }

    /// Returns the language of a character set (`CA`); `None` for those used by several languages.
    pub fn of_charset(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase().replace('_', "-");
        let has = |part: &str| name.contains(part);
        if has("jis") || has("euc-jp") || has("2022-jp") || has("932") {
            Some(Self::Japanese)
        } else if has("big5") || has("950") {
            Some(Self::ChineseTraditional)
        } else if has("gb") || has("hz") || has("936") || has("euc-cn") {
            Some(Self::ChineseSimplified)
        } else if has("euc-kr") || has("949") || has("2022-kr") || has("ksc") {
            Some(Self::Korean)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lang;

    #[test]
    fn languages_by_script() {
        for (text, expected) in [
            ("Black to play", None),
            ("黒先、活きる", Some(Lang::Japanese)),
            ("黑先活，这个变化", Some(Lang::ChineseSimplified)),
            ("黑先活，這個變化", Some(Lang::ChineseTraditional)),
            ("흑 차례", Some(Lang::Korean)),
            ("呉清源", None),
        ] {
            assert_eq!(Lang::of_text(text), expected, "{text}");
        }
        assert_eq!(Lang::of_charset("Shift_JIS"), Some(Lang::Japanese));
        assert_eq!(Lang::of_charset("UTF-8"), None);
        assert_eq!("zh-TW".parse(), Ok(Lang::ChineseTraditional));
        assert!("de".parse::<Lang>().is_err());
    }
}
