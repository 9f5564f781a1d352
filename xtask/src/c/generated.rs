//! A program, generated from the prototypes, that calls every function with null, nothing and stale nodes.

use std::fmt::Write as _;

use super::prototypes::{Function, Parameter};

/// Parameters that may be null.
const OPTIONAL: [&str; 13] = [
    "user",
    "read_user",
    "options",
    "length",
    "end",
    "applied",
    "change",
    "note",
    "loss",
    "rules",
    "owners",
    "selection",
    "message",
];

/// Text before the calls: objects to call with.
const HEAD: &str = r#"/* Generated from the headers: every function with null pointers, zero lengths and stale nodes. */
#include "check.h"

static const char SGF[] = "(;GM[1]SZ[9]KM[6.5]PB[x]RE[B+R]DT[2001-02-03]AB[aa];B[ee];W[ff](;B[gg])(;B[hh]))";
static union { char bytes[4096]; double number; void *pointer; size_t size; } room[8];
static const kifu_str STRINGS[] = {{"aa", 2}, {"bb", 2}};
static const char *const NAMES[] = {"B", "W"};
static const kifu_point POINTS[] = {{0, 0}, {1, 1}};
static const kifu_stone STONES[] = {{{0, 0}, KIFU_BLACK}, {{1, 1}, KIFU_WHITE}};
static kifu_visitor visitor;
static kifu_classic_callbacks classic;

static ptrdiff_t reads(void *user, void *buffer, size_t capacity) {
  (void)user; (void)buffer; (void)capacity;
  return 0;
}
static int32_t writes(void *user, const void *bytes, size_t len) {
  (void)user; (void)bytes; (void)len;
  return 0;
}
static void tells(void *user, kifu_str message) { (void)user; (void)message; }
static int32_t takes_property(void *user, const kifu_property *property) { (void)user; (void)property; return 0; }
static int32_t takes_value(void *user, kifu_str value) { (void)user; (void)value; return 0; }
static int32_t takes_typed(void *user, const kifu_value *value) { (void)user; (void)value; return 0; }

typedef struct fixture {
  kifu_collection *collection;
  kifu_node node, removed;
  kifu_board *board;
  kifu_replay *replay;
  kifu_report *report;
  kifu_buffer *buffer;
} fixture;

static fixture make(void) {
  fixture f;
  OK(kifu_collection_read(SGF, sizeof SGF - 1, NULL, &f.collection));
  OK(kifu_collection_game(f.collection, 0, &f.node));
  OK(kifu_node_add_child(f.collection, f.node, SIZE_MAX, &f.removed));
  OK(kifu_node_remove(f.collection, f.removed));
  OK(kifu_node_first_child(f.collection, f.node, &f.node));
  OK(kifu_board_new(9, 9, NULL, &f.board));
  OK(kifu_replay_new(f.collection, f.node, &f.replay));
  OK(kifu_check(SGF, sizeof SGF - 1, NULL, &f.report));
  OK(kifu_collection_to_buffer(f.collection, KIFU_STYLE_PRESERVE, &f.buffer));
  return f;
}

static void drop(fixture *f) {
  kifu_collection_free(f->collection);
  kifu_board_free(f->board);
  kifu_replay_free(f->replay);
  kifu_report_free(f->report);
  kifu_buffer_free(f->buffer);
}

#define NO_BUG(call) CHECK((call) != KIFU_INTERNAL)
static const kifu_node NO_GAME = {UINT32_MAX, 0}, NO_NODE = {0, UINT32_MAX};
"#;

/// The program, and how many calls it makes.
pub(super) fn program(functions: &[Function]) -> (String, usize) {
    let (mut text, mut calls) = (HEAD.to_owned(), 0);
    for (number, function) in functions.iter().enumerate() {
        let _ = writeln!(
            text,
            "\nstatic void test_{number}(void) {{ /* {} */",
            function.name
        );
        for variant in variants(function) {
            calls += 1;
            text.push_str(&call(function, &variant));
        }
        text.push_str("}\n");
    }
    text.push_str("\nint main(void) {\n  KIFU_INIT(&visitor);\n");
    for number in 0..functions.len() {
        let _ = writeln!(text, "  test_{number}();");
    }
    text.push_str("  return finish(\"null\");\n}\n");
    (text, calls)
}

/// The arguments of one call, and its expected result.
struct Variant {
    arguments: Vec<String>,
    expected: Option<&'static str>,
}

fn variants(function: &Function) -> Vec<Variant> {
    let own = &function.parameters;
    let valid: Vec<String> = own
        .iter()
        .enumerate()
        .map(|(at, _)| valid(own, at))
        .collect();
    let with = |at: usize, argument: &str| {
        let mut arguments = valid.clone();
        argument.clone_into(&mut arguments[at]);
        arguments
    };
    let is_free = function.name.ends_with("_free");
    let mut variants = Vec::new();
    let zeros = own.iter().map(|parameter| zero(&parameter.kind).to_owned());
    variants.push(Variant {
        arguments: zeros.collect(),
        expected: None,
    });
    if is_free {
        return variants;
    }
    let is_length = |parameter: &Parameter| {
        let name = parameter.name.as_str();
        parameter.kind == "size_t"
            && (name == "len" || name.ends_with("count") || name == "capacity")
    };
    let shortened = own.iter().zip(&valid);
    let shortened = shortened.map(|(parameter, valid)| {
        if is_length(parameter) {
            "0".to_owned()
        } else {
            valid.clone()
        }
    });
    variants.push(Variant {
        arguments: shortened.collect(),
        expected: None,
    });
    for (at, parameter) in own.iter().enumerate() {
        let kind = parameter.kind.as_str();
        if kind.ends_with('*') || kind.ends_with("_fn") {
            variants.push(Variant {
                arguments: with(at, "NULL"),
                expected: (!is_optional(function, at)).then_some("KIFU_INVALID_ARGUMENT"),
            });
        }
        if kind == "kifu_node" {
            for stale in ["NO_GAME", "NO_NODE", "f.removed"] {
                let is_other_game = function.name == "kifu_node_move_below" && stale == "NO_GAME";
                variants.push(Variant {
                    arguments: with(at, stale),
                    expected: Some(if is_other_game {
                        "KIFU_INVALID_ARGUMENT"
                    } else {
                        "KIFU_STALE"
                    }),
                });
            }
        }
    }
    variants
}

