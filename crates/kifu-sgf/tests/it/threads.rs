//! Several threads read one collection.

use std::fs::File;

use kifu_sgf::encoding::{
    Charset, Decision, DecodeOptions, EncodingProblem, EncodingProblemKind, Segment, Source,
    Unencodable,
};
use kifu_sgf::{
    Ancestors, Builder, Children, Collection, Compare, EditError, FlatCollection, FlatError,
    FlatGame, FlatNode, GameNodes, GameReader, GameTree, GameTreeMut, Games, Node, NodeId, Nodes,
    Preserved, Properties, Property, Siblings, Style, Values, WriteError, games, schema, value,
};

/// Compiles only if all of them are.
macro_rules! send_and_sync {
    ($($type:ty),+ $(,)?) => {
        const _: () = {
            const fn check<T: Send + Sync>() {}
            $(check::<$type>();)+
        };
    };
}

send_and_sync![
    Ancestors<'_>,
    Builder,
    Children<'_>,
    Collection,
    Compare,
    EditError,
    FlatCollection,
    FlatError,
    FlatGame,
    FlatNode,
    GameNodes<'_>,
    GameReader<File>,
    GameReader<&[u8]>,
    GameTree<'_>,
    GameTreeMut<'_>,
    Games<'_>,
    Node<'_>,
    NodeId,
    Nodes<'_>,
    Preserved,
    Properties<'_>,
    Property<'_>,
    Siblings<'_>,
    Style,
    Values<'_>,
    WriteError,
];

send_and_sync![
    Charset,
    Decision,
    DecodeOptions,
    EncodingProblem,
    EncodingProblemKind,
    Segment,
    Source,
    Unencodable,
];

send_and_sync![
    schema::BasicType,
    schema::Count,
    schema::Game,
    schema::Games,
    schema::Group,
    schema::Limits,
    schema::Notation,
    schema::PropertyDef,
    schema::PropertyType,
    schema::ValueType,
    schema::Versions,
];

send_and_sync![
    value::Application<'_>,
    value::Color,
    value::Date,
    value::DateList,
    value::Double,
    value::Figure<'_>,
    value::FigureFlags,
    value::GameResult,
    value::Lenient<value::Real>,
    value::Move,
    value::Overtime,
    value::Point,
    value::PointItem,
    value::PointSet,
    value::PrintMode,
    value::Rank,
    value::Real,
    value::Reason,
    value::RulesName,
    value::Size,
    value::Stone,
    value::Style,
    value::TimeControl,
    value::ValueError,
    value::ValueErrorKind,
    value::rank::Grade,
    value::rank::Mark,
];

send_and_sync![
    games::amazons::Move,
    games::ataxx::Move,
    games::backgammon::Move,
    games::backgammon::Point,
    games::backgammon::Roll,
    games::backgammon::Step,
    games::gess::Move,
    games::hex::Move,
    games::hex::Point,
    games::lines_of_action::Move,
    games::lines_of_action::Point,
    games::little_golem::Action,
    games::little_golem::Move,
    games::octi::Action,
    games::octi::Hop,
    games::octi::Move,
    games::octi::Point,
    games::octi::Prong,
    games::octi::Prongs,
    games::octi::Stone,
    games::twixt::Move<'_>,
];

/// All that a collection says, asked in many ways.
fn facts(collection: &Collection) -> Vec<String> {
    let mut facts = vec![
        collection.text().to_owned(),
        collection.to_canonical(),
        format!("{:?}", collection.problems()),
        format!("{:?}", collection.source().problems()),
    ];
    for game in collection.games() {
        let leaves = game.leaves().map(|leaf| leaf.depth()).collect::<Vec<_>>();
        facts.push(format!("{:?} {leaves:?}", game.kind()));
        for node in game.nodes() {
            let path = node.path().iter().map(Node::id).collect::<Vec<_>>();
            let siblings = node.siblings().count();
            facts.push(format!("{path:?} {siblings} {:?}", node.play()));
            for property in node.properties() {
                let texts = property.texts().collect::<Vec<_>>();
                facts.push(format!("{} {texts:?}", property.identifier()));
            }
        }
    }
    facts
}

#[test]
fn threads_read_one_collection() {
    let text = "(;FF[4]GM[1]PB[A]AB[aa][bb:cc](;B[dd]C[a\\]b](;W[ee])(;W[ff];))(;B[gg] x))\n(;FF[3]BLack[hh])";
    let mut bytes = text.as_bytes().to_vec();
    bytes.extend_from_slice(b"(;CA[Shift_JIS]PB[\x96\x7B\x88\xF6\x96\x56];B[aa])");
    let mut collection = Collection::from_bytes(bytes);
    // One of the games lies in the text, one beside it.
    let mut game = collection.game_mut(1).unwrap();
    let root = game.root();
    game.append_child(root).unwrap();
    let expected = facts(&collection);
    assert!(expected.len() > 20, "{expected:?}");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(facts(&collection), expected);
                }
            });
        }
    });
}
