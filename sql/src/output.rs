//! Answers in formats for people and programs.

use std::io::{self, Write};
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::arrow::json::writer::{
    ArrayWriter, JsonArray, LineDelimited, LineDelimitedWriter, WriterBuilder,
};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::DataFusionError;
use datafusion::physical_plan::SendableRecordBatchStream;
use futures::StreamExt as _;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::error::{Result, SqlError};

/// A format of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A table with borders.
    #[default]
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// An array of objects.
    Json,
    /// One object per line.
    JsonLines,
    /// A table in Markdown.
    Markdown,
    /// One column per line, one block per row.
    Line,
    /// A Parquet file.
    Parquet,
    /// The streaming format of Arrow.
    Arrow,
}

impl Format {
    /// All formats, with their names.
    pub const ALL: [(&str, Self); 8] = [
        ("table", Self::Table),
        ("csv", Self::Csv),
        ("json", Self::Json),
        ("json-lines", Self::JsonLines),
        ("markdown", Self::Markdown),
        ("line", Self::Line),
        ("parquet", Self::Parquet),
        ("arrow", Self::Arrow),
    ];

    /// The format with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|(own, _)| *own == name).map(|(_, format)| format)
    }

    /// Whether it is binary, which a terminal cannot show.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Whether one output can hold the answers of several statements. In a file, CSV cannot: it has one header.
    #[must_use]
    pub const fn holds_several(self, is_file: bool) -> bool {
        match self {
            Self::Table | Self::JsonLines | Self::Markdown | Self::Line => true,
            Self::Csv => !is_file,
            Self::Json | Self::Parquet | Self::Arrow => false,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, own)| *own == self)
            .map_or("", |(name, _)| name)
    }

    /// Whether all rows must be available before the first one is shown.
    const fn is_shown_whole(self) -> bool {
        matches!(self, Self::Table | Self::Markdown)
    }
}

/// Writes an answer, batch by batch if the format allows it. `most` limits the rows shown and adds a note with their
/// total number; `None` shows all. Returns the number of rows.
///
/// # Errors
/// The query fails, or the output cannot be written.
pub async fn write(
    answer: SendableRecordBatchStream,
    format: Format,
    most: Option<usize>,
    output: &mut (dyn Write + Send),
) -> Result<usize> {
    let mut output = Noting {
        output,
        failed: None,
    };
    let written = write_to(answer, format, most, &mut output).await;
    written.map_err(|error| output.failed.map_or(error, SqlError::Output))
}

/// Keeps the error of an output, because the writers of some formats keep only its text.
struct Noting<'a> {
    output: &'a mut (dyn Write + Send),
    failed: Option<io::Error>,
}

impl Noting<'_> {
    fn note<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &done
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.failed = Some(io::Error::new(error.kind(), error.to_string()));
        }
        done
    }
}

impl Write for Noting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.output.write(bytes);
        self.note(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.output.flush();
        self.note(done)
    }
}

async fn write_to(
    mut answer: SendableRecordBatchStream,
    format: Format,
    most: Option<usize>,
    output: &mut (dyn Write + Send),
) -> Result<usize> {
    let schema = answer.schema();
    let mut writer = Writer::new(format, &schema, output)?;
    let mut kept = Vec::new();
    let (mut rows, mut shown) = (0, 0);
    while let Some(batch) = answer.next().await {
        let batch = batch?;
        rows += batch.num_rows();
        let room = most.map_or(usize::MAX, |most| most - shown);
        let batch = batch.slice(0, batch.num_rows().min(room));
        shown += batch.num_rows();
        if batch.num_rows() == 0 {
            continue;
        }
        if format.is_shown_whole() {
            kept.push(batch);
        } else {
            writer.write(&batch)?;
        }
    }
    if format.is_shown_whole() {
        writer.write_whole(&schema, &kept)?;
    }
    writer.finish()?;
    if shown < rows {
        writeln!(output, "{shown} of {rows} rows")?;
    }
    output.flush()?;
    Ok(rows)
}

