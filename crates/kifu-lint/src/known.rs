//! Cache of values found valid. Archives repeat the same few values in each game, and comparing one is faster than
//! parsing it.

use kifu_sgf::schema::{BasicType, Game, PropertyDef, PropertyType};
use kifu_sgf::value::Size;

/// Number of cached values: a power of two.
const PLACES: usize = 256;

/// Maximum length of a cached value, in bytes.
const LONGEST: usize = 16;

/// Values found valid, each in the slot given by its bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    places: Vec<Option<Fine>>,
}

#[derive(Clone, Copy, Debug)]
struct Fine {
    def: &'static PropertyDef,
    game: Option<Game>,
    size: Size,
    length: usize,
    raw: [u8; LONGEST],
}

impl Fine {
    /// Returns a value worth caching if it is valid: of a root or a game, short, and not free text.
    fn of(def: &'static PropertyDef, game: Option<Game>, size: Size, value: &str) -> Option<Self> {
        let is_text = matches!(
            def.value.single,
            Some(BasicType::SimpleText | BasicType::Text)
        ) && !matches!(def.identifier, "DT" | "RE" | "AP");
        let is_once = matches!(
            def.property_type,
            PropertyType::Root | PropertyType::GameInfo
        );
        let mut raw = [0; LONGEST];
        raw.get_mut(..value.len())
            .filter(|_| is_once && !is_text)?
            .copy_from_slice(value.as_bytes());
        Some(Self {
            def,
            game,
            size,
            length: value.len(),
            raw,
        })
    }

    /// Slot of the value.
    fn place(&self) -> usize {
        let mut mixed = u128::from_le_bytes(self.raw);
        mixed ^= mixed >> 64;
        let first = self.def.identifier.as_bytes()[0];
        let mixed = (mixed as u64 ^ u64::from(first)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 56) as usize % PLACES
    }

    fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self.def, other.def)
            && self.raw == other.raw
            && self.length == other.length
            && (self.game, self.size) == (other.game, other.size)
    }
}

impl Known {
    /// Whether a value is valid. If it is not in the cache, `read` decides, and a valid value is cached.
    pub(crate) fn is_fine(
        &mut self,
        def: &'static PropertyDef,
        game: Option<Game>,
        size: Size,
        raw: &str,
        read: impl FnOnce() -> bool,
    ) -> bool {
        let Some(value) = Fine::of(def, game, size, raw) else {
            return read();
        };
        if self.places.is_empty() {
            self.places.resize(PLACES, None);
        }
        let place = &mut self.places[value.place()];
        if place.as_ref().is_some_and(|known| known.is(&value)) {
            return true;
        }
        let is_fine = read();
        if is_fine {
            *place = Some(value);
        }
        is_fine
    }
}
