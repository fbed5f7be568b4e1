//! The report as one HTML file: no network, no fonts, no libraries; it opens from a disk, an
//! attachment or an archive, years later.
//!
//! What a reader must not miss (headlines, the table, failed proofs, what each contestant keeps
//! and loses) is written here, by a template that escapes everything, and reads without
//! JavaScript. The pictures, the advice and the sorting are drawn by the scripts in `assets/`
//! from one block of data, and only when they come into view.
//!
//! A content security policy forbids everything external, and every script and style needs the
//! page's nonce, so that not even a name that slipped through the escaping could run.
//!
//! The picture in the README is made from the report of a real run, with
//!
//! ```text
//! chromium --headless --hide-scrollbars --window-size=1400,1900 --virtual-time-budget=4000 \
//!     --screenshot=docs/report.png "file://$PWD/OUT/report.html"
//! convert docs/report.png -colors 160 PNG8:docs/report.png
//! ```

mod data;
mod figure;
mod headline;
mod page;
mod subject;
mod table;

use std::io;

use askama::Template;

use self::page::Page;
use crate::results::Results;

/// Renders the report.
///
/// # Errors
///
/// When the data cannot be written as JSON or the template fails, neither of which any content of
/// `results` brings about.
pub fn render(results: &Results) -> Result<String, HtmlError> {
    let data = data::embed(results).map_err(HtmlError::Data)?;
    Page::new(results, data).render().map_err(HtmlError::Template)
}

/// Renders the report and writes it.
///
/// # Errors
///
/// Those of [`render`], and those of the writer.
pub fn write(results: &Results, out: &mut impl io::Write) -> Result<(), HtmlError> {
    out.write_all(render(results)?.as_bytes()).map_err(HtmlError::Write)
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HtmlError {
    /// The data did not become JSON.
    #[error("the report's data cannot be written as JSON")]
    Data(#[source] serde_json::Error),
    /// The template failed.
    #[error("the report's template failed")]
    Template(#[source] askama::Error),
    /// The report could not be written.
    #[error("the report cannot be written")]
    Write(#[source] io::Error),
}
