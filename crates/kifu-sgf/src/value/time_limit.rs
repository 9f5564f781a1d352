//! Time: the values of `TM`, `BL` and `WL`, seconds as a real number.

use super::{Lenient, Overtime, Real, Repair, ValueError, ValueErrorKind, han, real, scan};

/// Reads a time in seconds. Time left may be negative: servers write that for a clock that ran
/// out.
///
/// # Errors
/// The errors of [`real::parse`].
pub fn parse(raw: &str) -> Result<Real, ValueError> {
    real::parse(raw)
}

/// Reads a time limit like [`real::parse_lenient`], and also with units (`1h30m`, `90 min`, `8 hours each`), as hours,
/// minutes and seconds (`1:30:00`), or as minutes and seconds if they cannot be hours and minutes (`60:00`), and with
/// fullwidth or Han digits (`１時間`). Of `10/3 0m`, `30:00(5x1:00)` and the like it reads the main time.
///
/// # Errors
/// The errors of [`parse`], if the text is not a time or is ambiguous: `1:30`.
pub fn parse_lenient(raw: &str) -> Result<Lenient<Real>, ValueError> {
    let strict = match real::parse_lenient(raw) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let control = TimeControl::parse(raw).map_err(|_| strict)?;
    let repair = match control.overtime {
        None => Repair::TimeUnit,
        Some(_) => Repair::TimeWithOvertime,
    };
    let main = control.main.ok_or(strict)?;
    Ok(Lenient::repaired(main, repair))
}

/// Reads the time left to a player as [`parse_lenient`] does; `1:30` is a minute and a half.
///
/// # Errors
/// The errors of [`parse`], if the text is no time.
pub fn parse_left_lenient(raw: &str) -> Result<Lenient<Real>, ValueError> {
    let strict = match real::parse_lenient(raw) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let text = scan::trim(raw);
    let value = clock(text, true).or_else(|| with_units(text));
    let value = value.and_then(Real::new).ok_or(strict)?;
    Ok(Lenient::repaired(value, Repair::TimeUnit))
}

/// The time of a game: main time and overtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// Main time of each player in seconds; `None` if it is not known.
    pub main: Option<Real>,
    /// Overtime after the main time; `None` if it is not known.
    pub overtime: Option<Overtime>,
}

impl TimeControl {
    /// Reads a `TM`, in which some programs also put the overtime.
    ///
    /// # Errors
    /// [`UnclearWording`](ValueErrorKind::UnclearWording) if the wording is ambiguous or the time is negative.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        let text = scan::trim(raw);
        read(text)
            .or_else(|| read(&han::to_ascii(text)))
            .ok_or(ValueError::whole(ValueErrorKind::UnclearWording, raw))
    }

    /// Combines the times of `TM` and `OT`, as far as they are present and clear.
    #[must_use]
    pub fn of(tm: Option<&str>, ot: Option<&str>) -> Self {
        let control = tm.and_then(|raw| Self::parse(raw).ok()).unwrap_or_default();
        let overtime = ot.and_then(|raw| Overtime::parse(raw).ok());
        Self {
            main: control.main,
            overtime: overtime.or(control.overtime),
        }
    }
}

fn read(text: &str) -> Option<TimeControl> {
    let main = |main: f64| {
        Some(TimeControl {
            main: Some(Real::new(main)?),
            overtime: None,
        })
    };
    // Archives of Tygem have hundreds of thousands of these, and nothing else is written so.
    if let Some(control) = tygem(text) {
        return Some(control);
    }
    if let Ok(seconds) = real::parse_lenient(text) {
        let seconds = seconds.value.get();
        return if seconds < 0.0 { None } else { main(seconds) };
    }
    if let Some(seconds) = clock(text, false).or_else(|| with_units(text)) {
        return main(seconds);
    }
    with_periods(text).or_else(|| with_canadian(text))
}

