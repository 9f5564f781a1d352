//! The headers of the C library, made by cbindgen from `bindings/c/src`.

use std::path::Path;

use anyhow::{Context, Result};
use cbindgen::{Builder, Config, Language, RenameRule};

/// The chapters of `kifu.h`, in their order.
const CHAPTERS: [&str; 17] = [
    "status",
    "text",
    "ffi",
    "visit",
    "classic",
    "collection",
    "problem",
    "node",
    "property",
    "value",
    "info",
    "edit",
    "write",
    "check",
    "format",
    "board",
    "replay",
];

/// What stands before the declarations of `kifu.h`, with `{version}` and its parts.
const HEAD: &str = r"/* Kifu: game records in Smart Game Format.
 *
 * Every function is documented where it is declared. In general:
 *
 * - Functions return a kifu_status: KIFU_OK is 0, errors are negative, KIFU_NONE says that there is no such thing.
 *   kifu_last_error() describes the last error of the thread. Broken game records are no errors.
 * - A null pointer where an object or an output is needed is KIFU_INVALID_ARGUMENT. Outputs are not written on errors;
 *   outputs for new objects are null then.
 * - Objects are freed by the function of their name (kifu_collection_free, ...); null is allowed. Nodes are values.
 * - Texts that functions give (kifu_str) belong to the object that was asked, and are valid until it is changed or freed.
 *   Texts that have to be made are written to your buffer, in the way of snprintf: ended by NUL, never a part of a
 *   character, KIFU_TRUNCATED if there is more. Texts are UTF-8.
 * - Any number of threads may read an object at a time. Nobody else may use it while it is changed.
 * - Callbacks must not unwind or longjmp through Kifu, and must not change or free the object that calls them.
 *
 * Generated from bindings/c/src by `cargo xtask gen`. MIT OR Apache-2.0.
 */";

/// What follows the includes of `kifu.h`.
const MACROS: &str = r#"
/* The version of this header; kifu_version() is that of the library. */
#define KIFU_VERSION "{version}"
#define KIFU_VERSION_MAJOR {major}
#define KIFU_VERSION_MINOR {minor}
#define KIFU_VERSION_PATCH {patch}

/* As the length of a text that is an argument: it ends with NUL. */
#define KIFU_NUL SIZE_MAX

/* Sets a struct of options or callbacks to its defaults: KIFU_INIT(&options). */
#define KIFU_INIT(options) \
    (memset((options), 0, sizeof *(options)), (void)((options)->size = (uint32_t)sizeof *(options)))"#;

/// The headers, by their paths.
pub(super) fn files(root: &Path) -> Result<Vec<(String, String)>> {
    let folder = root.join("bindings/c");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml"))?;
    let manifest: toml::Table = manifest.parse()?;
    let version = manifest["package"]["version"].as_str();
    let version = version.context("bindings/c has no version")?;

    let mut kifu = config("KIFU_H");
    kifu.sys_includes = ["stdbool.h", "stddef.h", "stdint.h", "string.h"]
        .map(Into::into)
        .into();
    kifu.header = Some(HEAD.to_owned());
    let parts: Vec<&str> = version.split('.').collect();
    let macros = MACROS
        .replace("{version}", version)
        .replace("{major}", parts.first().unwrap_or(&"0"))
        .replace("{minor}", parts.get(1).unwrap_or(&"0"))
        .replace("{patch}", parts.get(2).unwrap_or(&"0"));
    kifu.after_includes = Some(macros);
    kifu.export.exclude = vec!["KIFU_NUL".to_owned()];
    let chapters = CHAPTERS.iter().chain(&["diagram"]);
    let chapters = chapters.map(|chapter| folder.join(format!("src/{chapter}.rs")));
    let mut files = vec![(
        "bindings/c/include/kifu.h".to_owned(),
        generate(kifu, chapters)?,
    )];
    let database = folder.join("src/db.rs");
    if database.exists() {
        let mut config = config("KIFU_DB_H");
        config.includes = vec!["kifu.h".to_owned()];
        config.header = Some(DATABASE.to_owned());
        let text = generate(config, [database].into_iter())?;
        files.push(("bindings/c/include/kifu_db.h".to_owned(), text));
    }
    Ok(files)
}

/// What stands before the declarations of `kifu_db.h`.
const DATABASE: &str = r"/* Kifu: the game database, with position search.
 *
 * Link libkifu_full instead of libkifu: it has all functions of kifu.h and these. The rules of kifu.h hold.
 *
 * Generated from bindings/c/src by `cargo xtask gen`. MIT OR Apache-2.0.
 */";

fn config(guard: &str) -> Config {
    let mut config = Config {
        language: Language::C,
        cpp_compat: true,
        no_includes: true,
        usize_is_size_t: true,
        line_length: 110,
        documentation: true,
        include_guard: Some(guard.to_owned()),
        ..Config::default()
    };
    config.enumeration.rename_variants = RenameRule::None;
    config
}

fn generate(config: Config, files: impl Iterator<Item = std::path::PathBuf>) -> Result<String> {
    let builder = files.fold(Builder::new().with_config(config), Builder::with_src);
    let bindings = builder.generate().context("cbindgen fails on bindings/c")?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    Ok(String::from_utf8(text)?)
}
