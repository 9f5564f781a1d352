//! Generates the JavaScript side of the WebAssembly module.
//!
//! `kifu-wasm-bindgen MODULE.wasm FOLDER NAME` writes `NAME.js`, `NAME.d.ts` and `NAME_bg.wasm`. It uses the
//! library of `wasm-bindgen` in the version of the lock file, so that no tool has to be installed.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: kifu-wasm-bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let generated = bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match generated {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::from(2)
        }
    }
}
