//! Names of symmetries in a plan.

use kifu_go::Symmetry;
use serde::de::{Deserialize as _, Deserializer, Error as _};
use serde::ser::Serializer;

const NAMES: [(Symmetry, &str); 8] = [
    (Symmetry::Identity, "identity"),
    (Symmetry::Rotate90, "rotate-90"),
    (Symmetry::Rotate180, "rotate-180"),
    (Symmetry::Rotate270, "rotate-270"),
    (Symmetry::MirrorColumns, "mirror-columns"),
    (Symmetry::MirrorRows, "mirror-rows"),
    (Symmetry::Transpose, "transpose"),
    (Symmetry::AntiTranspose, "anti-transpose"),
];

/// Whether it changes nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(super) fn is_none(symmetry: &Symmetry) -> bool {
    *symmetry == Symmetry::Identity
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(super) fn serialize<S: Serializer>(
    symmetry: &Symmetry,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let name = NAMES.iter().find(|(own, _)| own == symmetry);
    serializer.serialize_str(name.map_or("identity", |(_, name)| name))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Symmetry, D::Error> {
    let text = String::deserialize(deserializer)?;
    let found = NAMES.iter().find(|(_, name)| *name == text);
    found.map(|(symmetry, _)| *symmetry).ok_or_else(|| {
        let names: Vec<_> = NAMES.iter().map(|(_, name)| *name).collect();
        D::Error::custom(format_args!(
            "no symmetry is called `{text}`; they are {}",
            names.join(", ")
        ))
    })
}
