//! Installing: libraries with their version, headers, pkg-config, `CMake`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::library::{Built, Library, version};

/// Further libraries that a static library needs on Linux. The compiler adds the one that unwinds: `gcc_s` is shared
/// only, and would break a program that is static throughout.
const PRIVATE: &str = "-lpthread -ldl -lm";

/// Installs a library below `prefix`.
pub(super) fn install(root: &Path, library: Library, built: &Built, prefix: &Path) -> Result<()> {
    let version = version(root)?;
    let (lib, include) = (prefix.join("lib"), prefix.join("include/kifu"));
    fs::create_dir_all(&lib)?;
    fs::create_dir_all(&include)?;
    for header in library.headers() {
        let header = root.join("bindings/c").join(header);
        let name = header.file_name().context("a header has a name")?;
        fs::copy(&header, include.join(name))?;
    }
    shared(library, built, &lib, &version)?;
    let archive = built.archive.file_name().context("an archive has a name")?;
    replace(&built.archive, &lib.join(archive))?;
    write(
        &lib.join("pkgconfig").join(format!("{}.pc", library.name())),
        &pkg_config(library, prefix, &version),
    )?;
    let cmake = lib.join("cmake/Kifu");
    write(
        &cmake.join(format!("{}-target.cmake", library.name())),
        &cmake_target(library, &version),
    )?;
    write(&cmake.join("KifuConfig.cmake"), CONFIG)?;
    write(
        &cmake.join("KifuConfigVersion.cmake"),
        &CONFIG_VERSION.replace("@VERSION@", &version),
    )
}

/// `libkifu.so.0.1.0`, and the names that lead there. On macOS the file has the name that programs look for.
fn shared(library: Library, built: &Built, lib: &Path, version: &str) -> Result<()> {
    let file = library.file();
    if cfg!(target_os = "macos") {
        let soname = library.soname(version);
        replace(&built.shared, &lib.join(&soname))?;
        return link(&soname, &lib.join(file));
    }
    if !cfg!(target_os = "linux") {
        return replace(&built.shared, &lib.join(file));
    }
    let full = format!("{file}.{version}");
    replace(&built.shared, &lib.join(&full))?;
    link(&full, &lib.join(library.soname(version)))?;
    link(&library.soname(version), &lib.join(file))
}

/// Puts a file in the place of another at once: programs that run keep the old one.
fn replace(from: &Path, into: &Path) -> Result<()> {
    let mut beside = into.as_os_str().to_owned();
    beside.push(".new");
    fs::copy(from, &beside).with_context(|| format!("cannot write `{}`", into.display()))?;
    Ok(fs::rename(beside, into)?)
}

fn link(to: &str, at: &Path) -> Result<()> {
    let _ = fs::remove_file(at);
    #[cfg(unix)]
    std::os::unix::fs::symlink(to, at)?;
    #[cfg(not(unix))]
    let _ = to;
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
    Ok(fs::write(path, text)?)
}

fn pkg_config(library: Library, prefix: &Path, version: &str) -> String {
    let name = library.name();
    let what = match library {
        Library::Main => "events, trees, checks, boards, diagrams",
        Library::Full => "libkifu with PNG pictures and the game database",
    };
    format!(
        "prefix={}\n\
         exec_prefix=${{prefix}}\n\
         libdir=${{exec_prefix}}/lib\n\
         includedir=${{prefix}}/include/kifu\n\
         \n\
         Name: {name}\n\
         Description: Game records in Smart Game Format: {what}\n\
         Version: {version}\n\
         Cflags: -I${{includedir}}\n\
         Libs: -L${{libdir}} -l{name}\n\
         Libs.private: {PRIVATE}\n",
        prefix.display()
    )
}

/// The targets of a library for `CMake`: `Kifu::kifu` and `Kifu::kifu_static`.
fn cmake_target(library: Library, version: &str) -> String {
    let name = library.name();
    let (file, soname) = (library.file(), library.soname(version));
    let archive = format!("lib{name}.a");
    format!(
        "get_filename_component(_kifu_prefix \"${{CMAKE_CURRENT_LIST_DIR}}/../../..\" ABSOLUTE)\n\
         if(NOT TARGET Kifu::{name})\n  \
           add_library(Kifu::{name} SHARED IMPORTED)\n  \
           set_target_properties(Kifu::{name} PROPERTIES\n    \
             IMPORTED_LOCATION \"${{_kifu_prefix}}/lib/{file}\"\n    \
             IMPORTED_SONAME \"{soname}\"\n    \
             INTERFACE_INCLUDE_DIRECTORIES \"${{_kifu_prefix}}/include/kifu\")\n  \
           add_library(Kifu::{name}_static STATIC IMPORTED)\n  \
           set_target_properties(Kifu::{name}_static PROPERTIES\n    \
             IMPORTED_LOCATION \"${{_kifu_prefix}}/lib/{archive}\"\n    \
             INTERFACE_LINK_LIBRARIES \"pthread;${{CMAKE_DL_LIBS}};m\"\n    \
             INTERFACE_INCLUDE_DIRECTORIES \"${{_kifu_prefix}}/include/kifu\")\n\
         endif()\n\
         unset(_kifu_prefix)\n"
    )
}

const CONFIG: &str = "\
# find_package(Kifu) defines Kifu::kifu and Kifu::kifu_static and, where they are installed, Kifu::kifu_full and
# Kifu::kifu_full_static.
file(GLOB _kifu_targets \"${CMAKE_CURRENT_LIST_DIR}/*-target.cmake\")
foreach(_kifu_target IN LISTS _kifu_targets)
  include(\"${_kifu_target}\")
endforeach()
unset(_kifu_targets)
";

const CONFIG_VERSION: &str = "\
set(PACKAGE_VERSION \"@VERSION@\")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
";
