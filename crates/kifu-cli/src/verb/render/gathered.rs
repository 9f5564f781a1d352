//! The content of one output, and the names and languages of its records.

use std::path::{Path, PathBuf};

use kifu::{Collection, GameTree};
use kifu_batch::Input;
use kifu_diagram::book::{Block, Book};
use kifu_diagram::{Lang, Scene, Sheet};

/// The content of one output.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) what: What,
    /// The language that selects East Asian fonts.
    pub(super) lang: Lang,
}

/// The arrangement of scenes.
#[derive(Debug)]
pub(super) enum What {
    /// Each scene separately.
    Scenes(Vec<Scene>),
    /// Several on a page, at the scale that fits.
    Sheet(Vec<Scene>, Sheet),
    /// With text, at one scale.
    Book(Box<Book>),
}

impl Gathered {
    pub(super) fn of_book(book: Book, lang: Lang) -> Self {
        Self {
            what: What::Book(Box::new(book)),
            lang,
        }
    }

    /// The language of captions.
    pub(super) fn captions(&self) -> Lang {
        match &self.what {
            What::Book(book) => book.lang,
            What::Scenes(scenes) | What::Sheet(scenes, _) => {
                scenes.first().map_or(Lang::English, |scene| scene.lang)
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match &self.what {
            What::Scenes(scenes) | What::Sheet(scenes, _) => scenes.is_empty(),
            What::Book(book) => !book.blocks.iter().any(|block| match block {
                Block::Row(figures) => !figures.is_empty(),
                Block::Figure(_) | Block::Paragraph(_) => true,
                _ => false,
            }),
        }
    }
}

/// The languages of records.
#[derive(Debug, Default)]
pub(super) struct Languages {
    charset: Option<Lang>,
    script: Option<Lang>,
    /// Letters of comments: East Asian ones, and all.
    letters: [usize; 2],
}

impl Languages {
    /// Examines the texts of a collection, up to about 20,000 characters.
    pub(super) fn add(&mut self, collection: &Collection) {
        const ENOUGH: usize = 20_000;
        for game in collection.games() {
            let root = game.root();
            let charset = root.simple_text("CA").unwrap_or_default();
            self.charset = self.charset.or_else(|| Lang::of_charset(&charset));
            let names = ["PB", "PW", "EV", "GN", "PC"];
            self.script = self.script.or_else(|| {
                language_of(
                    &names.map(|identifier| root.simple_text(identifier).unwrap_or_default()),
                )
            });
            for node in game.nodes() {
                if self.letters[1] > ENOUGH {
                    return;
                }
                let Some(text) = node.comment() else {
                    continue;
                };
                self.script = Lang::of_text(&text).or(self.script);
                let letters = text.chars().filter(|c| c.is_alphabetic());
                for letter in letters {
                    self.letters[0] += usize::from(u32::from(letter) >= 0x2e80);
                    self.letters[1] += 1;
                }
            }
        }
    }

    /// The language of captions: that of most comments.
    pub(super) fn captions(&self) -> Lang {
        let [east_asian, all] = self.letters;
        if east_asian * 3 > all {
            self.fonts()
        } else {
            Lang::English
        }
    }

    /// The language whose fonts are used: by the character set, or else by the script.
    pub(super) fn fonts(&self) -> Lang {
        self.charset.or(self.script).unwrap_or_default()
    }
}

/// The language of the texts of a root: that of the first text which has one. Korean, whose fonts have no characters of
/// the other languages, gives way to Japanese and to simplified Chinese.
fn language_of(texts: &[impl AsRef<str>]) -> Option<Lang> {
    let mut found = texts.iter().filter_map(|text| Lang::of_text(text.as_ref()));
    let first = found.next()?;
    let other = |lang: &Lang| matches!(lang, Lang::Japanese | Lang::ChineseSimplified);
    match first {
        Lang::Korean => Some(found.find(other).unwrap_or(first)),
        _ => Some(first),
    }
}

/// The path that names an input.
pub(super) fn path(input: &Input) -> PathBuf {
    match input {
        Input::File(path) => path.clone(),
        Input::Stdin => PathBuf::from("-"),
        Input::Member { name, .. } => PathBuf::from(name),
    }
}

/// The name of a file without its folder and extension.
pub(super) fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The caption of a game on a contact sheet.
pub(super) fn caption(collection: &Collection, game: GameTree<'_>, file: &Path) -> String {
    let root = game.root();
    let text = |identifier| root.simple_text(identifier).unwrap_or_default();
    let name = match (text("PB").trim(), text("PW").trim()) {
        ("", "") => text("GN").trim().to_owned(),
        (only, "") | ("", only) => only.to_owned(),
        (black, white) => format!("{black} – {white}"),
    };
    let result = text("RE");
    match (name.as_str(), result.trim()) {
        ("", _) if collection.len() > 1 => format!("{}, {}", stem(file), game.number() + 1),
        ("", _) => stem(file),
        (name, "") => name.to_owned(),
        (name, result) => format!("{name}, {result}"),
    }
}
