//! Tests of the C library: programs that are compiled against it as users do.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::library::{Built, Library, Profile, version};
use super::{abi, generated, install, output, prototypes, sources};
use crate::command::{has, install_packages, succeed};

/// Maximum size of the release, in bytes. Measured: 3.56 MB with `opt-level = "z"` and the binding at 3; that includes
/// tables for unwinding, relocations and encodings.
const LARGEST: u64 = 3_564_000;

/// Flags that every program is compiled with.
const FLAGS: [&str; 5] = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-g"];

/// The main line of the game of the examples.
const LINE: &str = "Ada - Bea\nB 2,2\nW 3,2\nB pass\nW 2,1\nB 4,4\n";

/// Programs with the Debian package of each.
const TOOLS: [(&str, &str); 6] = [
    ("gcc", "gcc"),
    ("g++", "g++"),
    ("clang", "clang"),
    ("valgrind", "valgrind"),
    ("cmake", "cmake"),
    ("go", "golang-go"),
];

/// Seeds of further random lives.
const SEEDS: [&str; 4] = ["1", "2", "3", "4"];

/// A game with a move in its root, and its main line.
const MOVE_IN_ROOT: (&str, &str) = ("(;SZ[5]B[bb];W[])", "? - ?\nB 2,2\nW pass\n");

/// A game of the examples.
const GAME: &str =
    "(;GM[1]FF[4]SZ[5]PB[Ada]PW[Bea]RE[B+R];B[bb];W[cb];B[];W[ba](;B[dd])(;B[ee]))(;GM[1])";

/// Runs all tests.
pub(super) fn run(root: &Path, target: &Path, bless: bool) -> Result<()> {
    install_tools();
    let scratch = tempfile::tempdir()?;
    let test = Test {
        root,
        scratch: scratch.path(),
        prefix: scratch.path().join("prefix"),
    };
    println!("{} guarded entries", sources::check(root)?);
    // All of it, as it is quick to compile, for what it does; the release for what it weighs.
    let full = Library::Full.build(root, target, Profile::Dev)?;
    fs::create_dir_all(&test.prefix)?;
    install::install(root, Library::Full, &full, &test.prefix)?;
    abi::check(root, &full, test.scratch, bless)?;
    if bless {
        return Ok(());
    }
    test.headers()?;
    test.programs()?;
    test.suite()?;
    test.examples(root)?;
    let main = Library::Main.build(root, target, Profile::Release)?;
    abi::check_release(Library::Main, &version(root)?, &main, LARGEST)?;
    test.release(&main)
}

/// Installs what is missing. Tests that need a program that cannot be installed are skipped.
fn install_tools() {
    let missing: Vec<_> = TOOLS.iter().filter(|(program, _)| !has(program)).collect();
    if !missing.is_empty() {
        let packages: Vec<_> = missing.iter().map(|(_, package)| *package).collect();
        eprintln!("installing {}", packages.join(", "));
        let _ = install_packages(&packages.join(" "));
    }
    if has("clang") && !has_sanitizers() {
        // Debian packages them apart from the compiler, under a name with its version.
        let version = output(Command::new("clang").arg("-dumpversion")).unwrap_or_default();
        let major = version.split('.').next().unwrap_or_default();
        eprintln!("installing libclang-rt-{major}-dev");
        let _ = install_packages(&format!("libclang-rt-{major}-dev"));
    }
}

/// Whether clang has its libraries for sanitizers.
fn has_sanitizers() -> bool {
    let folder = output(Command::new("clang").arg("-print-runtime-dir"));
    folder.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

struct Test<'a> {
    root: &'a Path,
    scratch: &'a Path,
    prefix: PathBuf,
}

/// Options for compiling a program.
struct Build<'b> {
    compiler: &'b str,
    standard: &'b str,
    is_static: bool,
    more: &'b [&'b str],
}

const SHARED: Build<'_> = Build {
    compiler: "gcc",
    standard: "-std=c99",
    is_static: false,
    more: &[],
};

