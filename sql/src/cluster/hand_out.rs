//! Shares of the files of an index, handed out to workers.

use std::collections::VecDeque;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use kifu::batch::index::{Made, Share};
use kifu_remote::Address;

use super::coordinator::{Workers, shown};
use super::shares;
use crate::error::Result;

/// Number of workers that try a share before it is returned undone.
const ATTEMPTS: usize = 2;

/// Lets workers make segments of shares of the files of an index, each worker one share at a time. `done` gets the number of
/// each share and its result, `None` if the workers failed at it. A worker that fails is not used any more; `note` gets
/// the reason.
///
/// # Errors
/// No worker can be used.
pub async fn hand_out(
    workers: &Workers,
    address: &Address,
    shares: &[Share],
    mut note: impl FnMut(String),
    mut done: impl FnMut(usize, Option<Made>),
) -> Result<()> {
    let address = address.to_string();
    let (_, unused) = workers.probe().await?;
    for (worker, reason) in unused {
        note(format!("worker {worker} is not used: {reason}"));
    }
    let mut idle = workers.live();
    let mut waiting: VecDeque<usize> = (0..shares.len()).collect();
    let mut failures = vec![0; shares.len()];
    let mut running = FuturesUnordered::new();
    loop {
        while !idle.is_empty()
            && let Some(number) = waiting.pop_front()
        {
            let worker = idle.remove(0);
            let (address, share) = (&address, &shares[number]);
            running.push(async move {
                let made = async {
                    let channel = workers.channel(&worker).await?;
                    let made = shares::make(channel, address, share).await;
                    made.map_err(|status| crate::error::wrong(status.message()))
                };
                let made = made.await;
                (worker, number, made)
            });
        }
        let Some((worker, number, made)) = running.next().await else {
            break;
        };
        match made {
            Ok(made) => {
                idle.push(worker);
                done(number, Some(made));
            }
            Err(error) => {
                workers.forget(&worker);
                let reason = error.find_root().to_string();
                let reason = reason.lines().next().unwrap_or_default();
                note(format!("worker {} is not used: {reason}", shown(&worker)));
                failures[number] += 1;
                if failures[number] < ATTEMPTS {
                    waiting.push_front(number);
                } else {
                    done(number, None);
                }
            }
        }
    }
    waiting.into_iter().for_each(|number| done(number, None));
    Ok(())
}
