//! Refuses options that have no effect on the output.

use anyhow::bail;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Render;
use super::format::Format;
use super::name::Name;

/// The names of the options on the command line. It is read before the options, which clap takes out of the matches.
#[derive(Clone, Debug)]
pub(super) struct Given(Vec<String>);

impl Given {
    fn has(&self, option: &str) -> bool {
        self.0.iter().any(|given| given == option)
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_given =
            |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let given = matches.ids().filter(is_given);
        Ok(Self(given.map(|id| id.as_str().to_owned()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl Render {
    /// Refuses options on the command line that would change nothing.
    pub(super) fn ensure_effect(&self, format: Format, name: &Name) -> anyhow::Result<()> {
        for (options, has_effect, applies) in self.effects(format, name) {
            let mut given = options.iter().filter(|option| self.given.has(option));
            if let (false, Some(option)) = (has_effect, given.next()) {
                let option = match *option {
                    // The name of its field, for `move` is a keyword.
                    "number" => "move".to_owned(),
                    option => option.replace('_', "-"),
                };
                bail!("`--{option}` has no effect on this output: it applies to {applies}");
            }
        }
        Ok(())
    }

    /// Whether the output is a page with the player. HTML of figures and articles is text with diagrams.
    pub(super) fn has_player(&self, format: Format) -> bool {
        format == Format::Html && !(self.book || self.figures || self.every.is_some())
    }

    /// Whether figures are printed on pages: those of one document, however many they are.
    pub(super) fn has_figure_pages(&self, format: Format, name: &Name) -> bool {
        (self.figures || self.every.is_some())
            && matches!(format, Format::Pdf | Format::Html)
            && self.per_page.is_none()
            && !name.is_per_picture()
    }

    /// Whether figures are text with diagrams: an HTML page.
    pub(super) fn is_figure_text(&self, format: Format, name: &Name) -> bool {
        format == Format::Html && self.has_figure_pages(format, name)
    }

    /// Options, whether they have an effect, and on what they have one.
    fn effects(
        &self,
        format: Format,
        name: &Name,
    ) -> [(&'static [&'static str], bool, &'static str); 16] {
        let is_page = self.has_player(format);
        let is_html = format == Format::Html;
        let is_book = self.book || self.problems;
        let is_cut = self.figures || self.every.is_some();
        let is_single = !(is_book || is_cut || self.sheet || self.each || self.problem);
        let is_drawn = !is_page && !is_book && !self.sheet;
        let is_paged = format.is_single() || format == Format::Pdf;
        let has_pages = is_book && is_paged || self.has_figure_pages(format, name);
        let has_text = is_page || is_drawn && (self.words || self.look.has_info());
        let is_animated = matches!(format, Format::Gif | Format::Apng);
        let has_pixels = is_animated || matches!(format, Format::Png | Format::Webp);
        [
            (
                &["number", "node", "path"],
                is_single || self.sheet || is_page,
                "a single diagram, `--sheet` and HTML with the player",
            ),
            (
                &["numbers"],
                is_single || self.each || self.sheet || is_page,
                "diagrams of positions; figures number all their moves",
            ),
            (
                &["mark_variations"],
                is_single && !is_page,
                "a single diagram",
            ),
            (
                &["words", "info"],
                is_drawn || is_page,
                "diagrams without `--book`, `--problems` and `--sheet`",
            ),
            (
                &["beside"],
                has_text,
                "HTML with the player, and diagrams with `--words` or `--info`",
            ),
            (
                &["no_comment"],
                is_drawn && self.words
                    || self.is_figure_text(format, name)
                    || self.problems && !is_page,
                "`--problems` in every format but HTML, figures as HTML, and diagrams with `--words`",
            ),
            (
                &["no_markup", "crop", "print_mode", "lang"],
                !is_page,
                "every format but HTML with the player",
            ),
            (
                &["solutions"],
                self.problems && !is_page,
                "`--problems` in every format but HTML",
            ),
            (
                &["paper", "cell", "columns"],
                has_pages && !is_html,
                "books on pages, and figures in one PDF",
            ),
            (
                &["keep_breaks"],
                is_book && !is_page || has_pages || has_text,
                "`--book`, `--problems`, figures in one PDF, HTML, and diagrams with `--words` or `--info`",
            ),
            (
                &["per_page"],
                is_paged && (self.sheet || is_drawn && !name.is_template()),
                "`--sheet` and diagrams of one game, as .svg, .png, .webp and .pdf",
            ),
            (
                &["theme", "aspect"],
                format != Format::Text,
                "every format but text",
            ),
            (
                &["author"],
                format == Format::Pdf || is_html && !is_page,
                "PDF, and HTML of figures",
            ),
            (&["time"], is_animated, "animations: .gif and .apng"),
            (&["scale"], has_pixels, ".png, .webp, .gif and .apng"),
            (
                &["font"],
                has_pixels || format == Format::Pdf,
                ".png, .webp, .gif, .apng and .pdf",
            ),
        ]
    }
}
