//! Problems in the file of a game, and fixes as diffs. Fixes are written only if the server was started with that
//! option.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse as _;
use kifu::batch::is_other_format;
use kifu::batch::replace::replace_unless_changed;
use kifu::encoding::{DecodeOptions, Source};
use kifu::lint::{Applicability, Diagnostic, Edit, Fixed, Options, check, fix};
use kifu::store::GameId;
use kifu::syntax::LineIndex;
use serde::Deserialize;
use serde_json::{Value, json};
use similar::TextDiff;
use xxhash_rust::xxh3::xxh3_64;

use super::parameters::{GameName, Members, Parameters};
use super::{Answered, App, respond};
use crate::error::ApiError;
use crate::library::Opened;

/// Problems that are listed.
const MOST: usize = 500;

const PACKED: &str = "the record is in an archive, which is not rewritten";

const OTHER_FORMAT: &str =
    "only SGF is rewritten, and the file has another format; convert it by `kifu convert --to sgf`";

/// Bytes shown before, after and of an edit.
const AROUND: usize = 60;

/// Selection of fixes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FixRequest {
    /// Codes of rules, separated by commas; all if it is empty.
    codes: String,
    /// Fixes that may change the meaning of a record or lose information, too.
    #[serde(rename = "unsafe")]
    is_unsafe: bool,
    /// The hash of the file as the client saw it.
    hash: Option<String>,
}

/// The file of a game.
struct File {
    /// Path for writing, or why it cannot be written.
    path: Result<PathBuf, &'static str>,
    name: String,
    bytes: Vec<u8>,
}

impl File {
    fn hash(&self) -> String {
        format!("{:016x}", xxh3_64(&self.bytes))
    }

    /// Refuses a file that is not the one that the client saw.
    fn ensure_hash(&self, hash: Option<&String>) -> Result<(), ApiError> {
        match hash {
            Some(hash) if *hash != self.hash() => Err(ApiError::new(
                StatusCode::CONFLICT,
                "the file has changed; look at its problems again",
            )),
            _ => Ok(()),
        }
    }
}

