//! Games as articles.

use std::collections::{BTreeMap, BTreeSet};

use kifu_batch::Input;
use kifu_diagram::Lang;
use kifu_diagram::book::Block;
use kifu_diagram::figure::{self, Article};

use super::Render;
use super::gathered::Gathered;
use super::section::{Section, name_sections};
use crate::drawing::Reporter;
use crate::exit::Exit;
use crate::output::Output;

/// A chapter of a book.
struct Chapter {
    article: Article,
    /// The file, if there are several.
    file: Option<Section>,
    /// The number of the game, from 1, if the file has several.
    number: Option<usize>,
}

impl Chapter {
    /// The name of the file, and the number of the game in it.
    fn name(&self, lang: Lang) -> String {
        let file = self.file.as_ref().map(|file| file.heading.clone());
        let number = self.number.map(|number| lang.game(number));
        let parts = file.into_iter().chain(number);
        parts.collect::<Vec<_>>().join(", ")
    }
}

impl Render {
    /// All games of all files: one is an article, several are the chapters of a book.
    pub(super) fn articles(
        &self,
        files: Vec<Input>,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Gathered {
        let is_many = files.len() > 1;
        let mut chapters = Vec::new();
        let (records, languages) = self.records(files, exit, output);
        let captions = self.lang.unwrap_or_else(|| languages.captions());
        let mut options = self.look.options(false);
        options.lang = captions;
        for (path, collection) in records {
            let mut reporter = Reporter::new(&path, &collection);
            for game in self.games(&collection, &mut reporter, exit, output) {
                match figure::article(game, &options, self.look.keep_breaks) {
                    Ok(article) => {
                        exit.add(reporter.notes(&article.notes, output));
                        chapters.push(Chapter {
                            article,
                            file: is_many.then(|| Section::of_file(&path)),
                            number: (collection.len() > 1).then(|| game.number() + 1),
                        });
                    }
                    Err(no_board) => {
                        let game = game.number() + 1;
                        exit.add(reporter.problem(&format!("game {game}: {no_board}"), output));
                    }
                }
            }
        }
        name_sections(
            chapters
                .iter_mut()
                .filter_map(|chapter| chapter.file.as_mut()),
        );
        let titles = distinct_titles(&chapters, captions);
        let mut book = self.new_book(captions);
        let articles = chapters.into_iter().map(|chapter| chapter.article);
        if titles.len() == 1 {
            for article in articles {
                if book.title.is_empty() {
                    book.title = article.title;
                }
                if self.author.is_none() {
                    book.author = article.author;
                }
                book.info = article.info;
                book.blocks = article.blocks;
            }
        } else {
            book.contents = titles.len() > 2;
            for (number, (article, title)) in (1..).zip(articles.zip(titles)) {
                if number > 1 {
                    book.blocks.push(Block::PageBreak);
                }
                book.blocks.push(Block::heading(1, title));
                let facts: Vec<String> = article
                    .info
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}"))
                    .collect();
                if !facts.is_empty() {
                    book.blocks.push(Block::paragraph("", facts.join("  ·  ")));
                }
                book.blocks.extend(
                    article
                        .blocks
                        .into_iter()
                        .map(|block| in_chapter(block, number)),
                );
            }
        }
        Gathered::of_book(book, languages.fonts())
    }
}

/// The titles of chapters. Those of the same players have the date, round or event too, if that distinguishes them,
/// otherwise the file or the number, which is also the title of a game without players or another name.
fn distinct_titles(chapters: &[Chapter], lang: Lang) -> Vec<String> {
    const FACTS: [&[&str]; 6] = [
        &["DT"],
        &["RO"],
        &["EV"],
        &["GN"],
        &["EV", "RO"],
        &["EV", "RO", "DT"],
    ];
    let mut groups: BTreeMap<&str, Vec<&Article>> = BTreeMap::new();
    for Chapter { article, .. } in chapters {
        groups.entry(&article.title).or_default().push(article);
    }
    groups.retain(|title, group| !title.is_empty() && group.len() > 1);
    let distinct = |group: Vec<&Article>| {
        let is_distinct = |facts: &&&[&str]| {
            let labels: BTreeSet<String> = group
                .iter()
                .map(|article| facts_of(article, facts, lang))
                .filter(|label| !label.is_empty())
                .collect();
            labels.len() == group.len()
        };
        FACTS.iter().find(is_distinct).copied()
    };
    let groups: BTreeMap<&str, Option<&[&str]>> = groups
        .into_iter()
        .map(|(title, group)| (title, distinct(group)))
        .collect();
    let titles = chapters.iter().map(|chapter| {
        let title = chapter.article.title.as_str();
        match groups.get(title) {
            _ if title.is_empty() => chapter.name(lang),
            None => title.to_owned(),
            Some(Some(facts)) => format!("{title}, {}", facts_of(&chapter.article, facts, lang)),
            Some(None) => format!("{title}, {}", chapter.name(lang)),
        }
    });
    titles.collect()
}

/// Facts of a game, by their properties.
fn facts_of(article: &Article, properties: &[&str], lang: Lang) -> String {
    let value = |property: &&str| {
        let name = lang.info_name(property)?;
        let mut info = article.info.iter();
        let (_, value) = info.find(|(known, _)| known == name)?;
        Some(value.as_str())
    };
    let values: Vec<&str> = properties.iter().filter_map(value).collect();
    values.join(", ")
}

/// The names of a chapter's diagrams, which other chapters have too.
fn in_chapter(mut block: Block, chapter: usize) -> Block {
    let rename = |name: &mut String| {
        if !name.is_empty() {
            *name = format!("{chapter}-{name}");
        }
    };
    match &mut block {
        Block::Paragraph(paragraph) => rename(&mut paragraph.link),
        Block::Figure(figure) => rename(&mut figure.anchor),
        Block::Row(figures) => figures
            .iter_mut()
            .for_each(|figure| rename(&mut figure.anchor)),
        _ => {}
    }
    block
}
