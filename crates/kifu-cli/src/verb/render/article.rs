//! Games as articles.

use std::collections::{BTreeMap, BTreeSet};

use kifu_batch::Input;
use kifu_diagram::Lang;
use kifu_diagram::book::Block;
use kifu_diagram::figure::{self, Article};

use super::Render;
use super::gathered::Gathered;
use crate::drawing::Reporter;
use crate::exit::Exit;
use crate::output::Output;

impl Render {
    /// All games of all files: one is an article, several are the chapters of a book.
    pub(super) fn articles(
        &self,
        files: Vec<Input>,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Gathered {
        let mut articles = Vec::new();
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
                        articles.push(article);
                    }
                    Err(no_board) => {
                        let game = game.number() + 1;
                        exit.add(reporter.problem(&format!("game {game}: {no_board}"), output));
                    }
                }
            }
        }
        let titles = distinct_titles(&articles, captions);
        let mut book = self.new_book(captions);
        if articles.len() == 1 {
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
            book.contents = articles.len() > 2;
            for (number, (article, title)) in (1..).zip(articles.into_iter().zip(titles)) {
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

/// The titles of articles. Those of the same players have the date, round or event too, if that distinguishes them.
fn distinct_titles(articles: &[Article], lang: Lang) -> Vec<String> {
    const FACTS: [&[&str]; 6] = [
        &["DT"],
        &["RO"],
        &["EV"],
        &["GN"],
        &["EV", "RO"],
        &["EV", "RO", "DT"],
    ];
    let mut groups: BTreeMap<&str, Vec<&Article>> = BTreeMap::new();
    for article in articles {
        groups.entry(&article.title).or_default().push(article);
    }
    let mut chosen = BTreeMap::new();
    for (title, group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
        let is_distinct = |facts: &&&[&str]| {
            let labels: BTreeSet<String> = group
                .iter()
                .map(|article| facts_of(article, facts, lang))
                .filter(|label| !label.is_empty())
                .collect();
            labels.len() == group.len()
        };
        if let Some(facts) = FACTS.iter().find(is_distinct) {
            chosen.insert(title, *facts);
        }
    }
    let titles = articles.iter().map(|article| {
        let facts = chosen.get(article.title.as_str());
        let label = facts.map(|facts| facts_of(article, facts, lang));
        let parts = [Some(article.title.clone()), label];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
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
