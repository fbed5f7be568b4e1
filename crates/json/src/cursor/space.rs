//! White space, and comments where they are allowed.

use super::Cursor;
use crate::error::{ErrorKind, Expected};
use crate::scan;

impl Cursor<'_> {
    /// Moves to the next token.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn skip_space(&mut self) {
        let next = self.peek();
        if next <= b' ' || next == b'/' {
            self.skip_space_slowly();
        }
    }

    #[inline(never)]
    pub(super) fn skip_space_slowly(&mut self) {
        self.skip_space_run();
        if self.peek() == b'/' && self.options.comments {
            self.skip_comments();
        }
    }

    #[inline]
    fn skip_space_run(&mut self) {
        let len = scan::space(self.rest());
        // SAFETY: as many bytes of space are there.
        unsafe { self.advance(len) };
    }

    #[cold]
    #[inline(never)]
    fn skip_comments(&mut self) {
        loop {
            let rest = self.rest();
            let len = if rest.starts_with(b"//") {
                rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
            } else if let Some(body) = rest.strip_prefix(b"/*") {
                let Some(len) = body.windows(2).position(|pair| pair == b"*/") else {
                    let kind = ErrorKind::End { expected: Expected::CommentEnd };
                    self.refuse(kind, self.input().len());
                    return;
                };
                len + 4
            } else {
                return;
            };
            self.jump(self.offset() + len);
            self.skip_space_run();
        }
    }
}
