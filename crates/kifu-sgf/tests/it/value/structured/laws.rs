//! Values of every type read back, and repaired values are valid.

use kifu_sgf::value::{
    Color, Date, DateList, GameResult, Overtime, Rank, Real, Reason, RulesName, handicap, komi,
    rank, time_limit,
};
use proptest::prelude::*;

fn dates() -> impl Strategy<Value = Date> {
    (1_u16..=9999, 1_u8..=12, 1_u8..=31, 0_u8..3).prop_filter_map(
        "the calendar has it",
        |(year, month, day, shape)| match shape {
            0 => Date::of_year(year),
            1 => Date::of_month(year, month),
            _ => Date::of_day(year, month, day),
        },
    )
}

/// Lists in which years and months come again, so that shortcuts are used.
fn date_lists() -> impl Strategy<Value = DateList> {
    let steps = prop::collection::vec((dates(), any::<bool>(), 0_u8..3), 1..8);
    steps.prop_map(|steps| {
        let mut list: Vec<Date> = Vec::new();
        for (date, follows, shape) in steps {
            let next = list.last().and_then(|last| {
                let (year, month) = (last.year(), date.month().unwrap_or(1));
                match shape {
                    _ if !follows => None,
                    0 => last.next(),
                    1 => Date::of_month(year, month),
                    _ => Date::of_day(year, last.month().unwrap_or(month), date.day().unwrap_or(1)),
                }
            });
            list.push(next.unwrap_or(date));
        }
        DateList::new(list)
    })
}

fn results_of_backgammon_too() -> impl Strategy<Value = GameResult> {
    let winner = prop_oneof![Just(Color::Black), Just(Color::White)];
    let margin = (1_u32..2000).prop_map(|n| Real::new(f64::from(n) / 4.0).unwrap());
    let reason = prop_oneof![
        Just(Reason::Resignation),
        Just(Reason::Time),
        Just(Reason::Forfeit)
    ];
    (winner, margin, reason, 0_u8..7).prop_map(|(winner, margin, reason, kind)| match kind {
        0 => GameResult::Draw,
        1 => GameResult::Void,
        2 => GameResult::Unknown,
        3 => GameResult::win(winner),
        4 => GameResult::win_by(winner, margin),
        5 => GameResult::win_because(winner, reason),
        _ => GameResult::Win {
            winner,
            margin: Some(margin),
            reason: Some(Reason::Resignation),
        },
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        list in date_lists(),
        result in results_of_backgammon_too(),
        count in 1_u32..1000,
        time in 0_u32..100_000,
        number in 1_u8..,
        kind in 0_u8..9,
    ) {
        prop_assert_eq!(DateList::parse(&list.to_string()), Ok(list.clone()));
        // In full, without shortcuts, it is the same list.
        let full: Vec<String> = list.dates().iter().map(Date::to_string).collect();
        prop_assert_eq!(DateList::parse(&full.join(",")), Ok(list));

        prop_assert_eq!(GameResult::parse_backgammon(&result.to_string()), Ok(result));
        if !matches!(result, GameResult::Win { margin: Some(_), reason: Some(_), .. }) {
            prop_assert_eq!(GameResult::parse(&result.to_string()), Ok(result));
        }

        let seconds = Real::new(f64::from(time) / 10.0).unwrap();
        let overtime = match kind % 5 {
            0 => Overtime::ByoYomi { periods: count, seconds },
            1 => Overtime::Canadian { moves: count, seconds },
            2 => Overtime::Fischer { increment: seconds },
            3 => Overtime::Simple { seconds },
            _ => Overtime::Absolute,
        };
        prop_assert_eq!(Overtime::parse(&overtime.to_string()), Ok(overtime));

        let grades = [rank::Grade::Kyu, rank::Grade::Dan, rank::Grade::Professional];
        let marks = [rank::Mark::None, rank::Mark::Uncertain, rank::Mark::Established];
        let rank = Rank {
            number,
            grade: grades[usize::from(kind) % 3],
            mark: marks[usize::from(kind) / 3],
        };
        prop_assert_eq!(Rank::parse(&rank.to_string()), Ok(rank));
    }

    /// The result of a lenient reading is written as a valid value.
    #[test]
    fn repaired_values_are_sound(raw in "[BW01239+:,./ -]{0,9}|[a-zA-Z目半段年月日0-9+ ]{0,9}|\\PC{0,12}") {
        if let Ok(read) = DateList::parse_lenient(&raw) {
            prop_assert_eq!(DateList::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = GameResult::parse_lenient(&raw) {
            prop_assert_eq!(GameResult::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = komi::parse_lenient(&raw) {
            prop_assert_eq!(komi::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = time_limit::parse_lenient(&raw) {
            prop_assert_eq!(time_limit::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = Rank::parse_lenient(&raw) {
            prop_assert_eq!(Rank::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = handicap::parse_lenient(&raw) {
            prop_assert_eq!(handicap::parse(&read.value.to_string()), Ok(read.value));
        }
        let _ = time_limit::parse_left_lenient(&raw);
        let _ = Overtime::parse(&raw);
        let _ = RulesName::parse_lenient(&raw);
        let errors = [DateList::parse(&raw).err(), GameResult::parse(&raw).err()];
        for error in errors.into_iter().flatten() {
            prop_assert!(raw.get(error.span.range()).is_some(), "{error:?}");
        }
    }
}
