//! Reading undoes writing, unpacking undoes packing, and symmetries form a group.

use kifu_board::{Axis, Coordinates, Move, Point, Size, Symmetry};
use proptest::prelude::*;

fn size() -> impl Strategy<Value = Size> {
    (1_u16..=60, 1_u16..=60).prop_map(|(columns, rows)| Size::new(columns, rows).expect("not 0"))
}

fn point_of(size: Size) -> impl Strategy<Value = Point> {
    (0..size.columns(), 0..size.rows()).prop_map(Point::from)
}

proptest! {
    #[test]
    fn names_lead_back((size, point) in size().prop_flat_map(|size| (Just(size), point_of(size)))) {
        for coordinates in [Coordinates::Board, Coordinates::Japanese] {
            let name = coordinates.name(point, size).to_string();
            prop_assert_eq!(coordinates.parse(&name, size), Ok(point));
        }
        if let Some(packed) = point.pack() {
            prop_assert_eq!(point.to_string().parse(), Ok(point));
            prop_assert_eq!(Point::unpack(packed), Some(point));
            prop_assert_eq!(Move::unpack(packed), Some(Move::Play(point)));
        }
        prop_assert_eq!(size.point_at(size.index(point)), Some(point));
        prop_assert_eq!(size.sgf().to_string().parse(), Ok(size));
        for symmetry in Symmetry::ALL {
            let turned = symmetry.apply(point, size);
            prop_assert!(symmetry.size(size).contains(turned));
            prop_assert_eq!(symmetry.inverse().apply(turned, symmetry.size(size)), point);
            for next in Symmetry::ALL {
                let twice = next.apply(turned, symmetry.size(size));
                prop_assert_eq!(symmetry.then(next).apply(point, size), twice);
            }
        }
    }

    #[test]
    fn packed_points_are_in_order(a: (u8, u8), b: (u8, u8)) {
        let point = |(x, y): (u8, u8)| Point::new(u16::from(x % 52), u16::from(y % 52));
        prop_assert_eq!(point(a).cmp(&point(b)), point(a).pack().cmp(&point(b).pack()));
    }

    #[test]
    fn every_word_of_16_bits_is_a_move_or_none(packed: u16) {
        if let Some(mv) = Move::unpack(packed) {
            prop_assert_eq!(mv.pack(), Some(packed));
        }
    }

    #[test]
    fn lines_lead_back(index: u16) {
        for axis in [Axis::Letters, Axis::LowerLetters, Axis::AllLetters, Axis::Numbers] {
            let name = axis.name(index).to_string();
            let read = axis.parse_prefix(&name);
            if index < u16::MAX {
                prop_assert_eq!(read, Some((index, "")));
            }
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,12}", size in size()) {
        for coordinates in [Coordinates::Sgf, Coordinates::Board, Coordinates::Japanese] {
            if let Ok(point) = coordinates.parse(&text, size) {
                prop_assert!(size.contains(point));
            }
        }
    }
}
