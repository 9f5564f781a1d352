//! Fonts of the raster and PDF pens.
//!
//! A subset of Noto Sans (Latin, Greek, Cyrillic; SIL Open Font License) is part of the crate, so digits and names
//! look the same on every machine. The fonts of the system are searched only if a picture has other characters or a
//! theme names another family, and then only once.

#[cfg(feature = "pdf")]
pub(crate) mod shape;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

#[cfg(feature = "png")]
use resvg::tiny_skia::{Path, PathBuilder};
use resvg::usvg::fontdb::{Database, Family, ID, Query, Style, Weight};
use resvg::usvg::{FontResolver, FontSelectionFn, Options};

use crate::picture::Picture;
use crate::{Lang, Problem};

/// The family of the font that comes with the crate.
const OWN: &str = "Noto Sans";

/// Maximum number of characters named in a [`Problem::MissingGlyphs`].
const MOST_NAMED: usize = 20;

/// The bytes of a font file.
#[cfg(feature = "pdf")]
pub(crate) type FontData = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The face with a character, plain or bold, for characters already looked up.
type Found = BTreeMap<(char, bool), Option<ID>>;

/// A glyph at font size 1, with its base line at 0.
#[cfg(feature = "png")]
#[derive(Debug)]
pub(crate) struct Glyph {
    /// Its shape; `None` for blanks.
    pub(crate) outline: Option<Path>,
    pub(crate) width: f32,
}

/// The glyphs of one family that were already read.
#[cfg(feature = "png")]
#[derive(Debug, Default)]
struct Glyphs {
    family: String,
    known: BTreeMap<(char, bool), Option<Arc<Glyph>>>,
}

/// Available fonts.
#[derive(Debug)]
pub struct Fonts {
    db: Arc<Database>,
    system: System,
    lang: Lang,
    found: Arc<Mutex<Found>>,
    #[cfg(feature = "png")]
    glyphs: Mutex<Glyphs>,
    /// Kept here because it is shared by the threads that paint.
    #[cfg(feature = "png")]
    grounds: crate::raster::Grounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Never,
    WhenNeeded,
    Loaded,
}

impl Default for Fonts {
    fn default() -> Self {
        Self::new()
    }
}

impl Fonts {
    /// Creates a set with the font of this crate, which uses system fonts for missing characters.
    pub fn new() -> Self {
        let mut db = Database::new();
        db.load_font_data(include_bytes!("../fonts/NotoSans-Regular.ttf").to_vec());
        db.load_font_data(include_bytes!("../fonts/NotoSans-Bold.ttf").to_vec());
        set_generic_families(&mut db);
        Self {
            db: Arc::new(db),
            system: System::WhenNeeded,
            lang: Lang::default(),
            found: Arc::default(),
            #[cfg(feature = "png")]
            glyphs: Mutex::default(),
            #[cfg(feature = "png")]
            grounds: crate::raster::Grounds::default(),
        }
    }

    /// The board that was painted last.
    #[cfg(feature = "png")]
    pub(crate) const fn grounds(&self) -> &crate::raster::Grounds {
        &self.grounds
    }

    /// Never uses system fonts: only the font of this crate and those added by hand.
    #[must_use]
    pub fn without_system(mut self) -> Self {
        self.system = System::Never;
        self
    }

    /// Prefers faces drawn for a language, so that all Chinese characters of a document have the
    /// shapes of one country.
    #[must_use]
    pub fn for_lang(mut self, lang: Lang) -> Self {
        self.lang = lang;
        self.forget();
        self
    }

    /// Adds the fonts of a file (TrueType, OpenType, or a collection of them).
    ///
    /// # Errors
    ///
    /// The file cannot be read, or contains no font; the error has the path.
    pub fn add_file(&mut self, path: &std::path::Path) -> std::io::Result<()> {
        let failed = |kind, error: &dyn std::fmt::Display| {
            std::io::Error::new(kind, format!("{}: {error}", path.display()))
        };
        let data = std::fs::read(path).map_err(|error| failed(error.kind(), &error))?;
        let db = Arc::make_mut(&mut self.db);
        let before = db.len();
        db.load_font_data(data);
        if db.len() == before {
            return Err(failed(
                std::io::ErrorKind::InvalidData,
                &"the file holds no TrueType or OpenType font",
            ));
        }
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        self.found = Arc::default();
        #[cfg(feature = "png")]
        {
            self.glyphs = Mutex::default();
        }
    }

