//! Articles in many languages, made of words, quotes, snippets, emoji and markup.

use super::{Article, Comment};
use crate::random::Random;
use crate::vocabulary::people;
use crate::vocabulary::prose::{EMOJI, KEYWORDS, LANGUAGES, Language, SNIPPETS};

const STREAM: u64 = 6;

/// Distinct articles, the same ones for the same seed; a shorter corpus is the beginning of a
/// longer one.
pub fn corpus(seed: u64, objects: usize) -> Vec<Article> {
    let mut random = Random::new(seed, STREAM);
    (0..objects).map(|_| article(&mut random)).collect()
}

fn article(random: &mut Random) -> Article {
    let language = random.pick_first(LANGUAGES);
    let id = random.magnitude(9);
    let title = title(random, language);
    let count = random.few(1..=8);
    let paragraphs: Vec<String> = (0..count).map(|_| paragraph(random, language)).collect();
    Article {
        id,
        slug: slug(random),
        language: language.tag.to_owned(),
        subtitle: random.maybe(400, |random| sentence(random, language)),
        author: people::full_name(random),
        published_at: random.moment(),
        summary: sentence(random, language),
        html: html(random, language, id, &title),
        title,
        paragraphs,
        snippet: random.maybe(300, |random| random.word(SNIPPETS).to_owned()),
        keywords: keywords(random),
        comments: comments(random),
    }
}

fn slug(random: &mut Random) -> String {
    let mut slug = String::with_capacity(40);
    for _ in 0..random.between(2..=5) {
        let word = random.pick(LANGUAGES[0].words);
        slug.extend(word.chars().filter(char::is_ascii_alphabetic));
        slug.push('-');
    }
    random.push_hex(&mut slug, 6);
    slug
}

fn keywords(random: &mut Random) -> Vec<String> {
    let count = random.few(0..=7);
    (0..count).map(|_| random.common_word(KEYWORDS).to_owned()).collect()
}

fn comments(random: &mut Random) -> Vec<Comment> {
    let count = random.few(0..=5);
    (0..count).map(|_| comment(random)).collect()
}

/// Readers write in languages of their own.
fn comment(random: &mut Random) -> Comment {
    let language = random.pick_first(LANGUAGES);
    let mut text = String::with_capacity(128);
    for _ in 0..random.between(1..=3) {
        push_sentence(random, language, &mut text);
    }
    if random.per_mille(500) {
        text.push_str(random.common_word(EMOJI));
    }
    if random.per_mille(150) {
        text.push('\n');
        text.push_str(random.word(SNIPPETS));
    }
    Comment {
        author: people::login_name(random),
        posted_at: random.moment(),
        text,
        likes: if random.per_mille(600) { 0 } else { random.magnitude(4) as i32 },
    }
}

fn title(random: &mut Random, language: &Language) -> String {
    let mut title = String::with_capacity(48);
    let count = random.between(2..=7);
    push_words(random, language, count, &mut title);
    if random.per_mille(120) {
        title.push(' ');
        title.push_str(random.word(EMOJI));
    }
    title
}

fn sentence(random: &mut Random, language: &Language) -> String {
    let mut text = String::with_capacity(96);
    push_sentence(random, language, &mut text);
    text.truncate(text.trim_end().len());
    text
}

fn paragraph(random: &mut Random, language: &Language) -> String {
    let mut text = String::with_capacity(384);
    for _ in 0..random.between(2..=7) {
        push_sentence(random, language, &mut text);
        if random.per_mille(60) {
            text.push_str(random.word(&["\n", "\r\n", "\n\n\t", "\u{a0}"]));
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn push_sentence(random: &mut Random, language: &Language, text: &mut String) {
    let words = random.between(4..=16);
    if random.per_mille(130) {
        let before = random.between(1..=words - 2);
        push_words(random, language, before, text);
        let (open, close) = if random.per_mille(300) { ("\"", "\"") } else { language.quotes };
        text.push_str(language.gap);
        text.push_str(open);
        push_words(random, language, words - before, text);
        text.push_str(close);
    } else {
        push_words(random, language, words, text);
    }
    text.push_str(language.stop);
}

fn push_words(random: &mut Random, language: &Language, count: usize, text: &mut String) {
    for place in 0..count {
        if place > 0 {
            text.push_str(language.gap);
        }
        text.push_str(random.word(language.words));
    }
}

/// The head of the page, with attributes in both kinds of quotes, entities and line breaks.
fn html(random: &mut Random, language: &Language, id: i64, title: &str) -> String {
    let class = *random.pick(&["post", "post post--wide", "news", "howto is-\"draft\""]);
    let (tag, page) = (language.tag, random.between(1..=40));
    let lead = sentence(random, language);
    format!(
        "<article class='{class}' id=\"p-{id}\" lang=\"{tag}\">\n  <h1>{title}</h1>\n  \
         <p data-page='{page}'>{lead} <a href=\"https://example.com/{tag}/?p={id}&amp;page={page}\" \
         rel=\"next\">&raquo;</a></p>\n\t<img src=\"/img/{id}.webp\" alt=\"\"/>\n</article>\n"
    )
}
