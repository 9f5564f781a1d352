//! East Asian digits.

use std::borrow::Cow;

/// Value of a Han digit.
const fn digit(char: char) -> Option<u16> {
    Some(match char {
        '〇' | '零' | '○' => 0,
        '一' | '壱' | '壹' => 1,
        '二' | '弐' | '贰' | '貳' => 2,
        '三' | '参' | '叁' | '參' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

const fn is_numeral(char: char) -> bool {
    digit(char).is_some() || matches!(char, '十' | '百' | '廿' | '卅')
}

/// Converts fullwidth letters, digits and signs of `text` to ASCII, and Han numerals to digits: `１９３５年`, `一九三五年十月`,
/// `二百五十七手`. A `元` before `年` becomes the first year.
pub(super) fn to_ascii(text: &str) -> Cow<'_, str> {
    let is_changed =
        |char: char| is_numeral(char) || char == '元' || matches!(char, '！'..='～' | '\u{3000}');
    if !text.contains(is_changed) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let end = rest.find(|char| !is_numeral(char)).unwrap_or(rest.len());
        if end > 0 {
            let (numerals, behind) = rest.split_at(end);
            match number(numerals) {
                Some(digits) => out.push_str(&digits),
                None => out.push_str(numerals),
            }
            rest = behind;
            continue;
        }
        rest = &rest[char.len_utf8()..];
        match char {
            '元' if rest.starts_with(['年', '년']) => out.push('1'),
            '\u{3000}' => out.push(' '),
            '！'..='～' => out.extend(char::from_u32(u32::from(char) - 0xFEE0)),
            _ => out.push(char),
        }
    }
    out.into()
}

/// Converts a number in Han numerals to digits; `None` if it is invalid, such as `十十`.
fn number(numerals: &str) -> Option<String> {
    if numerals.chars().all(|char| digit(char).is_some()) {
        // Digit by digit, as years are written.
        let digits = numerals.chars().filter_map(digit);
        return Some(digits.map(|digit| char::from(b'0' + digit as u8)).collect());
    }
    // The factors must go down: hundreds, tens, ones.
    let (mut total, mut pending, mut last) = (0, None, 1000);
    for char in numerals.chars() {
        let (factor, own) = match char {
            '百' => (100, None),
            '十' => (10, None),
            '廿' => (10, Some(2)),
            '卅' => (10, Some(3)),
            _ => {
                let digit = digit(char)?;
                // A zero only keeps the place: `一百零五`.
                if digit != 0 && pending.replace(digit).is_some() {
                    return None;
                }
                continue;
            }
        };
        if factor >= last || own.is_some() && pending.is_some() {
            return None;
        }
        total += factor * pending.take().or(own).unwrap_or(1);
        last = factor;
    }
    Some((total + pending.unwrap_or(0)).to_string())
}

#[cfg(test)]
mod tests {
    use super::to_ascii;

    #[test]
    fn numerals_become_digits() {
        for (text, ascii) in [
            ("１９３５．６", "1935.6"),
            ("一九三五年十月十六日", "1935年10月16日"),
            ("二十三日", "23日"),
            ("廿三", "23"),
            ("二百五十七手", "257手"),
            ("一百零五", "105"),
            ("元年", "1年"),
            ("元禄元年", "元禄1年"),
            ("十十", "十十"),
            ("plain", "plain"),
        ] {
            assert_eq!(to_ascii(text), ascii);
        }
    }
}
