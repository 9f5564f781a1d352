//! The binary interface: exported symbols, and sizes and alignments of structs.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use super::library::{Built, Library};
use super::prototypes::{functions, structs};

/// The committed list.
const LIST: &str = "bindings/c/abi.txt";

/// Compares the exports of a library, and the structs of its headers, with the committed list; writes the list if
/// `bless`.
pub(super) fn check(root: &Path, built: &Built, scratch: &Path, bless: bool) -> Result<()> {
    let mut list = String::from(
        "# Exported functions, and size and alignment of each struct on 64-bit systems. A line may be added; one that\n\
         # changes breaks programs that are linked already. `cargo xtask c --bless` writes this file.\n",
    );
    let mut program =
        String::from("#include <stdio.h>\n#include \"kifu_db.h\"\nint main(void) {\n");
    let mut declared = Vec::new();
    for header in ["kifu.h", "kifu_db.h"] {
        let text = std::fs::read_to_string(root.join("bindings/c/include").join(header))?;
        declared.extend(functions(&text)?.into_iter().map(|own| own.name));
        for name in structs(&text) {
            let _ = write!(
                program,
                "  struct {name}_aligned {{ char first; {name} then; }};\n  \
                 printf(\"struct {name} %zu %zu\\n\", sizeof({name}), offsetof(struct {name}_aligned, then));\n"
            );
        }
    }
    program.push_str("  return 0;\n}\n");
    let (source, binary) = (scratch.join("abi.c"), scratch.join("abi"));
    std::fs::write(&source, program)?;
    let mut compile = Command::new("cc");
    compile.arg("-I").arg(root.join("bindings/c/include"));
    crate::command::succeed(compile.arg(&source).arg("-o").arg(&binary))?;
    list.push_str(&super::output(&mut Command::new(&binary))?);

    let mut exported = exported(built)?;
    declared.sort();
    exported.sort();
    if exported != declared {
        let lacks: Vec<_> = declared
            .iter()
            .filter(|own| !exported.contains(own))
            .collect();
        let more: Vec<_> = exported
            .iter()
            .filter(|own| !declared.contains(own))
            .collect();
        bail!(
            "the headers declare {lacks:?}, which are not exported; exported are {more:?}, which no header declares"
        );
    }
    for name in exported {
        let _ = writeln!(list, "function {name}");
    }
    let path = root.join(LIST);
    if bless {
        return Ok(std::fs::write(path, list)?);
    }
    let committed = std::fs::read_to_string(&path)?;
    if committed != list {
        let only = |one: &str, other: &str| -> Vec<String> {
            let lines = one
                .lines()
                .filter(|line| !other.lines().any(|own| own == *line));
            lines.map(str::to_owned).collect()
        };
        bail!(
            "`{LIST}` differs: without {:#?}, new {:#?}; `cargo xtask c --bless` accepts that",
            only(&committed, &list),
            only(&list, &committed)
        );
    }
    Ok(())
}

/// The symbols that a shared library exports.
fn exported(built: &Built) -> Result<Vec<String>> {
    let mut nm = Command::new("nm");
    nm.args(["-D", "--defined-only"]).arg(&built.shared);
    let symbols = super::output(&mut nm)?;
    Ok(symbols
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2).map(str::to_owned))
        .collect())
}

/// Checks the shared library as it is installed: its size, its soname, and that it exports functions of Kifu alone.
pub(super) fn check_release(
    library: Library,
    version: &str,
    built: &Built,
    most: u64,
) -> Result<()> {
    let size = std::fs::metadata(&built.shared)?.len();
    println!("{}: {size} bytes, stripped", library.file());
    if size > most {
        bail!("{} has {size} bytes, more than {most}", library.file());
    }
    let mut readelf = Command::new("readelf");
    let dynamic = super::output(readelf.arg("-d").arg(&built.shared))?;
    let soname = format!("[{}]", library.soname(version));
    if !dynamic.contains(&soname) {
        bail!("{} has not the soname {soname}", library.file());
    }
    if let Some(other) = exported(built)?
        .iter()
        .find(|name| !name.starts_with("kifu_"))
    {
        bail!("{} exports `{other}`", library.file());
    }
    Ok(())
}