enum Writer<'a> {
    Text(Format, &'a mut (dyn Write + Send)),
    Csv(Box<csv::Writer<&'a mut (dyn Write + Send)>>),
    Json(ArrayWriter<&'a mut (dyn Write + Send)>),
    JsonLines(LineDelimitedWriter<&'a mut (dyn Write + Send)>),
    Parquet(Box<ArrowWriter<&'a mut (dyn Write + Send)>>),
    Arrow(StreamWriter<&'a mut (dyn Write + Send)>),
}

impl<'a> Writer<'a> {
    fn new(format: Format, schema: &SchemaRef, output: &'a mut (dyn Write + Send)) -> Result<Self> {
        Ok(match format {
            Format::Table | Format::Markdown | Format::Line => Self::Text(format, output),
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new().with_header(true).build(output);
                // An answer without rows still has a header.
                let empty = flat(&RecordBatch::new_empty(schema.clone()))?;
                writer.write(&empty).map_err(of_arrow)?;
                Self::Csv(Box::new(writer))
            }
            // Each object has all columns.
            Format::Json => {
                let builder = WriterBuilder::new().with_explicit_nulls(true);
                Self::Json(builder.build::<_, JsonArray>(output))
            }
            Format::JsonLines => {
                let builder = WriterBuilder::new().with_explicit_nulls(true);
                Self::JsonLines(builder.build::<_, LineDelimited>(output))
            }
            Format::Parquet => {
                let level = ZstdLevel::try_new(1).unwrap_or_default();
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(level))
                    .build();
                let writer = ArrowWriter::try_new(output, schema.clone(), Some(properties));
                Self::Parquet(Box::new(writer.map_err(of_parquet)?))
            }
            Format::Arrow => Self::Arrow(StreamWriter::try_new(output, schema).map_err(of_arrow)?),
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        match self {
            Self::Text(_, output) => lines(batch, output),
            Self::Csv(writer) => writer.write(&flat(batch)?).map_err(of_arrow),
            Self::Json(writer) => writer.write(batch).map_err(of_arrow),
            Self::JsonLines(writer) => writer.write(batch).map_err(of_arrow),
            Self::Parquet(writer) => writer.write(batch).map_err(of_parquet),
            Self::Arrow(writer) => writer.write(batch).map_err(of_arrow),
        }
    }

    fn write_whole(&mut self, schema: &SchemaRef, batches: &[RecordBatch]) -> Result<()> {
        let Self::Text(format, output) = self else {
            return Ok(());
        };
        // An answer without rows has columns too.
        let empty = RecordBatch::new_empty(schema.clone());
        let batches = batches.iter().chain(batches.is_empty().then_some(&empty));
        let harmless: Vec<RecordBatch> = batches.map(harmless).collect::<Result<_>>()?;
        if *format == Format::Markdown {
            return markdown(&harmless, output);
        }
        let table = pretty_format_batches(&harmless).map_err(of_arrow)?;
        Ok(writeln!(output, "{table}")?)
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Text(..) => Ok(()),
            Self::Csv(writer) => Ok(writer.into_inner().flush()?),
            Self::Json(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                Ok(writer.into_inner().write_all(b"\n")?)
            }
            Self::JsonLines(mut writer) => writer.finish().map_err(of_arrow),
            Self::Parquet(writer) => writer.close().map(drop).map_err(of_parquet),
            Self::Arrow(mut writer) => writer.finish().map_err(of_arrow),
        }
    }
}

fn of_arrow(error: ArrowError) -> SqlError {
    match error {
        ArrowError::IoError(_, error) => SqlError::Output(error),
        error => DataFusionError::from(error).into(),
    }
}

fn of_parquet(error: parquet::errors::ParquetError) -> SqlError {
    SqlError::Output(io::Error::other(error))
}

/// Converts lists to text, because CSV has no lists.
fn flat(batch: &RecordBatch) -> Result<RecordBatch> {
    changed(batch, str::to_owned, |array| {
        let is_nested = array.data_type().is_nested();
        is_nested.then(|| shown(array)).transpose()
    })
}

/// Replaces control characters for terminals in names and texts, except line breaks.
fn harmless(batch: &RecordBatch) -> Result<RecordBatch> {
    let is_bad = |character: char| character.is_control() && character != '\n';
    let clean = |text: &str| {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        text.replace(is_bad, "\u{fffd}")
    };
    changed(batch, clean, |array| {
        let kind = array.data_type();
        if kind.is_primitive() || matches!(kind, DataType::Boolean | DataType::Null) {
            return Ok(None);
        }
        let texts = shown(array)?;
        let texts = texts.as_string::<i32>();
        if !texts.iter().flatten().any(|text| text.contains(is_bad)) {
            return Ok(None);
        }
        let texts = texts.iter().map(|text| text.map(clean));
        Ok(Some(Arc::new(texts.collect::<StringArray>()) as ArrayRef))
    })
}

/// A batch with some columns replaced, and other names of columns.
fn changed(
    batch: &RecordBatch,
    name: impl Fn(&str) -> String,
    change: impl Fn(&ArrayRef) -> Result<Option<ArrayRef>>,
) -> Result<RecordBatch> {
    let schema = batch.schema();
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (field, array) in schema.fields().iter().zip(batch.columns()) {
        let new = change(array)?;
        let array = new.unwrap_or_else(|| array.clone());
        fields.push(Field::new(
            name(field.name()),
            array.data_type().clone(),
            true,
        ));
        arrays.push(array);
    }
    let schema = Arc::new(Schema::new(fields));
    let options =
        datafusion::arrow::array::RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(schema, arrays, &options).map_err(of_arrow)
}

/// The values of a column as text.
fn shown(array: &ArrayRef) -> Result<ArrayRef> {
    let options = FormatOptions::default();
    let formatter = ArrayFormatter::try_new(array, &options).map_err(of_arrow)?;
    let rows = 0..array.len();
    let texts = rows.map(|row| {
        array
            .is_valid(row)
            .then(|| formatter.value(row).to_string())
    });
    Ok(Arc::new(texts.collect::<StringArray>()))
}

/// A text in a cell of Markdown, with everything escaped that would be formatting, a link or HTML.
fn cell(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("<br>"),
            '\\' | '|' | '<' | '&' | '*' | '_' | '~' | '`' | '[' | ']' => {
                escaped.extend(['\\', character]);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

fn markdown(batches: &[RecordBatch], output: &mut dyn Write) -> Result<()> {
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let schemas = batches.first().map(RecordBatch::schema);
    let fields = schemas.as_ref().map_or(&[][..], |schema| schema.fields());
    let names: Vec<String> = fields.iter().map(|field| cell(field.name())).collect();
    writeln!(output, "{}", row(&names))?;
    let lines = fields.iter().map(|field| {
        let is_number = field.data_type().is_numeric();
        (if is_number { "--:" } else { "---" }).to_owned()
    });
    writeln!(output, "{}", row(&lines.collect::<Vec<_>>()))?;
    for batch in batches {
        let columns: Vec<ArrayRef> = batch.columns().iter().map(shown).collect::<Result<_>>()?;
        for at in 0..batch.num_rows() {
            let cells = columns.iter().map(|column| {
                let column = column.as_string::<i32>();
                if column.is_valid(at) {
                    cell(column.value(at))
                } else {
                    String::new()
                }
            });
            writeln!(output, "{}", row(&cells.collect::<Vec<_>>()))?;
        }
    }
    Ok(())
}

fn lines(batch: &RecordBatch, output: &mut dyn Write) -> Result<()> {
    let batch = harmless(batch)?;
    let schema = batch.schema();
    let columns: Vec<ArrayRef> = batch.columns().iter().map(shown).collect::<Result<_>>()?;
    let width = schema
        .fields()
        .iter()
        .map(|field| field.name().chars().count())
        .max()
        .unwrap_or(0);
    for at in 0..batch.num_rows() {
        for (field, column) in schema.fields().iter().zip(&columns) {
            let column = column.as_string::<i32>();
            let text = if column.is_valid(at) {
                column.value(at)
            } else {
                ""
            };
            writeln!(output, "{:>width$} = {text}", field.name())?;
        }
        writeln!(output)?;
    }
    Ok(())
}
