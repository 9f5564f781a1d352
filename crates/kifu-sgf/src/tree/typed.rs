//! Values of a node by identifier, in any spelling and over repeated properties.

use std::borrow::Cow;

use super::{Node, Property};
use crate::encoding::Charset;
use crate::value::{PointSet, Size, point_list};

impl<'a> Node<'a> {
    /// All properties of this identifier, in any [spelling](crate::GameTreeMut#identifiers). The standard allows one;
    /// broken files have more.
    pub fn properties_of(
        &self,
        identifier: &'a str,
    ) -> impl Iterator<Item = Property<'a>> + use<'a> {
        self.properties()
            .filter(move |property| property.is(identifier))
    }

    /// All raw values of all properties of this identifier, in the order of the file.
    pub fn values(&self, identifier: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.properties_of(identifier)
            .flat_map(|property| property.values())
    }

    /// The comment of the node (`C`); the texts of a broken file with several, with empty lines between them, as a repair
    /// joins them. `None` if no comment has text.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let games = Collection::from("(;C[three]C[four])");
    /// assert_eq!(games.game(0).unwrap().root().comment().unwrap(), "three\n\nfour");
    /// ```
    #[must_use]
    pub fn comment(&self) -> Option<Cow<'a, str>> {
        let properties = self.properties_of("C");
        let texts = properties.flat_map(|property| property.texts());
        let mut texts = texts.filter(|text| !text.trim().is_empty());
        let mut comment = texts.next()?;
        for further in texts {
            comment.to_mut().push_str("\n\n");
            comment.to_mut().push_str(&further);
        }
        Some(comment)
    }

    /// The raw values of `CA` in a root that are text instead of the name of an encoding. A program that writes one name
    /// in place of all `CA` would lose them.
    ///
    /// An unknown name counts as a name only if it is the only value of the first `CA`.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let texts = |text: &str| {
    ///     let collection = Collection::from(text);
    ///     let root = collection.game(0).unwrap().root();
    ///     root.charset_texts().map(str::to_owned).collect::<Vec<_>>()
    /// };
    /// assert_eq!(texts("(;CA[UTF-8][Kept by Bob]CA[GBK])"), ["Kept by Bob"]);
    /// assert_eq!(texts("(;CA[x-own]CA[Bob])"), ["Bob"]);
    /// ```
    pub fn charset_texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let properties = self.properties_of("CA").enumerate();
        properties
            .filter(|(place, property)| !property.is_replaced_charset(*place == 0))
            .flat_map(|(_, property)| property.values())
            .filter(|value| !value.trim().is_empty() && Charset::for_label(value).is_none())
    }

    /// Returns the points of a list property such as `AB` or `TR` on a board of this size: those of all properties of
    /// this identifier, with rectangles expanded. Values that are not points are skipped.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    /// use kifu_sgf::value::Size;
    ///
    /// let collection = Collection::from("(;AB[aa:ba]AddBlack[cc]AB[aa])");
    /// let root = collection.game(0).unwrap().root();
    /// assert_eq!(root.points("AB", Size::GO).len(), 3);
    /// ```
    #[must_use]
    pub fn points(&self, identifier: &str, size: Size) -> PointSet {
        self.points_or(identifier, size, |_| ())
    }

    /// Returns points like [`points`](Self::points), and calls `skipped` with each raw value that is not a point.
    pub fn points_or(
        &self,
        identifier: &str,
        size: Size,
        mut skipped: impl FnMut(&'a str),
    ) -> PointSet {
        let mut points = PointSet::default();
        for property in self.properties().filter(|one| one.is(identifier)) {
            for raw in property.values() {
                match point_list::parse_lenient(raw, size) {
                    Ok(items) => items
                        .value
                        .into_iter()
                        .for_each(|item| points.insert_item(item)),
                    Err(_) => skipped(raw),
                }
            }
        }
        points
    }
}
