//! Files for training programs: `.npz` and shards of them in `.tar`.

use std::fmt::Write as _;
use std::io::{self, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::bits::plane_bytes;
use crate::{Options, PlaneSet, Preset};

/// The numbers of a row of value targets of `KataGo`.
const TARGETS: usize = 64;
/// The points beyond the area of the board that the score distribution of `KataGo` covers on each side.
const SCORE_RADIUS: usize = 60;
/// The planes of spatial targets of `KataGo`: ownership, seki, two future positions, scoring.
const SPATIAL: usize = 5;

/// A type that an array can have.
trait Element: Copy {
    const DESCRIPTION: &'static str;
    fn write(self, to: &mut Vec<u8>);
}

macro_rules! elements {
    ($($type:ty: $description:literal,)*) => {
        $(impl Element for $type {
            const DESCRIPTION: &'static str = $description;
            fn write(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}

elements! {
    u8: "|u1",
    i8: "|i1",
    i16: "<i2",
    u32: "<u4",
    i64: "<i8",
    f32: "<f4",
}

/// Returns an array as a `.npy` file.
fn npy<T: Element>(shape: &[usize], values: &[T]) -> Vec<u8> {
    let mut dimensions = String::new();
    for length in shape {
        // Writing to a `String` cannot fail.
        let _ = write!(dimensions, "{length}, ");
    }
    let dictionary = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({dimensions}), }}",
        T::DESCRIPTION
    );
    // The length of everything before the data is a multiple of 64.
    let padding = 63 - (10 + dictionary.len()) % 64;
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend_from_slice(&((dictionary.len() + padding + 1) as u16).to_le_bytes());
    file.extend_from_slice(dictionary.as_bytes());
    file.resize(file.len() + padding, b' ');
    file.push(b'\n');
    for value in values {
        value.write(&mut file);
    }
    file
}

/// The arrays of a set, each as a name and a `.npy` file.
///
/// | array | type, shape |
/// |---|---|
/// | `planes` | `uint8`, N × planes × bytes: bits, see `numpy.unpackbits` |
/// | `globals` | `float32`, N × numbers; only of presets that have some |
/// | `policy` | `int64`, N |
/// | `value`, `lead` | `float32`, N |
/// | `value_known`, `color` | `uint8`, N |
/// | `size` | `uint8`, N × 2 |
/// | `file`, `game`, `node`, `number` | `uint32`, N |
#[must_use]
pub fn arrays(set: &PlaneSet, options: &Options) -> Vec<(&'static str, Vec<u8>)> {
    let rows = set.len();
    let planes = options.preset.planes();
    let bytes = plane_bytes(options.side);
    let known: Vec<u8> = set
        .value_known
        .iter()
        .map(|known| (*known).into())
        .collect();
    let mut arrays = vec![
        ("planes", npy(&[rows, planes, bytes], &set.planes)),
        ("policy", npy(&[rows], &set.policy)),
        ("value", npy(&[rows], &set.value)),
        ("value_known", npy(&[rows], &known)),
        ("lead", npy(&[rows], &set.lead)),
        ("color", npy(&[rows], &set.color)),
        ("size", npy(&[rows, 2], set.size.as_flattened())),
        ("file", npy(&[rows], &set.file)),
        ("game", npy(&[rows], &set.game)),
        ("node", npy(&[rows], &set.node)),
        ("number", npy(&[rows], &set.number)),
    ];
    let numbers = options.preset.globals();
    if numbers > 0 {
        arrays.push(("globals", npy(&[rows, numbers], &set.globals)));
    }
    arrays
}

/// Returns the arrays for the training of `KataGo`, from a set of the preset [`KataGo`](Preset::KataGo).
///
/// A record has no search and no ownership: the weights of those targets are 0. The policy is the move played, the
/// next policy the opponent's answer. The result counts if it is known, the lead if the game was counted.
///
/// # Errors
/// The set has another preset.
pub fn katago_arrays(
    set: &PlaneSet,
    options: &Options,
) -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    if options.preset != Preset::KataGo {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the layout of KataGo needs the preset `katago`",
        ));
    }
    let rows = set.len();
    let points = usize::from(options.side) * usize::from(options.side);
    let moves = points + 1;
    let scores = 2 * points + 2 * SCORE_RADIUS;
    let mut policy = vec![0_i16; rows * 2 * moves];
    let mut targets = vec![0_f32; rows * TARGETS];
    let mut distribution = vec![0_i8; rows * scores];
    for row in 0..rows {
        let policy = &mut policy[row * 2 * moves..(row + 1) * 2 * moves];
        let index = |number: i64| usize::try_from(number).ok().filter(|at| *at < moves);
        if let Some(at) = index(set.policy[row]) {
            policy[at] = 1;
        }
        let reply = index(set.reply[row]);
        // Without an answer the distribution has weight 0, and must not be all zero.
        policy[moves + reply.unwrap_or(points)] = 1;
        let targets = &mut targets[row * TARGETS..(row + 1) * TARGETS];
        let distribution = &mut distribution[row * scores..(row + 1) * scores];
        katago_row(set, row, reply.is_some(), targets);
        let middle = scores / 2;
        (distribution[middle - 1], distribution[middle]) = (50, 50);
    }
    let bytes = plane_bytes(options.side);
    let planes = options.preset.planes();
    let numbers = options.preset.globals();
    let spatial = vec![0_i8; rows * SPATIAL * points];
    let side = usize::from(options.side);
    Ok(vec![
        (
            "binaryInputNCHWPacked",
            npy(&[rows, planes, bytes], &set.planes),
        ),
        ("globalInputNC", npy(&[rows, numbers], &set.globals)),
        ("policyTargetsNCMove", npy(&[rows, 2, moves], &policy)),
        ("globalTargetsNC", npy(&[rows, TARGETS], &targets)),
        ("scoreDistrN", npy(&[rows, scores], &distribution)),
        (
            "valueTargetsNCHW",
            npy(&[rows, SPATIAL, side, side], &spatial),
        ),
    ])
}

