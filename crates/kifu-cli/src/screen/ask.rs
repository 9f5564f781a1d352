//! Asks the terminal for its abilities.

use std::time::Duration;

use super::answers::Answers;
use super::terminal::Environment;

/// Asks the terminal, and reads its answers until the deadline.
#[cfg(unix)]
pub(super) fn ask(
    environment: Environment,
    answers: &mut Answers,
    deadline: Duration,
) -> anyhow::Result<()> {
    use std::fs::File;
    use std::io::{IsTerminal as _, Read as _};
    use std::os::fd::{AsFd as _, OwnedFd};
    use std::time::Instant;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    use super::{answers, send};

    // Standard input may be the game record.
    let stdin = std::io::stdin();
    let input: OwnedFd = if stdin.is_terminal() {
        stdin.as_fd().try_clone_to_owned()?
    } else {
        match File::open("/dev/tty") {
            Ok(file) => file.into(),
            Err(_) => return Ok(()),
        }
    };
    let mut input = File::from(input);
    if !environment.is_multiplexed && cfg!(feature = "pictures") {
        send(answers::KITTY_QUESTION)?;
    }
    send(answers::QUESTIONS)?;
    let mut end = Instant::now() + deadline;
    let mut may_extend = true;
    let mut bytes = [0; 1024];
    while !answers.is_complete {
        let mut rest = end.saturating_duration_since(Instant::now());
        if rest.is_zero() {
            if !(may_extend && answers.is_inside()) {
                break;
            }
            // An answer that has begun ends soon.
            may_extend = false;
            rest = super::DEADLINE;
            end = Instant::now() + rest;
        }
        let mut files = [PollFd::new(&input, PollFlags::IN)];
        let time = Timespec::try_from(rest).ok();
        match poll(&mut files, time.as_ref()) {
            Ok(0) | Err(rustix::io::Errno::INTR) => continue,
            Ok(_) if files[0].revents().contains(PollFlags::IN) => {}
            Ok(_) | Err(_) => break,
        }
        match input.read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(length) => answers.read(&bytes[..length]),
        }
    }
    Ok(())
}

/// Elsewhere the environment has to be enough.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Unix")]
pub(super) fn ask(_: Environment, _: &mut Answers, _: Duration) -> anyhow::Result<()> {
    Ok(())
}
