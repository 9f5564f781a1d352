//! Requests for lists of games, which are read page by page with cursors.

use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_64;

use super::{PAGE, Page};
use crate::error::ApiError;
use crate::library::Sort;

/// A list of games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ListRequest {
    #[serde(rename = "where")]
    pub(crate) selection: Option<String>,
    pub(crate) sort: Sort,
    pub(crate) reverse: bool,
    pub(crate) offset: Option<usize>,
    pub(crate) limit: Option<usize>,
    pub(crate) cursor: Option<String>,
}

impl ListRequest {
    /// Range of games shown; `tag` is the tag of the index.
    pub(crate) fn page(&self, tag: u64) -> Result<Page, ApiError> {
        let mut offset = self.offset.unwrap_or(0);
        if let Some(cursor) = &self.cursor {
            if self.offset.is_some() {
                let message = "has its own offset; leave out `offset`";
                return Err(ApiError::parameter("cursor", message));
            }
            let (own, list, place) = read_cursor(cursor)
                .ok_or_else(|| ApiError::parameter("cursor", "not one of this server"))?;
            if own != tag {
                let message = "the index was replaced since the cursor was made; begin again without `cursor`";
                return Err(ApiError::new(axum::http::StatusCode::GONE, message));
            }
            if list != self.list_hash() {
                let message = "made with other values of `where`, `sort` or `reverse`; repeat those, or begin again without `cursor`";
                return Err(ApiError::parameter("cursor", message));
            }
            offset = place;
        }
        Ok(Page {
            offset,
            limit: self.limit.unwrap_or(100).min(PAGE),
        })
    }

    /// The cursor of the page that begins at `place`.
    pub(crate) fn cursor_at(&self, tag: u64, place: usize) -> String {
        format!("{tag:x}.{:x}.{place}", self.list_hash())
    }

    fn list_hash(&self) -> u64 {
        xxh3_64(self.key().as_bytes())
    }

    /// Returns the cache key of the list.
    pub(crate) fn key(&self) -> String {
        format!("{:?}", (&self.selection, self.sort, self.reverse))
    }
}

/// Reads the tag of the index, the hash of the list and the offset of a cursor.
fn read_cursor(cursor: &str) -> Option<(u64, u64, usize)> {
    let mut parts = cursor.splitn(3, '.');
    let tag = u64::from_str_radix(parts.next()?, 16).ok()?;
    let list = u64::from_str_radix(parts.next()?, 16).ok()?;
    Some((tag, list, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{ListRequest, Sort};

    #[test]
    fn a_cursor_belongs_to_a_state_of_the_index() {
        let list = |cursor: &str| ListRequest {
            cursor: Some(cursor.to_owned()),
            ..ListRequest::default()
        };
        let cursor = ListRequest::default().cursor_at(255, 200);
        assert_eq!(list(&cursor).page(255).unwrap().offset, 200);
        assert_eq!(list(&cursor).page(254).unwrap_err().status.as_u16(), 410);
        for wrong in ["nonsense", "ff.200", "ff.0.x", "ff.0.200"] {
            assert_eq!(list(wrong).page(255).unwrap_err().status.as_u16(), 400);
        }
    }

    #[test]
    fn a_cursor_belongs_to_a_list() {
        let cursor = ListRequest::default().cursor_at(7, 200);
        for change in [
            |list: &mut ListRequest| list.selection = Some("year>1900".to_owned()),
            |list: &mut ListRequest| list.sort = Sort::Date,
            |list: &mut ListRequest| list.reverse = true,
            |list: &mut ListRequest| list.offset = Some(0),
        ] {
            let mut list = ListRequest {
                cursor: Some(cursor.clone()),
                ..ListRequest::default()
            };
            assert!(list.page(7).is_ok());
            change(&mut list);
            let error = list.page(7).unwrap_err();
            assert_eq!(error.status.as_u16(), 400);
            assert!(error.message.starts_with("`cursor`: "), "{}", error.message);
        }
    }
}