fn call(function: &Function, variant: &Variant) -> String {
    let arguments = variant.arguments.join(", ");
    let call = format!("{}({arguments})", function.name);
    let mut text = String::from("  { fixture f = make(); ");
    let mut frees = String::new();
    for (parameter, argument) in function.parameters.iter().zip(&variant.arguments) {
        if let Some(kind) = parameter.kind.strip_suffix(" **")
            && argument != "NULL"
        {
            let _ = write!(text, "{kind} *new_{0} = NULL; ", parameter.name);
            let _ = write!(frees, "{kind}_free(new_{}); ", parameter.name);
        }
    }
    let checked = match (function.result.as_str(), variant.expected) {
        ("kifu_status", Some(expected)) => format!("CHECK_STATUS({call}, {expected});"),
        ("kifu_status", None) => format!("NO_BUG({call});"),
        ("void", _) => format!("{call};"),
        _ => format!("(void){call};"),
    };
    // A new object is null after an error.
    let _ = writeln!(text, "{checked} {frees}drop(&f); }}");
    text
}

fn is_optional(function: &Function, at: usize) -> bool {
    let own = &function.parameters;
    let name = own[at].name.as_str();
    let is_of_list = name == "count" && at > 0 && own[at - 1].name == "capacity";
    let is_of_changes = name == "count" && at > 0 && own[at - 1].name == "user";
    OPTIONAL.contains(&name)
        || is_of_list
        || is_of_changes
        || (function.name == "kifu_fix" && name == "report")
        || (function.name == "kifu_collection_save_as" && name == "encoding")
}

/// The argument that is nothing.
fn zero(kind: &str) -> &'static str {
    match kind {
        "kifu_node" => "f.node",
        "kifu_move" => "(kifu_move){0, false, {0, 0}}",
        "kifu_point" => "(kifu_point){0, 0}",
        "bool" => "false",
        _ if kind.ends_with('*') || kind.ends_with("_fn") => "NULL",
        _ => "0",
    }
}

/// An argument that is right.
fn valid(parameters: &[Parameter], at: usize) -> String {
    let Parameter { kind, name } = &parameters[at];
    let text = match (kind.as_str(), name.as_str()) {
        ("kifu_node", _) => "f.node",
        ("kifu_move", _) => "(kifu_move){KIFU_BLACK, false, {3, 3}}",
        ("kifu_point", _) => "(kifu_point){0, 0}",
        ("const kifu_collection *" | "kifu_collection *", _) => "f.collection",
        ("const kifu_board *" | "kifu_board *", _) => "f.board",
        ("const kifu_replay *" | "kifu_replay *", _) => "f.replay",
        ("const kifu_report *", _) => "f.report",
        ("const kifu_buffer *", _) => "f.buffer",
        ("const kifu_visitor *", _) => "&visitor",
        ("const kifu_classic_callbacks *", _) => "&classic",
        ("const kifu_str *", _) => "STRINGS",
        ("const char *const *", _) => "NAMES",
        ("const kifu_point *", _) => "POINTS",
        ("const kifu_stone *", _) => "STONES",
        ("const void *", _) => "SGF",
        ("const char *", "identifier") => "\"B\"",
        ("const char *", "rules") => "\"japanese\"",
        ("const char *", "format") => "\"gtp\"",
        ("const char *", "encoding") => "\"UTF-8\"",
        ("const char *", "path") => "\"/no/such/file\"",
        ("const char *", _) => "\"aa\"",
        ("kifu_read_fn", _) => "reads",
        ("kifu_write_fn", _) => "writes",
        ("kifu_message_fn", _) => "tells",
        ("kifu_property_fn", _) => "takes_property",
        ("kifu_value_fn", _) => "takes_value",
        ("kifu_typed_fn", _) => "takes_typed",
        ("void *", "user" | "read_user") => "NULL",
        ("size_t", "len") => {
            let is_file = at > 0 && parameters[at - 1].kind == "const void *";
            if is_file { "sizeof SGF - 1" } else { "2" }
        }
        ("size_t", "capacity") => "64",
        ("size_t", other) if other.ends_with("count") => "2",
        (pointer, _) if pointer.ends_with("_options *") => "NULL",
        (pointer, _) if pointer.ends_with(" **") => return format!("&new_{name}"),
        (pointer, _) if pointer.ends_with('*') => {
            let pointer = pointer.trim_end_matches('*').trim_end();
            return format!("({pointer} *)room[{}].bytes", at % 8);
        }
        ("bool", _) => "false",
        ("double", _) => "0.5",
        ("uint8_t" | "uint32_t", _) => "1",
        ("uint16_t", _) => "9",
        _ => "0",
    };
    text.to_owned()
}
