/// The bytes of hexadecimal digits, white space between them ignored.
pub(crate) fn hex(text: &str) -> Result<Vec<u8>, String> {
    let digits = text
        .chars()
        .filter(|char| !char.is_whitespace())
        .map(|char| {
            char.to_digit(16)
                .ok_or(format!("`{char}` is not a hexadecimal digit"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        return Err("an odd number of hexadecimal digits".to_owned());
    }
    Ok(pairs
        .iter()
        .map(|[high, low]| (high * 16 + low) as u8)
        .collect())
}

/// The bytes of base64 (the standard alphabet), white space and padding ignored.
pub(crate) fn base64(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=')
    {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err(format!("`{}` is not a base64 digit", char::from(byte))),
        };
        held = held << 6 | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal() {
        assert_eq!(hex("28 3b\n29"), Ok(b"(;)".to_vec()));
        assert!(hex("2").is_err());
        assert!(hex("2g").is_err());
    }

    #[test]
    fn base_64() {
        assert_eq!(base64("KDsp"), Ok(b"(;)".to_vec()));
        assert_eq!(base64("KDspCg=="), Ok(b"(;)\n".to_vec()));
        assert!(base64("?").is_err());
    }
}
