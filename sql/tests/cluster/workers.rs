//! Worker processes.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program of the command line, which `KIFU_TEST_KIFU` names.
pub(crate) fn program() -> Option<PathBuf> {
    let program = std::env::var_os("KIFU_TEST_KIFU").map(PathBuf::from);
    if program.is_none() {
        eprintln!("skipped: no program in KIFU_TEST_KIFU");
    }
    program
}

/// A worker process, which is killed with the value.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: String,
}

impl Process {
    /// Starts a worker of an index, and waits until it accepts connections.
    pub(crate) fn start(index: &Path, arguments: &[&str]) -> Self {
        Self::try_start(index, arguments, &[]).unwrap()
    }

    /// Starts a worker with variables; the error is its output if it ended.
    pub(crate) fn try_start(
        index: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Self, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu-sql"));
        command.args(["worker", "--listen", "127.0.0.1:0", "--db"]);
        command.arg(index).args(arguments);
        command.env_remove("KIFU_TOKEN").stdin(Stdio::null());
        command.envs(variables.iter().copied());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut message = String::new();
        let stderr = child.stderr.take().unwrap();
        let mut lines = BufReader::new(stderr).lines();
        for line in lines.by_ref() {
            let line = line.unwrap();
            let address = line.strip_prefix("note: worker at ");
            if let Some(address) = address.and_then(|rest| rest.split(' ').next()) {
                let address = address.to_owned();
                // Its later output must not fill its pipe.
                std::thread::spawn(move || lines.for_each(drop));
                return Ok(Self { child, address });
            }
            message.push_str(&line);
            message.push('\n');
        }
        child.wait().unwrap();
        Err(message)
    }

    /// Several workers.
    pub(crate) fn several(index: &Path, count: usize) -> Vec<Self> {
        (0..count).map(|_| Self::start(index, &[])).collect()
    }

    /// Ends processes at the same time.
    pub(crate) fn kill_all(processes: &mut [Self]) {
        for process in &mut *processes {
            // It may have ended already.
            let _ = process.child.kill();
        }
        processes.iter_mut().for_each(Self::kill);
    }

    /// Ends the process as a machine that fails.
    pub(crate) fn kill(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The addresses of workers.
pub(crate) fn addresses(workers: &[Process]) -> Vec<String> {
    workers
        .iter()
        .map(|worker| worker.address.clone())
        .collect()
}
