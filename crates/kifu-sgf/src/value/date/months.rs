//! The names of months.

/// Names in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Polish and Russian, in lower case;
/// of the longer ones, the first three letters in English too.
#[rustfmt::skip]
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "jänner", "janvier", "janv", "enero", "gennaio", "gen", "janeiro", "januari", "stycznia", "января", "январь"],
    &["february", "feb", "februar", "février", "fevrier", "févr", "febrero", "febbraio", "fevereiro", "februari", "lutego", "февраля", "февраль"],
    &["march", "mar", "märz", "maerz", "mars", "marzo", "março", "maart", "marca", "марта", "март"],
    &["april", "apr", "avril", "avr", "abril", "aprile", "kwietnia", "апреля", "апрель"],
    &["may", "mai", "mayo", "maggio", "maio", "mei", "maj", "maja", "мая", "май"],
    &["june", "jun", "juni", "juin", "junio", "giugno", "junho", "czerwca", "июня", "июнь"],
    &["july", "jul", "juli", "juillet", "juil", "julio", "luglio", "julho", "lipca", "июля", "июль"],
    &["august", "aug", "août", "aout", "agosto", "augustus", "augusti", "sierpnia", "августа", "август"],
    &["september", "sep", "sept", "septembre", "septiembre", "settembre", "setembro", "września", "сентября", "сентябрь"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "outubro", "października", "октября", "октябрь"],
    &["november", "nov", "novembre", "noviembre", "novembro", "listopada", "ноября", "ноябрь"],
    &["december", "dec", "dezember", "dez", "décembre", "decembre", "déc", "diciembre", "dicembre", "dezembro", "grudnia", "декабря", "декабрь"],
];

/// The number of the month of this name, from 1.
pub(super) fn number(word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    let index = MONTHS
        .iter()
        .position(|names| names.contains(&word.as_str()))?;
    // There are twelve.
    Some(index as u8 + 1)
}
