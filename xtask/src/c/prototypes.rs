//! Prototypes and structs of a header written by cbindgen.

use anyhow::{Context, Result};

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// The result type: `kifu_status`.
    pub(super) result: String,
    /// Its name.
    pub(super) name: String,
    /// Its parameters.
    pub(super) parameters: Vec<Parameter>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    /// The type, without `struct` and `enum`, with its stars at the end: `const kifu_node *`.
    pub(super) kind: String,
    /// The name.
    pub(super) name: String,
}

/// The text without comments and without lines of the preprocessor.
fn code(header: &str) -> String {
    let mut code = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        code.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
    }
    code.push_str(rest);
    let mut lines = String::new();
    let mut continues = false;
    for line in code.lines() {
        let is_directive = continues || line.starts_with('#');
        continues = is_directive && line.ends_with('\\');
        if !is_directive {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    lines
}

/// All functions of a header, in their order.
pub(super) fn functions(header: &str) -> Result<Vec<Function>> {
    let code = code(header);
    let mut functions = Vec::new();
    for statement in code.split(';') {
        let statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
        let statement = statement.trim_start_matches("extern \"C\" { ");
        let Some((head, parameters)) = statement.split_once('(') else {
            continue;
        };
        // A type, or a callback in a struct.
        if parameters.starts_with('*') || head.contains(['{', '}']) || head.contains("typedef") {
            continue;
        }
        let parameters = parameters
            .strip_suffix(')')
            .with_context(|| format!("`{statement}`: not a prototype"))?;
        let head = parameter(head)?;
        let parameters = match parameters {
            "void" => Vec::new(),
            list => list.split(", ").map(parameter).collect::<Result<_>>()?,
        };
        functions.push(Function {
            result: head.kind,
            name: head.name,
            parameters,
        });
    }
    Ok(functions)
}

fn parameter(text: &str) -> Result<Parameter> {
    let at = text
        .rfind([' ', '*'])
        .with_context(|| format!("`{text}`: no type and name"))?;
    let (kind, name) = text.split_at(at + 1);
    let kind = kind
        .trim()
        .replace("struct ", "")
        .replace("enum ", "")
        .replace(" *", "*")
        .replace('*', " *")
        .replace("* *", "**");
    Ok(Parameter {
        kind,
        name: name.to_owned(),
    })
}

/// The names of all structs that have fields.
pub(super) fn structs(header: &str) -> Vec<String> {
    let code = code(header);
    let names = code.lines().filter_map(|line| {
        let name = line.strip_prefix("typedef struct ")?.strip_suffix(" {")?;
        Some(name.to_owned())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prototypes_are_read() {
        let header = "/** A; comment(x). */\n#define X \\\n  y(z)\ntypedef struct a {\n  int (*f)(void *);\n} a;\n\
            extern \"C\" {\nkifu_status f(const struct a *one,\n    struct a **two, enum b three);\nvoid g(void);\n}\n";
        let read = functions(header).unwrap();
        let kinds: Vec<_> = read[0]
            .parameters
            .iter()
            .map(|own| own.kind.as_str())
            .collect();
        assert_eq!(kinds, ["const a *", "a **", "b"]);
        assert_eq!(read[0].name, "f");
        assert_eq!(
            (read[1].result.as_str(), read[1].parameters.len()),
            ("void", 0)
        );
        assert_eq!(structs(header), ["a"]);
    }
}
