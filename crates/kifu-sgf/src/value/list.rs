//! List and elist: several values, or none.

use crate::schema::Count;

/// Returns the items of a property with these raw values: none for an elist whose only value is empty, otherwise all
/// values.
///
/// ```
/// use kifu_sgf::schema::Count;
/// use kifu_sgf::value::list;
///
/// assert_eq!(list::items(Count::EmptyOrList, [""]).count(), 0);
/// assert_eq!(list::items(Count::List, ["aa", "bb"]).count(), 2);
/// ```
pub fn items<'a, I>(count: Count, values: I) -> impl Iterator<Item = &'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    let mut values = values.into_iter().peekable();
    let first = values.next();
    let is_empty = count == Count::EmptyOrList && first == Some("") && values.peek().is_none();
    first.filter(|_| !is_empty).into_iter().chain(values)
}