    /// Loads the fonts that a picture needs; returns the problems with fonts that are missing.
    pub fn prepare(&mut self, picture: &Picture) -> Vec<Problem> {
        let family = first_family(&picture.font).to_owned();
        if (!self.has_family(&family) || !self.missing(picture).is_empty())
            && self.system == System::WhenNeeded
        {
            let db = Arc::make_mut(&mut self.db);
            db.load_system_fonts();
            // The system has its own idea of these, which need not be installed.
            set_generic_families(db);
            self.system = System::Loaded;
            self.forget();
        }
        let mut problems = Vec::new();
        if !self.has_family(&family) {
            problems.push(Problem::MissingFont { family });
        }
        let missing = self.missing(picture);
        if !missing.is_empty() {
            problems.push(some_of(&missing));
        }
        problems
    }

    fn has_family(&self, family: &str) -> bool {
        matches!(family, "" | "sans-serif" | "serif")
            || self
                .db
                .faces()
                .any(|face| face.families.iter().any(|(name, _)| name == family))
    }

    /// The characters that no font has, each once.
    fn missing(&self, picture: &Picture) -> Vec<char> {
        let mut seen = BTreeSet::new();
        let all = picture.texts().flat_map(str::chars);
        all.filter(|&c| !c.is_control() && !c.is_whitespace() && seen.insert(c))
            .filter(|&c| find(&self.db, self.lang, &self.found, c, false).is_none())
            .collect()
    }

    /// Options for the SVG reader, with the selected fonts.
    pub(crate) fn options(&self) -> Options<'static> {
        let found = Arc::clone(&self.found);
        let lang = self.lang;
        Options {
            font_family: OWN.into(),
            fontdb: Arc::clone(&self.db),
            font_resolver: FontResolver {
                select_font: select_or_own(),
                select_fallback: Box::new(move |c, used, db| {
                    let bold = used
                        .first()
                        .and_then(|&id| db.face(id))
                        .is_some_and(|face| face.weight >= Weight::BOLD);
                    find(db, lang, &found, c, bold).filter(|id| !used.contains(id))
                }),
            },
            ..Options::default()
        }
    }
}

/// The problem of missing characters: it names the first of them, and one of each script.
fn some_of(missing: &[char]) -> Problem {
    let mut scripts = BTreeSet::new();
    let is_first: Vec<bool> = missing.iter().map(|&c| scripts.insert(script(c))).collect();
    let mut room = MOST_NAMED.saturating_sub(scripts.len());
    let mut characters = String::new();
    let mut named = 0;
    for (&c, is_first) in missing.iter().zip(is_first) {
        if !is_first && room == 0 {
            continue;
        }
        room -= usize::from(!is_first);
        named += 1;
        characters.push(c);
    }
    Problem::MissingGlyphs {
        characters,
        more: missing.len() - named,
    }
}

/// A number for the script of a character: blocks of Unicode, those of East Asian characters together.
fn script(c: char) -> u32 {
    match u32::from(c) {
        0x3000..=0x30ff => 0,
        0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7ff => 1,
        0x3400..=0x9fff | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff => 2,
        code @ 0x1_0000.. => code >> 12,
        code => (code >> 7) + 0x1000,
    }
}

/// Faces for pens that set text themselves.
impl Fonts {
    /// Returns the face for a character: from the requested family, if it has the character.
    pub(crate) fn face(&self, family: &str, c: char, bold: bool) -> Option<ID> {
        let families = [match first_family(family) {
            "" | "sans-serif" | "serif" => Family::Name(OWN),
            name => Family::Name(name),
        }];
        let weight = if bold { Weight::BOLD } else { Weight::NORMAL };
        let query = Query {
            families: &families,
            weight,
            ..Query::default()
        };
        let wanted = self.db.query(&query);
        wanted
            .filter(|&id| self.glyph(id, c).is_some())
            .or_else(|| find(&self.db, self.lang, &self.found, c, bold))
            .or(wanted)
    }

    /// The glyph of a character and its width at font size 1.
    pub(crate) fn glyph(&self, id: ID, c: char) -> Option<(u16, f32)> {
        self.db.with_face_data(id, |data, index| {
            let face = ttf_parser::Face::parse(data, index).ok()?;
            let glyph = face.glyph_index(c).filter(|glyph| glyph.0 != 0)?;
            let advance = face.glyph_hor_advance(glyph)?;
            Some((glyph.0, f32::from(advance) / f32::from(face.units_per_em())))
        })?
    }

    /// The glyphs of a text, without the characters that no font has.
    #[cfg(feature = "png")]
    pub(crate) fn outlines(&self, family: &str, text: &str, bold: bool) -> Vec<(char, Arc<Glyph>)> {
        let mut glyphs = self
            .glyphs
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if glyphs.family != family {
            *glyphs = Glyphs {
                family: family.to_owned(),
                ..Glyphs::default()
            };
        }
        let printed = text.chars().filter(|c| !c.is_control());
        let all = printed.filter_map(|c| {
            let glyph = glyphs.known.entry((c, bold)).or_insert_with(|| {
                let id = self.face(family, c, bold)?;
                self.outline(id, c).map(Arc::new)
            });
            glyph.clone().map(|glyph| (c, glyph))
        });
        all.collect()
    }

