//! `kifu serve` under load: many clients search an index on the loopback interface for some time.
//!
//! ```sh
//! cargo build --release -p kifu-cli                          # in the workspace above
//! cargo run --release --bin load -- ../target/release/kifu games.kifu [clients] [seconds]
//! ```
//!
//! Each client asks for one position after the other, each over a connection of its own. Most positions are new to the
//! server, so that it has to search; each fourth is one of twelve, whose answer must be that of the quiet server.
//! Answers with the statuses 200, 429 and 503 are counted, and so are those of searches that reached the time limit of
//! the server and report it; anything else is an error. The resident memory of the server is read ten times a second.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kifu_compare::Result;

/// Positions of openings and of fights, as addresses have them: `/` ends a row.
const PATTERNS: [&str; 12] = [
    "XO/OX",
    "XO/.X",
    ".X./OXO/.O.",
    "XXO/.O.",
    "X.O/.X.",
    "OX./.OX",
    "X..O",
    "XOX/O.O",
    "..X/.O./X..",
    "XX/OO",
    "O.X/.X.",
    "XO./OXO",
];

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The kind of an answer whose search reached the time limit.
const INCOMPLETE: &str = "200, incomplete";

/// The response: the status, and the number of hits if the search was complete.
type Answer = (u16, Option<u64>);

/// Ends the server when the benchmark ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1);
    let program = arguments
        .next()
        .ok_or("the path of `kifu` is needed, then an index")?;
    let index = arguments.next().ok_or("an index is needed")?;
    let mut number = |default: u64| -> Result<u64> {
        let given = arguments.next().map(OsString::into_string);
        Ok(given.map_or(Ok(default), |text| text.unwrap_or_default().parse())?)
    };
    let (clients, seconds) = (number(500)?, number(60)?);

    let mut child = Command::new(program)
        .args(["serve", "--listen", "127.0.0.1:0"])
        .arg(index)
        .stderr(Stdio::piped())
        .spawn()?;
    let output = child.stderr.take().ok_or("the server has no output")?;
    let server = Server(child);
    let address = address(&mut BufReader::new(output))?;

    let mut expected = HashMap::new();
    for pattern in PATTERNS {
        match ask(address, pattern)? {
            (200, Some(hits)) => {
                expected.insert(pattern, hits);
            }
            // A slow machine: the answer is not compared.
            (200, None) => {}
            (status, _) => {
                return Err(format!("a quiet server answers {pattern} with {status}").into());
            }
        }
    }
    if expected.len() < PATTERNS.len() / 2 {
        return Err("the machine is too slow: most searches reach the time limit".into());
    }

    let start = Instant::now();
    let end = start + Duration::from_secs(seconds);
    let memory = AtomicU64::new(0);
    let answers = thread::scope(|scope| -> Result<_> {
        scope.spawn(|| {
            while Instant::now() < end {
                memory.fetch_max(resident(server.0.id()), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(100));
            }
        });
        let expected = &expected;
        let workers: Vec<_> = (0..clients)
            .map(|client| {
                thread::Builder::new()
                    .stack_size(256 * 1024)
                    .spawn_scoped(scope, move || client_until(client, end, address, expected))
            })
            .collect::<std::result::Result<_, _>>()?;
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().map_err(|_| "a client failed")?);
        }
        Ok(all)
    })?;
    report(clients, start.elapsed(), &answers, memory.into_inner());
    if answers
        .iter()
        .any(|(kind, _)| !matches!(kind.as_str(), "200" | INCOMPLETE | "429" | "503"))
    {
        return Err("some answers are errors".into());
    }
    Ok(())
}

/// Reads the address that the server writes when it is ready.
fn address(output: &mut impl BufRead) -> Result<SocketAddr> {
    let mut line = String::new();
    while output.read_line(&mut line)? > 0 {
        if let Some((_, rest)) = line.split_once("http://") {
            let address = rest.split(['/', ' ', '\n']).next().unwrap_or_default();
            return Ok(address.parse()?);
        }
        line.clear();
    }
    Err("the server names no address".into())
}

/// One client: asks until `end`, and keeps the kind and the time of each answer.
fn client_until(
    client: u64,
    end: Instant,
    address: SocketAddr,
    expected: &HashMap<&str, u64>,
) -> Vec<(String, Duration)> {
    let mut answers = Vec::new();
    let mut state = client.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for turn in client.. {
        let begin = Instant::now();
        if begin >= end {
            break;
        }
        let known = PATTERNS[turn as usize % PATTERNS.len()];
        let (pattern, hits) = if turn % 4 == 0 {
            (known.to_owned(), expected.get(known))
        } else {
            (drawn(&mut state), None)
        };
        let kind = match ask(address, &pattern) {
            Ok((200, None)) => INCOMPLETE.to_owned(),
            Ok((200, own)) if hits.is_some() && hits != own.as_ref() => "a wrong answer".to_owned(),
            Ok((status, _)) => status.to_string(),
            Err(error) => error.to_string(),
        };
        answers.push((kind, begin.elapsed()));
    }
    answers
}

/// Asks for a position over a connection of its own.
fn ask(address: SocketAddr, pattern: &str) -> Result<Answer> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET /api/v1/search?pattern={pattern}&limit=5 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer
        .split(' ')
        .nth(1)
        .ok_or("an answer without a status")?
        .parse()?;
    let is_complete = answer.contains("\"complete\":true");
    let hits = answer
        .split_once("\"main\":")
        .and_then(|(_, rest)| rest.split_once("\"hits\":"));
    let digits = hits.map(|(_, rest)| {
        rest.chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
    });
    let hits = digits.and_then(|digits| digits.parse().ok());
    Ok((status, hits.filter(|_| is_complete)))
}

/// A position of four rows and four columns with three to six stones.
fn drawn(state: &mut u64) -> String {
    let mut points = [b'.'; 16];
    for turn in 0..3 + *state % 4 {
        // The generator of Marsaglia: xorshift.
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        points[(*state >> 20) as usize % 16] = if turn % 2 == 0 { b'X' } else { b'O' };
    }
    let rows = points
        .chunks(4)
        .map(|row| String::from_utf8_lossy(row).into_owned());
    rows.collect::<Vec<_>>().join("/")
}

/// Bytes of memory that a process holds.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

fn report(clients: u64, time: Duration, answers: &[(String, Duration)], memory: u64) {
    let mut kinds: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for (kind, time) in answers {
        kinds.entry(kind).or_default().push(*time);
    }
    println!(
        "{clients} clients for {:.0} s: {} answers, at most {} MB",
        time.as_secs_f64(),
        answers.len(),
        memory / 1_000_000
    );
    println!("| answer | number | p50 | p99 | longest |");
    println!("|---|--:|--:|--:|--:|");
    for (kind, mut times) in kinds {
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_millis();
        println!(
            "| {kind} | {} | {} ms | {} ms | {} ms |",
            times.len(),
            at(50),
            at(99),
            at(100)
        );
    }
}
