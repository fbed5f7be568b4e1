//! What is in a JSON text, read exactly.

use std::collections::HashMap;

use apograph_lab::Tree;

/// The tree of a JSON text, whose syntax and depth have been checked.
///
/// Floats are read by the standard library, which rounds right and keeps the sign of zero, and by none
/// of the contestants. Of several entries with the same key the last one counts, as with serde_json.
pub(super) fn tree(text: &str) -> Option<Tree> {
    let mut reader = Reader { rest: text };
    let tree = reader.value()?;
    reader.peek().is_none().then_some(tree)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> Option<Tree> {
        Some(match self.peek()? {
            b'{' => Tree::Map(self.map()?),
            b'[' => Tree::List(self.list()?),
            b'"' => Tree::Text(self.string()?),
            b't' => self.word("true", Tree::Bool(true))?,
            b'f' => self.word("false", Tree::Bool(false))?,
            b'n' => self.word("null", Tree::Null)?,
            _ => self.number()?,
        })
    }

    /// What comes after white space.
    fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        self.rest.bytes().next()
    }

    fn take(&mut self, len: usize) -> Option<&'a str> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }

    /// Whether another element comes; past the bracket or comma before it, or the bracket at the end.
    fn goes_on(&mut self, close: u8) -> Option<bool> {
        if self.peek()? != close {
            self.take(1)?;
            if self.peek()? != close {
                return Some(true);
            }
        }
        self.take(1)?;
        Some(false)
    }

    fn map(&mut self) -> Option<Vec<(Tree, Tree)>> {
        let mut map: Vec<(Tree, Tree)> = Vec::new();
        let mut places = HashMap::new();
        while self.goes_on(b'}')? {
            let key = self.string()?;
            self.peek().filter(|&colon| colon == b':')?;
            self.take(1)?;
            let value = self.value()?;
            match places.get(&key) {
                Some(&place) => {
                    let entry: &mut (Tree, Tree) = &mut map[place];
                    entry.1 = value;
                }
                None => {
                    places.insert(key.clone(), map.len());
                    map.push((Tree::Text(key), value));
                }
            }
        }
        Some(map)
    }

    fn list(&mut self) -> Option<Vec<Tree>> {
        let mut list = Vec::new();
        while self.goes_on(b']')? {
            list.push(self.value()?);
        }
        Some(list)
    }

    fn string(&mut self) -> Option<String> {
        self.peek().filter(|&quote| quote == b'"')?;
        let quoted = self.take(string_len(self.rest)?)?;
        serde_json::from_str(quoted).ok()
    }

    fn word(&mut self, word: &str, tree: Tree) -> Option<Tree> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(tree)
    }

    fn number(&mut self) -> Option<Tree> {
        let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let text = self.take(end)?;
        if text != "-0" {
            let integer = text.parse::<i64>().map(i128::from);
            if let Ok(integer) = integer.or_else(|_| text.parse::<u64>().map(i128::from)) {
                return Some(Tree::Integer(integer));
            }
        }
        text.parse().ok().map(Tree::Float)
    }
}

/// The length of the string that comes next, with its quotes.
fn string_len(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}
