use kifu_go::{Point, Size, Symmetry};

/// The numbers of the moves in a Dyer signature.
pub(super) const DYER: [u32; 6] = [20, 40, 60, 31, 51, 71];

/// The smallest of the eight symmetric images of the moves, as letters; `--` for a missing move.
pub(super) fn dyer_signature(moves: [Option<Point>; 6], size: Size) -> String {
    let image = |symmetry: Symmetry| {
        let mut letters = [b'-'; 12];
        for (place, point) in letters.as_chunks_mut::<2>().0.iter_mut().zip(moves) {
            let image = point.and_then(|point| symmetry.apply(point, size).letters());
            *place = image.unwrap_or([b'-'; 2]);
        }
        letters
    };
    let images = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| symmetry.size(size) == size);
    let least = images.map(image).min().unwrap_or([b'-'; 12]);
    String::from_utf8_lossy(&least).into_owned()
}