const SANITIZED: Build<'_> = Build {
    compiler: "clang",
    standard: "-std=c17",
    is_static: true,
    more: &[
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        "-fno-omit-frame-pointer",
    ],
};

impl Test<'_> {
    fn folder(&self, name: &str) -> PathBuf {
        self.root.join("bindings/c").join(name)
    }

    /// The headers alone, by each compiler and standard.
    fn headers(&self) -> Result<()> {
        let source = self.scratch.join("headers.c");
        fs::write(
            &source,
            "#include \"kifu.h\"\n#include \"kifu_db.h\"\n#include \"kifu_classic.h\"\n\
             int main(void) { kifu_visitor v; KIFU_INIT(&v); return v.size == sizeof v ? 0 : 1; }\n",
        )?;
        let mut count = 0;
        for compiler in ["gcc", "clang"].into_iter().filter(|own| has(own)) {
            for standard in ["c99", "c11", "c17", "c++11", "c++17"] {
                let is_cpp = standard.starts_with("c++");
                let mut compile = Command::new(compiler);
                compile.args(["-x", if is_cpp { "c++" } else { "c" }]);
                compile.arg(format!("-std={standard}")).args(FLAGS);
                if is_cpp {
                    compile.args(["-fno-exceptions", "-fno-rtti", "-Wold-style-cast"]);
                }
                compile
                    .arg("-fsyntax-only")
                    .arg("-I")
                    .arg(self.prefix.join("include/kifu"));
                succeed(compile.arg(&source))?;
                count += 1;
            }
        }
        println!("headers: {count} compilers and standards");
        Ok(())
    }

    /// The flags that pkg-config gives.
    fn pkg_config(&self, library: &str, arguments: &[&str]) -> Result<Vec<String>> {
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        let flags = output(command.args(arguments).arg(library))?;
        Ok(flags.split_whitespace().map(str::to_owned).collect())
    }

    /// Compiles a program against the installed library; returns its path.
    fn compile(&self, source: &Path, library: &str, build: &Build<'_>) -> Result<PathBuf> {
        let name = source.file_stem().context("a source has a name")?;
        let kind = if build.is_static { "static" } else { "shared" };
        let program = format!("{}-{}-{kind}", name.to_string_lossy(), build.compiler);
        let program = self.scratch.join(program);
        let mut compile = Command::new(build.compiler);
        compile.arg(build.standard).args(FLAGS).args(build.more);
        compile
            .arg("-I")
            .arg(self.folder("tests"))
            .arg("-o")
            .arg(&program)
            .arg(source);
        compile.args(self.pkg_config(library, &["--cflags"])?);
        if build.is_static {
            compile.arg(self.prefix.join(format!("lib/lib{library}.a")));
            let private = self.pkg_config(library, &["--static", "--libs"])?;
            let link = format!("-l{library}");
            compile.args(private.into_iter().filter(|flag| *flag != link));
        } else {
            compile.args(self.pkg_config(library, &["--libs"])?);
        }
        succeed(&mut compile)?;
        Ok(program)
    }

    /// A command that finds the shared library.
    fn command(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command.env("LD_LIBRARY_PATH", self.prefix.join("lib"));
        command.env(
            "ASAN_OPTIONS",
            "detect_leaks=1:detect_stack_use_after_return=1",
        );
        command
    }

    /// A command under valgrind, where every error and every leak fails.
    fn valgrind(&self, program: &Path) -> Command {
        let mut command = self.command("valgrind");
        command.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
        command.args([
            "--errors-for-leak-kinds=definite,indirect",
            "--show-leak-kinds=definite,indirect",
        ]);
        command.arg(program);
        command
    }

    /// The programs that test every function.
    fn programs(&self) -> Result<()> {
        let mut functions = Vec::new();
        let mut tested = String::new();
        for (header, test) in [("kifu.h", "test.c"), ("kifu_db.h", "test_db.c")] {
            let header = fs::read_to_string(self.folder("include").join(header))?;
            functions.extend(prototypes::functions(&header)?);
            tested += &fs::read_to_string(self.folder("tests").join(test))?;
        }
        for function in &functions {
            if !tested.contains(&format!("{}(", function.name)) {
                bail!("`{}` is in no test", function.name);
            }
        }
        let null = self.scratch.join("null.c");
        let main = |own: &&prototypes::Function| !own.name.starts_with("kifu_db");
        let main: Vec<_> = functions.iter().filter(main).cloned().collect();
        let (program, calls) = generated::program(&main);
        println!(
            "{} functions, {calls} calls with null, nothing and stale nodes",
            functions.len()
        );
        fs::write(&null, program)?;
        let sources = [
            self.folder("tests/test.c"),
            self.folder("tests/test_db.c"),
            null,
            self.folder("tests/lives.c"),
        ];
        let folder = self.scratch.join("files");
        fs::create_dir_all(&folder)?;
        for source in &sources {
            let library = "kifu_full";
            let shared = self.compile(source, library, &SHARED)?;
            succeed(self.command(&shared).arg(&folder))?;
            if has("clang") {
                let sanitized = self.compile(source, library, &SANITIZED)?;
                succeed(self.command(&sanitized).arg(&folder))?;
                if source.ends_with("lives.c") {
                    for seed in SEEDS {
                        succeed(self.command(&sanitized).arg(&folder).args(["50", seed]))?;
                    }
                }
            }
            if has("valgrind") {
                // A tenth of the lives, as valgrind is slow.
                succeed(self.valgrind(&shared).arg(&folder).arg("10"))?;
            }
        }
        self.threads()?;
        self.allocations()
    }

    /// Threads that read one collection, and valgrind's search for races.
    fn threads(&self) -> Result<()> {
        let build = Build {
            more: &["-pthread"],
            ..SHARED
        };
        let program = self.compile(&self.folder("tests/threads.c"), "kifu_full", &build)?;
        succeed(&mut self.command(&program))?;
        if has("valgrind") {
            let mut races = self.command("valgrind");
            races.args(["--quiet", "--tool=helgrind", "--error-exitcode=9"]);
            succeed(races.arg(program))?;
        }
        Ok(())
    }

    /// The events allocate nothing: `malloc` is counted in a program that is linked with the archive.
    fn allocations(&self) -> Result<()> {
        let counted = Build {
            compiler: "gcc",
            standard: "-std=c99",
            is_static: true,
            more: &[
                "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=posix_memalign,--wrap=aligned_alloc",
            ],
        };
        let program = self.compile(&self.folder("tests/allocations.c"), "kifu_full", &counted)?;
        succeed(&mut self.command(program))
    }

    /// The suite and the conformance suite, read by C.
    fn suite(&self) -> Result<()> {
        let driver = self.compile(&self.folder("tests/suite.c"), "kifu_full", &SHARED)?;
        let mut run = self.command("python3");
        succeed(run.arg(self.folder("tests/suite.py")).arg(driver))
    }

    /// Runs the examples, and checks their output.
    fn examples(&self, root: &Path) -> Result<()> {
        let game = self.scratch.join("game.sgf");
        fs::write(&game, GAME)?;
        let with_result = LINE.replacen("Bea", "Bea, B+R", 1);
        let board = ".O...\n.XO..\n.....\n...X.\n.....\nmove 5, prisoners 0 and 0\n";
        let counts = format!("{}: 2 games, 8 nodes, 6 moves\n", game.display());
        let classic =
            "(\n  ; GM[1] SZ[9]\n  ; B[ee]\n  (\n    ; W[ge]\n  )\n  (\n    ; W[gd]\n  )\n)\n";
        for (name, expected) in [
            ("count", Some(counts.as_str())),
            ("main_line", Some(with_result.as_str())),
            ("board", Some(board)),
            ("classic", Some(classic)),
            ("check", None),
        ] {
            let source = self.folder("examples").join(format!("{name}.c"));
            let program = self.compile(&source, "kifu_full", &SHARED)?;
            let printed = output(self.command(program).arg(&game))?;
            match expected {
                Some(expected) if printed != expected => {
                    bail!("{name} prints\n{printed}instead of\n{expected}")
                }
                None if !printed.contains("hint[") && !printed.contains("warning[") => {
                    bail!("check finds nothing: {printed}")
                }
                _ => {}
            }
        }
        self.cmake(root)?;
        println!("examples: 5 in C");
        Ok(())
    }

    /// The examples in other languages, with the small library.
    fn languages(&self) -> Result<()> {
        let examples = self.folder("examples");
        let python = || {
            let mut python = self.command("python3");
            python.arg(examples.join("main_line.py"));
            python
        };
        self.prints_main_line("example in Python", &python)?;
        if !has("go") {
            println!("example in Go: skipped, as there is no `go`");
            return Ok(());
        }
        let program = self.scratch.join("main_line-go");
        let mut go = self.command("go");
        go.env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        go.env("GOCACHE", self.scratch.join("go"));
        go.args(["build", "-o"]).arg(&program);
        succeed(go.arg(examples.join("main_line.go")))?;
        self.prints_main_line("example in Go", &|| self.command(&program))
    }

    /// Checks what an example prints for games, and that it explains itself without one.
    fn prints_main_line(&self, name: &str, example: &dyn Fn() -> Command) -> Result<()> {
        let file = self.scratch.join("line.sgf");
        for (game, line) in [(GAME, LINE), MOVE_IN_ROOT] {
            fs::write(&file, game)?;
            let printed = output(example().arg(&file))?;
            if printed != line {
                bail!("{name} prints\n{printed}instead of\n{line}");
            }
        }
        let without = example().output()?;
        let errors = String::from_utf8_lossy(&without.stderr);
        if without.status.success() || !errors.starts_with("usage: main_line") {
            bail!("{name} prints without a file\n{errors}");
        }
        println!("{name}: passed");
        Ok(())
    }

    /// A project that finds the library by `CMake`.
    fn cmake(&self, root: &Path) -> Result<()> {
        if !has("cmake") {
            println!("CMake: skipped, as there is no `cmake`");
            return Ok(());
        }
        let build = self.scratch.join("cmake");
        let mut configure = Command::new("cmake");
        configure
            .arg("-S")
            .arg(root.join("bindings/c/tests/cmake"))
            .arg("-B")
            .arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display()));
        output(&mut configure)?;
        output(Command::new("cmake").arg("--build").arg(&build))?;
        succeed(&mut self.command(build.join("shared")))?;
        succeed(&mut self.command(build.join("static")))?;
        println!("CMake: passed");
        Ok(())
    }

    /// The release, by its own test.
    fn release(&self, built: &Built) -> Result<()> {
        let prefix = self.scratch.join("release");
        fs::create_dir_all(&prefix)?;
        install::install(self.root, Library::Main, built, &prefix)?;
        let test = Test { prefix, ..*self };
        let folder = self.scratch.join("files");
        for is_static in [false, true] {
            let build = Build {
                is_static,
                ..SHARED
            };
            let program = test.compile(&test.folder("tests/test.c"), "kifu", &build)?;
            succeed(test.command(program).arg(&folder))?;
        }
        test.languages()
    }
}

/// Measures the events beside a plain parser.
pub(super) fn bench(root: &Path, built: &Built, files: &[PathBuf]) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let prefix = scratch.path().join("prefix");
    fs::create_dir_all(&prefix)?;
    install::install(root, Library::Main, built, &prefix)?;
    let test = Test {
        root,
        scratch: scratch.path(),
        prefix,
    };
    let build = Build {
        more: &["-O2"],
        ..SHARED
    };
    let program = test.compile(&test.folder("tests/bench.c"), "kifu", &build)?;
    succeed(test.command(program).args(files))
}
