use kifu_formats::Format;

/// The target of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// SGF of the current version, in place.
    Ff4,
    Sgf,
    Json,
    Format(Format),
}

impl Target {
    /// The usual extensions of a file, in lower case; the first is the one to write.
    pub(super) const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Ff4 | Self::Sgf => &["sgf"],
            Self::Json => &["json"],
            Self::Format(format) => format.extensions(),
        }
    }

    /// Whether a document may follow another in one file. One of GTP may not: settings of the first hold in the second.
    pub(super) const fn may_follow(self) -> bool {
        match self {
            Self::Ff4 | Self::Sgf | Self::Json => true,
            Self::Format(format) => matches!(
                format,
                Format::Ishi | Format::Ggf | Format::Hsgf | Format::Pgn | Format::Katago
            ),
        }
    }
}

/// Reads the value of `--to`.
pub(super) fn target(name: &str) -> Result<Target, String> {
    match &*name.to_ascii_lowercase() {
        "ff4" => Ok(Target::Ff4),
        "sgf" => Ok(Target::Sgf),
        "json" => Ok(Target::Json),
        _ => match format(name) {
            Ok(format) if format.writes() => Ok(Target::Format(format)),
            Ok(format) => Err(format!("{} is only read, not written", format.title())),
            Err(_) => Err(format!(
                "take one of ff4, sgf, json, {}",
                Format::names_written()
            )),
        },
    }
}

/// Reads the value of `--from`.
pub(super) fn format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("take one of {}", names.join(", "))
    })
}