    #[cfg(feature = "png")]
    fn outline(&self, id: ID, c: char) -> Option<Glyph> {
        self.db.with_face_data(id, |data, index| {
            let face = ttf_parser::Face::parse(data, index).ok()?;
            let glyph = face.glyph_index(c)?;
            let scale = 1.0 / f32::from(face.units_per_em());
            let mut builder = Outline {
                path: PathBuilder::new(),
                scale,
            };
            face.outline_glyph(glyph, &mut builder);
            Some(Glyph {
                outline: builder.path.finish(),
                width: f32::from(face.glyph_hor_advance(glyph)?) * scale,
            })
        })?
    }

    /// The glyphs of a text in one face and direction, in the order they are drawn.
    #[cfg(feature = "pdf")]
    pub(crate) fn shape(&self, id: ID, text: &str, is_rtl: bool) -> Option<Vec<shape::Shaped>> {
        let shape = |data: &[u8], index| shape::shape(data, index, text, is_rtl);
        self.db.with_face_data(id, shape)?
    }

    /// The bytes of a font, and the number of the face in it.
    #[cfg(feature = "pdf")]
    pub(crate) fn data(&self, id: ID) -> Option<(FontData, u32)> {
        use resvg::usvg::fontdb::Source;

        let (source, index) = self.db.face_source(id)?;
        let data = match source {
            Source::Binary(data) | Source::SharedFile(_, data) => data,
            Source::File(path) => Arc::new(std::fs::read(path).ok()?),
        };
        Some((data, index))
    }
}

/// Draws a glyph with y downwards.
#[cfg(feature = "png")]
struct Outline {
    path: PathBuilder,
    scale: f32,
}

#[cfg(feature = "png")]
impl ttf_parser::OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x * self.scale, -y * self.scale);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x * self.scale, -y * self.scale);
    }

    fn quad_to(&mut self, ax: f32, ay: f32, x: f32, y: f32) {
        let k = self.scale;
        self.path.quad_to(ax * k, -ay * k, x * k, -y * k);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let k = self.scale;
        self.path
            .cubic_to(ax * k, -ay * k, bx * k, -by * k, x * k, -y * k);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// Maps the generic families to the font of this crate.
fn set_generic_families(db: &mut Database) {
    db.set_sans_serif_family(OWN);
    db.set_serif_family(OWN);
}

/// Selects the requested font, or the one of this crate if that is not installed: letters in another font are better
/// than none.
fn select_or_own() -> FontSelectionFn<'static> {
    let select = FontResolver::default_font_selector();
    Box::new(move |font, db| {
        select(font, db).or_else(|| {
            let families = [Family::Name(OWN)];
            db.query(&Query {
                families: &families,
                weight: Weight(font.weight()),
                ..Query::default()
            })
        })
    })
}

/// The first family of a list as CSS writes it.
fn first_family(list: &str) -> &str {
    list.split(',')
        .next()
        .unwrap_or_default()
        .trim()
        .trim_matches(['"', '\''])
}

/// The best face with this character, remembered.
fn find(db: &Database, lang: Lang, found: &Mutex<Found>, c: char, bold: bool) -> Option<ID> {
    let mut found = found
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    *found.entry((c, bold)).or_insert_with(|| {
        let mut best = None;
        for face in db.faces() {
            let family = face.families.first().map_or("", |(name, _)| name.as_str());
            let wanted = if bold { Weight::BOLD } else { Weight::NORMAL };
            // The bundled font, then the language, then upright sans-serif, then the nearest weight.
            let is_of_lang = |end: &str| face.families.iter().any(|(name, _)| name.ends_with(end));
            let region = lang.font_regions().iter().position(|end| is_of_lang(end));
            let rank = (
                family != OWN,
                region.unwrap_or(usize::MAX),
                face.style != Style::Normal,
                !family.contains("Sans"),
                face.monospaced || family.contains("Mono"),
                face.weight.0.abs_diff(wanted.0),
            );
            if best.as_ref().is_some_and(|(known, _)| *known <= rank) {
                continue;
            }
            let has = db.with_face_data(face.id, |data, index| {
                ttf_parser::Face::parse(data, index)
                    .is_ok_and(|font| font.glyph_index(c).is_some_and(|glyph| glyph.0 != 0))
            });
            if has == Some(true) {
                best = Some((rank, face.id));
            }
        }
        best.map(|(_, id)| id)
    })
}