/// `30/3 10m`, as Tygem writes it: three periods of thirty seconds, ten minutes before them.
fn tygem(text: &str) -> Option<TimeControl> {
    let (periods, main) = text.split_once(' ')?;
    let (seconds, periods) = periods.split_once('/')?;
    let minutes = main.strip_suffix('m')?;
    if ![seconds, periods, minutes].into_iter().all(scan::is_digits) {
        return None;
    }
    Some(TimeControl {
        main: Real::new(minutes.parse::<f64>().ok()? * 60.0),
        overtime: Some(Overtime::ByoYomi {
            periods: periods.parse().ok().filter(|&count| count > 0)?,
            seconds: real::parse(seconds).ok()?,
        }),
    })
}

/// `30:00(5x1:00)`: main time, and periods in brackets.
fn with_periods(text: &str) -> Option<TimeControl> {
    let (main, periods) = text.strip_suffix(')')?.split_once('(')?;
    let (periods, length) = periods.split_once('x')?;
    Some(TimeControl {
        main: Real::new(clock(main.trim_end(), true)?),
        overtime: Some(Overtime::ByoYomi {
            periods: periods.parse().ok().filter(|&count| count > 0)?,
            seconds: Real::new(clock(length, true)?)?,
        }),
    })
}

/// `30:00+30:00/25`: main time, and a time for a number of moves.
fn with_canadian(text: &str) -> Option<TimeControl> {
    let (main, overtime) = text.split_once('+')?;
    let (time, moves) = overtime.split_once('/')?;
    Some(TimeControl {
        main: Real::new(clock(main, true)?),
        overtime: Some(Overtime::Canadian {
            moves: moves.parse().ok().filter(|&count| count > 0)?,
            seconds: Real::new(clock(time, true)?)?,
        }),
    })
}

/// A time in seconds without a sign, or with units.
pub(super) fn seconds(text: &str) -> Option<Real> {
    match real::parse(text) {
        Ok(value) if !text.starts_with(['+', '-']) => Some(value),
        Ok(_) => None,
        Err(_) => with_units(text).and_then(Real::new),
    }
}

/// Reads `1:30:00`, `60:00`. Two numbers are minutes and seconds if the caller knows it, or if the first is too large
/// for hours.
fn clock(text: &str, two_are_minutes: bool) -> Option<f64> {
    let mut parts = [0_u32; 3];
    let mut count = 0;
    for part in text.split(':') {
        let is_part = scan::is_digits(part) && (count == 0 || part.len() == 2);
        *parts.get_mut(count).filter(|_| is_part)? = part.parse().ok()?;
        count += 1;
    }
    match (count, parts) {
        (2, [minutes, seconds, _]) if seconds < 60 && (two_are_minutes || minutes >= 24) => {
            Some(f64::from(minutes) * 60.0 + f64::from(seconds))
        }
        (3, [hours, minutes, seconds]) if minutes < 60 && seconds < 60 => {
            Some(f64::from(hours) * 3600.0 + f64::from(minutes * 60 + seconds))
        }
        _ => None,
    }
}

/// `1h30m`, `90 min`, `8 hours each`, `1.5h`, `30秒`: the units go down.
fn with_units(text: &str) -> Option<f64> {
    const UNITS: [(&[&str], f64); 3] = [
        (
            &["h", "hr", "hrs", "hour", "hours", "时", "時間", "小时"],
            3600.0,
        ),
        (
            &["m", "min", "mins", "minute", "minutes", "分", "分钟"],
            60.0,
        ),
        (&["s", "sec", "secs", "second", "seconds", "秒"], 1.0),
    ];
    let mut rest = text.strip_suffix("each").unwrap_or(text).trim();
    let mut total = 0.0;
    let mut units = &UNITS[..];
    while !rest.is_empty() {
        let (number, behind) = scan::split_decimal(rest);
        let behind = behind.trim_start();
        let end = behind
            .find(|char: char| !char.is_alphabetic())
            .unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(end);
        let place = units
            .iter()
            .position(|(names, _)| scan::is_one_of(unit, names))?;
        let number: f64 = number.replacen(',', ".", 1).parse().ok()?;
        total += number * units[place].1;
        units = &units[place + 1..];
        rest = behind.strip_prefix('.').unwrap_or(behind).trim_start();
    }
    (units.len() < UNITS.len()).then_some(total)
}
