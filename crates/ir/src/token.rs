//! The text form's tokens. Line ends count; `;` begins a comment.

use crate::parse::ParseError;

/// A token and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// A keyword, a type or a block.
    Word(String),
    /// `%i`, `@table`, `&main`, `$buf~3`: the sigil, the name, and the number that tells it apart.
    Name { sigil: char, name: String, apart: Option<u32> },
    /// `%7`: something without a name.
    Numbered { sigil: char, number: u32 },
    /// A number as it is written.
    Number(String),
    /// The bytes between quotes.
    Text(Vec<u8>),
    /// Punctuation, `->` and `...` as `>` and `.`.
    Mark(char),
    /// The end of a line, never two in a row.
    Newline,
    /// The end of the text.
    End,
}

/// All tokens; the last is [`TokenKind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens: Vec<Token> = vec![];
    loop {
        let token = lexer.token()?;
        let ended = token.kind == TokenKind::End;
        let repeated = token.kind == TokenKind::Newline
            && tokens.last().is_none_or(|last| last.kind == TokenKind::Newline);
        if !repeated {
            tokens.push(token);
        }
        if ended {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
    column: u32,
}

impl Lexer<'_> {
    fn token(&mut self) -> Result<Token, ParseError> {
        self.take(|c| c == ' ' || c == '\t' || c == '\r');
        if self.rest.starts_with(';') {
            self.take(|c| c != '\n');
        }
        let (line, column) = (self.line, self.column);
        Ok(Token { kind: self.kind()?, line, column })
    }

    fn kind(&mut self) -> Result<TokenKind, ParseError> {
        let Some(first) = self.rest.chars().next() else { return Ok(TokenKind::End) };
        let negative = first == '-' && self.rest[1..].starts_with(|c: char| c.is_ascii_digit());
        match first {
            '%' | '$' | '@' | '&' => self.name(first),
            '"' => Ok(TokenKind::Text(self.text()?)),
            _ if is_letter(first) => Ok(TokenKind::Word(self.take(is_word))),
            _ if first.is_ascii_digit() || first == '+' || negative => self.number(first),
            '\n' => {
                self.next();
                Ok(TokenKind::Newline)
            }
            _ if self.rest.starts_with("->") => {
                self.next();
                self.next();
                Ok(TokenKind::Mark('>'))
            }
            _ if self.rest.starts_with("...") => {
                self.take(|c| c == '.');
                Ok(TokenKind::Mark('.'))
            }
            ',' | ':' | '=' | '(' | ')' | '[' | ']' | '{' | '}' | '!' | '|' | '*' => {
                self.next();
                Ok(TokenKind::Mark(first))
            }
            _ => Err(self.error(format!("`{first}` means nothing here"))),
        }
    }

    fn name(&mut self, sigil: char) -> Result<TokenKind, ParseError> {
        self.next();
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(TokenKind::Numbered { sigil, number: self.small_number()? });
        }
        let name = if self.rest.starts_with('"') {
            let bytes = self.text()?;
            String::from_utf8(bytes).map_err(|_| self.error("a name that isn't UTF-8".into()))?
        } else {
            self.take(is_word)
        };
        let mut apart = None;
        if self.rest.starts_with('~') {
            self.next();
            apart = Some(self.small_number()?);
        }
        Ok(TokenKind::Name { sigil, name, apart })
    }

    fn small_number(&mut self) -> Result<u32, ParseError> {
        let digits = self.take(|c| c.is_ascii_digit());
        digits.parse().map_err(|_| self.error(format!("`{digits}` is no number of an element")))
    }

    /// A sign, digits, and whatever a float or hexadecimal number adds; checked when it is used.
    fn number(&mut self, first: char) -> Result<TokenKind, ParseError> {
        let mut number = String::new();
        if !first.is_ascii_digit() {
            number.extend(self.next());
        }
        loop {
            number.push_str(&self.take(is_word));
            // The exponent's sign: 1e-7.
            let float = number.ends_with('e') && !number.contains('x');
            if !(float && self.rest.starts_with(['-', '+'])) {
                return Ok(TokenKind::Number(number));
            }
            number.extend(self.next());
        }
    }

    fn text(&mut self) -> Result<Vec<u8>, ParseError> {
        let mut bytes = vec![];
        self.next();
        loop {
            match self.next() {
                Some('"') => return Ok(bytes),
                Some('\\') => {
                    let digits: String = [self.next(), self.next()].into_iter().flatten().collect();
                    let byte = u8::from_str_radix(&digits, 16);
                    bytes.push(byte.map_err(|_| self.error(format!("`\\{digits}` is no byte")))?);
                }
                Some(c) if c != '\n' => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
                _ => return Err(self.error("the text isn't closed".into())),
            }
        }
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let taken = self.rest[..end].to_string();
        self.column += taken.chars().count() as u32;
        self.rest = &self.rest[end..];
        taken
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        (self.line, self.column) =
            if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(c)
    }

    fn error(&self, problem: String) -> ParseError {
        ParseError { line: self.line, column: self.column, problem }
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}