fn read(opened: &Opened, id: GameId, most: u64) -> Result<File, ApiError> {
    let origin = opened.store.origin(id)?;
    let name = origin.record.to_string();
    if origin.is_packed {
        let bytes = opened.store.record(id)?.into_bytes();
        return Ok(File {
            path: Err(if is_other_format(&origin.file) {
                OTHER_FORMAT
            } else {
                PACKED
            }),
            name,
            bytes,
        });
    }
    let gone = |error: std::io::Error| {
        tracing::warn!(%error, path = %origin.file.display(), "file");
        ApiError::new(StatusCode::GONE, "the file of the game cannot be read")
    };
    let length = fs::metadata(&origin.file).map_err(gone)?.len();
    if length > most {
        let message = format!("the file has {length} bytes, and the limit is {most}");
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    let bytes = fs::read(&origin.file).map_err(gone)?;
    Ok(File {
        path: Ok(origin.file),
        name,
        bytes,
    })
}

/// The nearest boundary of a character at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

fn edit(text: &str, edit: &Edit) -> Value {
    let (start, end) = (edit.span.start, edit.span.end);
    let before = floor(text, start.saturating_sub(AROUND));
    let after = floor(text, (end + AROUND).min(text.len()));
    let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let cut = |text: &str| text[..floor(text, 10 * AROUND)].to_owned();
    json!({
        "before": slice(before, start),
        "old": cut(slice(start, end)),
        "new": cut(&edit.replacement),
        "after": slice(end, after),
    })
}

fn diagnostic(found: &Diagnostic, text: &str, lines: &LineIndex) -> Value {
    let position = lines.position(text.as_bytes(), found.span.start);
    let fix = found.fix.as_ref().map(|fix| {
        json!({
            "title": fix.title,
            "safe": fix.applicability == Applicability::Safe,
            "edits": fix.edits.iter().take(20).map(|own| edit(text, own)).collect::<Vec<_>>(),
        })
    });
    json!({
        "code": found.code,
        "severity": found.severity.name(),
        "message": found.message,
        "why": found.why,
        "line": position.line,
        "column": position.column,
        "fix": fix,
    })
}

/// Returns the problems in the file of a game.
pub(super) async fn diagnostics(State(app): State<Arc<App>>, GameName(name): GameName) -> Answered {
    let opened = app.opened();
    let (most, edits) = (app.limits.file, app.edits.is_some());
    let text = app
        .gate
        .work(move |cancel| {
            let file = read(&opened, opened.game(&name, cancel)?, most)?;
            let hash = file.hash();
            let source = Source::new(file.bytes, &DecodeOptions::default());
            let found = check(&source, &Options::default());
            let lines = LineIndex::new(source.text().as_bytes());
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for own in &found {
                *counts.entry(own.severity.name()).or_default() += 1;
            }
            let list: Vec<Value> = found
                .iter()
                .take(MOST)
                .map(|own| diagnostic(own, source.text(), &lines))
                .collect();
            let document = json!({
                "file": file.name,
                "hash": hash,
                "can_write": edits && file.path.is_ok(),
                "counts": counts,
                "total": found.len(),
                "diagnostics": list,
            });
            Ok(document.to_string())
        })
        .await?;
    Ok((
        ([(header::CACHE_CONTROL, "no-store")]),
        respond::document(text),
    )
        .into_response())
}

/// The fixes of a file, and the text before.
struct Repair {
    old: String,
    fixed: Fixed,
}

impl FixRequest {
    /// The selected rules.
    fn options(&self) -> Result<Options, ApiError> {
        let codes = self.codes.split(',').map(str::trim);
        let codes: Vec<&str> = codes.filter(|code| !code.is_empty()).collect();
        if codes.is_empty() {
            return Ok(Options::default());
        }
        let options = Options::default().with_select(codes);
        if let Some(code) = options.unknown().next() {
            let why = format_args!("`{code}`: unknown rule");
            return Err(ApiError::parameter("codes", why));
        }
        Ok(options)
    }
}

fn repair(bytes: Vec<u8>, options: &Options, request: &FixRequest) -> Repair {
    let applicability = if request.is_unsafe {
        Applicability::Unsafe
    } else {
        Applicability::Safe
    };
    let decode = DecodeOptions::default();
    let old = Source::new(bytes.clone(), &decode).text().to_owned();
    Repair {
        old,
        fixed: fix(bytes, &decode, options, applicability),
    }
}

impl Repair {
    fn json(&self, name: &str, is_written: bool) -> Value {
        let new = self.fixed.source.text();
        let diff = TextDiff::configure()
            .timeout(Duration::from_secs(2))
            .diff_lines(self.old.as_str(), new);
        let base = FilePath::new(name)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let diff = diff
            .unified_diff()
            .context_radius(3)
            .header(&base, &base)
            .to_string();
        json!({
            "written": is_written,
            "changed": self.fixed.is_changed(),
            "applied": self.fixed.applied,
            "left": self.fixed.left,
            "diff": diff,
        })
    }
}

/// Returns the changes that fixes would make.
pub(super) async fn preview(
    State(app): State<Arc<App>>,
    GameName(name): GameName,
    Parameters(request): Parameters<FixRequest>,
) -> Answered {
    let options = request.options()?;
    let opened = app.opened();
    let most = app.limits.file;
    let text = app
        .gate
        .work(move |cancel| {
            let file = read(&opened, opened.game(&name, cancel)?, most)?;
            file.ensure_hash(request.hash.as_ref())?;
            Ok(repair(file.bytes, &options, &request)
                .json(&file.name, false)
                .to_string())
        })
        .await?;
    Ok((
        ([(header::CACHE_CONTROL, "no-store")]),
        respond::document(text),
    )
        .into_response())
}

/// Writes fixes to the file of a game.
pub(super) async fn write(
    State(app): State<Arc<App>>,
    GameName(name): GameName,
    Members(request): Members<FixRequest>,
) -> Answered {
    if app.edits.is_none() {
        let message = "nothing is written: this server does not allow edits";
        return Err(ApiError::new(StatusCode::FORBIDDEN, message));
    }
    if request.hash.is_none() {
        let message = "`hash`: missing; send the `hash` that came with the problems of the file";
        return Err(ApiError::new(StatusCode::PRECONDITION_REQUIRED, message));
    }
    let options = request.options()?;
    let opened = app.opened();
    let shared = app.clone();
    let text = app
        .gate
        .work(move |cancel| {
            let id = opened.game(&name, cancel)?;
            let _alone = shared
                .editing
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let text = write_file(&shared, &opened, id, &options, &request)?;
            shared.library.reload();
            Ok(text)
        })
        .await?;
    Ok(respond::document(text))
}

fn write_file(
    app: &App,
    opened: &Opened,
    id: GameId,
    options: &Options,
    request: &FixRequest,
) -> Result<String, ApiError> {
    let file = read(opened, id, app.limits.file)?;
    let path = file.path.as_ref();
    let path = path.map_err(|why| ApiError::new(StatusCode::CONFLICT, *why))?;
    file.ensure_hash(request.hash.as_ref())?;
    let source = Source::new(file.bytes.clone(), &DecodeOptions::default());
    if let Some(doubt) = source.doubt() {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            format!("the encoding of the file is in doubt: {doubt}"),
        ));
    }
    let repair = repair(file.bytes.clone(), options, request);
    if repair.fixed.is_changed() {
        replace_unless_changed(path, &file.bytes, repair.fixed.source.bytes()).map_err(
            |error| {
                tracing::warn!(%error, "write");
                ApiError::new(
                    StatusCode::CONFLICT,
                    "the file cannot be written, or has changed meanwhile",
                )
            },
        )?;
        tracing::info!(path = %path.display(), "fixed");
        if let Some(edits) = &app.edits
            && let Err(error) = (edits.reindex)(path)
        {
            tracing::warn!(error, "the index could not be brought up to date");
        }
    }
    Ok(repair
        .json(&file.name, repair.fixed.is_changed())
        .to_string())
}
