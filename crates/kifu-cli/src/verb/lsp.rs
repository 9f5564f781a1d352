mod files;
mod frames;

use std::collections::{HashSet, VecDeque};
use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use kifu_lsp::{Id, Message, Server};

use self::files::Files;
use self::frames::{FrameError, read_frame, write_frame};
use crate::exit::Exit;
use crate::output::{Output, is_broken_pipe};
use crate::rules::Rules;

/// Serve editors: diagnostics, fixes, boards and completion
///
/// Speaks the Language Server Protocol over standard input and output; editors start it. Rules are those of the nearest
/// `kifu.toml` of each file, and of the options given here.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu lsp
  kifu lsp --stdio
  kifu lsp --ignore S330,Q5")]
pub(crate) struct Lsp {
    #[command(flatten)]
    rules: Rules,

    /// Use standard input and output, which is the default; editors give this option
    #[arg(long)]
    stdio: bool,
}

/// How long a document must not change before it is checked. Long enough for a burst of keys or edits, and too short to
/// be seen.
const SILENCE: Duration = Duration::from_millis(20);

/// How many messages are read ahead, to find requests that are canceled.
const AHEAD: usize = 256;

/// A message, or bytes that are none with the answer to them, or the end of the input.
enum Received {
    Message(Message),
    Answer(Message),
    End(Option<FrameError>),
}

impl Lsp {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let (send, receive) = sync_channel(AHEAD);
        // The thread ends with its input; the process does not wait for it.
        thread::Builder::new()
            .name("lsp-input".to_owned())
            .spawn(move || {
                let mut input = BufReader::with_capacity(1 << 16, io::stdin());
                loop {
                    let received = match read_frame(&mut input) {
                        Ok(Some(bytes)) => match Message::parse(&bytes) {
                            Ok(message) => Received::Message(message),
                            Err(answer) => Received::Answer(*answer),
                        },
                        Ok(None) => Received::End(None),
                        Err(FrameError::TooLong(answer)) => Received::Answer(*answer),
                        Err(error) => Received::End(Some(error)),
                    };
                    let is_end = matches!(received, Received::End(_));
                    if send.send(received).is_err() || is_end {
                        return;
                    }
                }
            })?;
        match serve(
            Server::new(Files::new(self.rules.clone())),
            &receive,
            output,
        ) {
            Ok(exit) => Ok(exit),
            // The client is gone.
            Err(error) if is_broken_pipe(&error) => Ok(Exit::Findings),
            Err(error) => Err(error),
        }
    }
}

/// Handles messages until the client says `exit` or is gone.
fn serve(
    mut server: Server<Files>,
    receive: &Receiver<Received>,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let mut stdout = io::stdout().lock();
    let mut queue = Queue::default();
    // When the changed documents are checked.
    let mut due: Option<Instant> = None;
    loop {
        queue.fill(receive);
        if due.is_some_and(|due| due <= Instant::now()) && !queue.has_change() {
            send(&server.settle(), &mut stdout)?;
            due = None;
        }
        let received = match (queue.messages.pop_front(), due) {
            (Some(received), _) => received,
            (None, None) => receive.recv().unwrap_or(Received::End(None)),
            (None, Some(due)) => {
                match receive.recv_timeout(due.saturating_duration_since(Instant::now())) {
                    Ok(received) => received,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => Received::End(None),
                }
            }
        };
        match received {
            Received::Message(Message::Request { id, .. }) if queue.canceled.remove(&id) => {
                send(&[Server::<Files>::cancel(id)], &mut stdout)?;
            }
            Received::Message(message) => {
                queue.forget(&message);
                // Requests do not postpone the check: an editor may send them all the time.
                let is_change = is_change(&message);
                send(&server.handle(message), &mut stdout)?;
                if is_change || due.is_none() {
                    due = (!server.is_settled()).then(|| Instant::now() + SILENCE);
                }
            }
            Received::Answer(answer) => send(&[answer], &mut stdout)?,
            Received::End(error) => {
                if let Some(error) = error {
                    output.error(error);
                }
                return Ok(Exit::Findings);
            }
        }
        if let Some(status) = server.exit_status() {
            return Ok(if status == 0 {
                Exit::Clean
            } else {
                Exit::Findings
            });
        }
    }
}

/// Whether a message may change a document or the rules for it.
fn is_change(message: &Message) -> bool {
    matches!(message, Message::Notification { method, .. } if !method.starts_with("$/"))
}

fn send(messages: &[Message], stdout: &mut impl io::Write) -> io::Result<()> {
    for message in messages {
        write_frame(&message.to_json(), stdout)?;
    }
    if messages.is_empty() {
        return Ok(());
    }
    stdout.flush()
}

/// Messages that are waiting, and the requests among them that are canceled.
#[derive(Default)]
struct Queue {
    messages: VecDeque<Received>,
    canceled: HashSet<Id>,
}

impl Queue {
    /// Takes what has arrived.
    fn fill(&mut self, receive: &Receiver<Received>) {
        while self.messages.len() < AHEAD {
            match receive.try_recv() {
                Ok(received) => {
                    if let Received::Message(message) = &received {
                        self.canceled.extend(canceled(message));
                    }
                    self.messages.push_back(received);
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return,
            }
        }
    }

    /// Whether a change is waiting, after which a document is checked again.
    fn has_change(&self) -> bool {
        let mut messages = self.messages.iter();
        messages
            .any(|received| matches!(received, Received::Message(message) if is_change(message)))
    }

    /// Forgets a cancellation whose request was answered before.
    fn forget(&mut self, message: &Message) {
        if let Some(id) = canceled(message) {
            self.canceled.remove(&id);
        }
    }
}

/// The request that a message cancels.
fn canceled(message: &Message) -> Option<Id> {
    #[derive(serde::Deserialize)]
    struct Params {
        id: Id,
    }
    match message {
        Message::Notification { method, params } if method == "$/cancelRequest" => {
            let params: Params = serde_json::from_str(params.get()).ok()?;
            Some(params.id)
        }
        _ => None,
    }
}
