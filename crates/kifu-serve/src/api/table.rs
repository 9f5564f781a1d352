//! All selected games as a stream of Apache Arrow.

use std::io::{self, ErrorKind, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::thread::sleep;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse as _;
use futures_core::Stream;
use kifu_arrow::{Games, schema, write};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::parameters::Parameters;
use super::request::{TableRequest, selection};
use super::{Answered, App};
use crate::error::ApiError;
use crate::gate::Place;

/// Parts of the stream that wait for a slow client.
const ROOM: usize = 4;

/// Size of a part in bytes.
const PART: usize = 1 << 18;

/// Interval between attempts to send to a slow client.
const PAUSE: Duration = Duration::from_millis(5);

/// Parts as they come. A stream that is not whole breaks the response off, so that no client takes it for the answer.
struct Parts {
    receiver: mpsc::Receiver<Bytes>,
    is_whole: Arc<AtomicBool>,
}

impl Stream for Parts {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|part| match part {
            Some(part) => Some(Ok(part)),
            None if self.is_whole.swap(true, Ordering::Acquire) => None,
            None => Some(Err(ErrorKind::UnexpectedEof.into())),
        })
    }
}

/// Sends bytes in parts; fails once the client has left or the time is over. While a client does not read, others
/// have the place.
struct Sender<'a> {
    parts: &'a mpsc::Sender<Bytes>,
    place: &'a mut Place,
    bytes: Vec<u8>,
}

impl Sender<'_> {
    fn send(&mut self) -> io::Result<()> {
        let mut part = Bytes::from(std::mem::take(&mut self.bytes));
        loop {
            if self.place.cancel.is_over() {
                return Err(ErrorKind::TimedOut.into());
            }
            match self.parts.try_send(part) {
                Ok(()) if self.place.resume() => return Ok(()),
                Ok(()) => return Err(ErrorKind::TimedOut.into()),
                Err(TrySendError::Closed(_)) => return Err(ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(back)) => part = back,
            }
            self.place.pause();
            sleep(PAUSE);
        }
    }
}

impl Write for Sender<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A batch comes at once; in parts, little of it waits for a slow client.
        let room = PART.saturating_sub(self.bytes.len());
        let (bytes, _) = bytes.split_at(bytes.len().min(room));
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= PART {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        self.send()
    }
}

/// The selected games as record batches in Arrow's IPC stream format, in the order of the index.
pub(super) async fn table(
    State(app): State<Arc<App>>,
    Parameters(request): Parameters<TableRequest>,
) -> Answered {
    let opened = app.opened();
    let selected = selection(request.selection.as_ref())?;
    let columns = schema(request.columns()?.as_deref());
    let columns = columns.map_err(|error| ApiError::bad(format!("columns: {error}")))?;
    let turn = app.gate.table().await?;
    let mut place = app.gate.enter().await?;
    let (parts, receiver) = mpsc::channel(ROOM);
    let is_whole = Arc::new(AtomicBool::new(false));
    let body = Parts {
        receiver,
        is_whole: Arc::clone(&is_whole),
    };
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let mut sender = Sender {
            parts: &parts,
            place: &mut place,
            bytes: Vec::new(),
        };
        let sent = Games::new(&opened.store, &selected, columns)
            .map_err(io::Error::other)
            .and_then(|games| write(games, &mut sender).map_err(io::Error::other))
            .and_then(|()| sender.flush());
        match sent {
            Ok(()) => is_whole.store(true, Ordering::Release),
            Err(error) => tracing::warn!(%error, "table"),
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.apache.arrow.stream"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"games.arrows\"",
        ),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}
