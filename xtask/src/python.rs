//! `cargo xtask python`: the wheel of the Python package, installed and tested.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::succeed;

/// The largest size of a wheel, in megabytes.
const LARGEST: u64 = 15;

/// Options of the build.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// Optimize, as for a release.
    pub(crate) release: bool,
    /// Build a wheel that every Linux with glibc 2.28 loads.
    pub(crate) manylinux: bool,
}

/// Builds the wheel, installs it into a virtual environment, and runs its tests there.
pub(crate) fn run(root: &Path, options: Options) -> Result<()> {
    let package = root.join("bindings/python");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = root.join(target).join("python-package");
    let python = environment(&folder.join("venv"), &package)?;
    let wheels = folder.join("wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels)?;
    }
    let mut build = module(&python, &["maturin", "build", "--quiet"]);
    build.arg("--out").arg(&wheels).current_dir(&package);
    if options.release {
        build.arg("--release");
    }
    if options.manylinux {
        install(&python, &["ziglang".as_ref()])?;
        build.args(["--zig", "--compatibility", "manylinux_2_28"]);
        // Where maturin looks for the compiler, which it does not do beside itself.
        build.env("CARGO_ZIGBUILD_PYTHON_PATH", &python);
    }
    succeed(&mut build)?;
    let wheel = std::fs::read_dir(&wheels)?
        .next()
        .context("maturin wrote no wheel")??
        .path();
    install(
        &python,
        &["--force-reinstall", "--no-deps"]
            .map(OsStr::new)
            .into_iter()
            .chain([wheel.as_os_str()])
            .collect::<Vec<_>>(),
    )?;
    succeed(module(&python, &["pytest"]).current_dir(&package))?;
    let unpacked = folder.join("unpacked");
    if unpacked.exists() {
        std::fs::remove_dir_all(&unpacked)?;
    }
    let mut unpack = module(&python, &["zipfile", "--extract"]);
    succeed(unpack.arg(&wheel).arg(&unpacked))?;
    for python in interpreters() {
        load(&python, &unpacked)?;
    }
    let tenths = std::fs::metadata(&wheel)?.len() / 100_000;
    println!("{}: {}.{} MB", wheel.display(), tenths / 10, tenths % 10);
    if options.release && tenths > LARGEST * 10 {
        bail!("the wheel has more than {LARGEST} MB");
    }
    Ok(())
}

/// The interpreters at hand that the wheel is for: on the path, or installed by pyenv.
fn interpreters() -> Vec<PathBuf> {
    let pyenv = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv"));
    let versions = pyenv.or_else(home).map(|root| root.join("versions"));
    let installed = versions.and_then(|folder| std::fs::read_dir(folder).ok());
    let installed = installed.into_iter().flatten().filter_map(Result::ok);
    let installed: Vec<PathBuf> = installed.map(|entry| entry.path()).collect();
    let of_version = |minor: u32| {
        let named = PathBuf::from(format!("python3.{minor}"));
        let start = format!("3.{minor}.");
        let under_pyenv = installed.iter().filter(move |folder| {
            let name = folder.file_name().and_then(OsStr::to_str);
            name.is_some_and(|name| name.starts_with(&start))
        });
        let under_pyenv = under_pyenv.map(|folder| folder.join("bin/python"));
        let mut candidates = std::iter::once(named).chain(under_pyenv);
        candidates.find(|python| {
            let run = Command::new(python).arg("--version").output();
            run.is_ok_and(|output| output.status.success())
        })
    };
    (10..=20).filter_map(of_version).collect()
}

/// Reads a game with the unpacked wheel and another interpreter. What needs numpy is not tried.
fn load(python: &Path, wheel: &Path) -> Result<()> {
    let program = "import sys, kifu; game = kifu.loads('(;PB[Ann];B[aa])')[0]; \
                   assert game.black == 'Ann' and kifu.Board(9).play('aa')['aa'] == 'B'; \
                   print('kifu', kifu.__version__, 'loads in Python', sys.version.split()[0])";
    let mut run = Command::new(python);
    run.args(["-c", program]).env("PYTHONPATH", wheel);
    succeed(&mut run)
}

/// Creates a virtual environment for the tests; returns its interpreter. In CI it is always created again.
fn environment(folder: &Path, package: &Path) -> Result<PathBuf> {
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let requirements = package.join("tests/requirements.txt");
    let wanted = std::fs::read_to_string(&requirements)?;
    let mark = folder.join("requirements.txt");
    let is_fresh = std::env::var_os("CI").is_none()
        && std::fs::read_to_string(&mark).is_ok_and(|found| found == wanted);
    if !is_fresh {
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(folder);
        succeed(&mut make).context("Python 3.10 or later, with `venv`, is needed")?;
        install(
            &python,
            &["--requirement".as_ref(), requirements.as_os_str()],
        )?;
        std::fs::write(mark, wanted)?;
    }
    Ok(python)
}

fn module(python: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(python);
    command.arg("-m").args(arguments);
    // Variables of an environment that the caller has activated would lead elsewhere.
    command.env_remove("PYTHONPATH").env_remove("VIRTUAL_ENV");
    command.env_remove("CONDA_PREFIX");
    command
}

fn install(python: &Path, packages: &[&OsStr]) -> Result<()> {
    let quiet = [
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-compile",
    ];
    succeed(module(python, &quiet).args(packages))
}
