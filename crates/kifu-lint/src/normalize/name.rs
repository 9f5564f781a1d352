//! Names of players.

use kifu_syntax::text::{escape_simple_text, unescape_simple_text};

use super::{Aliases, Form};

/// Distance of the full-width forms of ASCII from ASCII, in code points.
const FULL_WIDTH: u32 = 0xFEE0;

/// The first of the half-width signs of Japanese.
const HALF_WIDTH: u32 = 0xFF61;

/// Full-width forms of the signs from [`HALF_WIDTH`] on, in order; the last two are the marks of voiced sounds.
const KATAKANA: &str = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテト\
                        ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";

/// Returns the name from the table, or else the tidied name.
pub(super) fn form(raw: &str, aliases: &Aliases) -> Form {
    let name = unescape_simple_text(raw);
    let (new, why) = match aliases.name(&name) {
        Some(known) => (known.to_owned(), "the table of players calls them so"),
        None => (
            tidied(&name),
            "the same name in one form can be searched and compared",
        ),
    };
    // A name of nothing but white space is left to whoever wrote it.
    if new == name || new.is_empty() {
        return Form::Same;
    }
    Form::New(escape_simple_text(&new).into_owned(), why)
}

/// The name without white space around, with single blanks inside, in letters of their usual width:
/// narrow for Latin letters, wide for Japanese ones.
pub(super) fn tidied(name: &str) -> String {
    let mut wide = String::with_capacity(name.len());
    for char in name.chars() {
        match (char, wide.chars().next_back()) {
            ('\u{FF01}'..='\u{FF5E}', _) => {
                wide.push(char::from_u32(char as u32 - FULL_WIDTH).unwrap_or(char));
            }
            ('\u{FF9E}' | '\u{FF9F}', Some(before)) if voiced(before, char).is_some() => {
                wide.pop();
                wide.extend(voiced(before, char));
            }
            ('\u{FF61}'..='\u{FF9F}', _) => {
                let place = (char as u32 - HALF_WIDTH) as usize;
                wide.push(KATAKANA.chars().nth(place).unwrap_or(char));
            }
            _ => wide.push(char),
        }
    }
    let words: Vec<&str> = wide.split_whitespace().collect();
    words.join(" ")
}

/// The sound with its mark as one letter: `カ` and `゛` are `ガ`.
fn voiced(sound: char, mark: char) -> Option<char> {
    let next = |by| char::from_u32(sound as u32 + by);
    match (sound, mark) {
        ('ウ', '\u{FF9E}') => Some('ヴ'),
        ('ハ' | 'ヒ' | 'フ' | 'ヘ' | 'ホ', '\u{FF9F}') => next(2),
        (
            'カ' | 'キ' | 'ク' | 'ケ' | 'コ' | 'サ' | 'シ' | 'ス' | 'セ' | 'ソ' | 'タ' | 'チ'
            | 'ツ' | 'テ' | 'ト' | 'ハ' | 'ヒ' | 'フ' | 'ヘ' | 'ホ',
            '\u{FF9E}',
        ) => next(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::tidied;

    #[test]
    fn letters_have_their_usual_width() {
        for (name, tidy) in [
            ("  Go \u{3000}Seigen ", "Go Seigen"),
            ("Ａｌｐｈａ　Ｇｏ！", "Alpha Go!"),
            ("ﾀﾞﾝ ﾊﾟｰｷﾝｽ", "ダン パーキンス"),
            ("ｳﾞｨｸﾄﾙ", "ヴィクトル"),
            ("ｱﾞ", "ア゛"),
            ("小林　光一", "小林 光一"),
            ("", ""),
        ] {
            assert_eq!(tidied(name), tidy);
            assert_eq!(tidied(tidy), tidy);
        }
    }
}