/// The value targets of a row, from the view of the player to move.
fn katago_row(set: &PlaneSet, row: usize, has_reply: bool, targets: &mut [f32]) {
    let value = set.value[row];
    let (win, loss) = (f32::midpoint(1.0, value), f32::midpoint(1.0, -value));
    let lead = Some(set.lead[row]).filter(|lead| lead.is_finite());
    for first in [0, 4, 8, 12, 16] {
        targets[first] = win;
        targets[first + 1] = loss;
        targets[first + 3] = lead.unwrap_or(0.0);
    }
    targets[21] = lead.unwrap_or(0.0);
    // No averages of a search.
    targets[24] = 1.0;
    targets[25] = 1.0;
    targets[26] = 1.0;
    targets[28] = f32::from(u8::from(has_reply));
    targets[29] = f32::from(u8::from(lead.is_some()));
    targets[35] = f32::from(u8::from(!set.value_known[row]));
    let history = set.number[row].min(5) as usize;
    targets[36..36 + history].fill(1.0);
    let globals = &set.globals[row * Preset::KataGo.globals()..];
    targets[47] = globals[5] * 20.0;
    targets[48] = 1.0 - globals[9];
    targets[51] = u16::try_from(set.number[row]).map_or(f32::from(u16::MAX), f32::from);
}

/// Writes arrays as a `.npz` file, deflated.
///
/// # Errors
/// The error of the output.
pub fn write_npz(output: impl Write + Seek, arrays: &[(&'static str, Vec<u8>)]) -> io::Result<()> {
    let mut zip = ZipWriter::new(output);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .large_file(true);
    for (name, file) in arrays {
        zip.start_file(format!("{name}.npy"), options)?;
        zip.write_all(file)?;
    }
    zip.finish()?;
    Ok(())
}

/// Adds a sample of a webdataset to a tar file: a member `KEY.npz`.
///
/// # Errors
/// The error of the output.
pub fn append_tar<W: Write>(
    tar: &mut tar::Builder<W>,
    key: &str,
    arrays: &[(&'static str, Vec<u8>)],
) -> io::Result<()> {
    let mut file = io::Cursor::new(Vec::new());
    write_npz(&mut file, arrays)?;
    let file = file.into_inner();
    let mut header = tar::Header::new_gnu();
    header.set_size(file.len() as u64);
    header.set_mode(0o644);
    tar.append_data(&mut header, format!("{key}.npz"), &file[..])
}
