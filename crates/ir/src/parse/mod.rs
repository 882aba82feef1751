//! Reads the text form that [`crate::print`] writes; `docs/ir.md` describes it.
//!
//! Only the form is checked here, and that every name is declared. Whether the program makes sense
//! is for [`verify`](crate::verify()) to say.

mod code;

use std::collections::HashMap;
use std::fmt;

use crate::debug::SourceFile;
use crate::mnemonic::{self, LINKAGE};
use crate::token::{Token, TokenKind, tokens};
use crate::{
    Alias, BlockId, CodeOrigin, Const, FloatTy, FuncId, Function, Global, GlobalId, Init, Linkage,
    Program, Relocation, Signature, Symbol, TargetMachine, Ty,
};

/// Why a text isn't a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// What is wrong there.
    pub problem: String,
}

/// Reads a program in text form.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut parser = Parser::new(tokens(text)?)?;
    let mut program = Program::default();
    parser.skip_newline();
    while parser.peek() != &TokenKind::End {
        parser.item(&mut program)?;
        parser.skip_newline();
    }
    Ok(program)
}

type Parsed<T> = Result<T, ParseError>;

/// The tokens still to read, and the symbols that the whole text declares.
struct Parser {
    tokens: Vec<Token>,
    at: usize,
    functions: HashMap<String, FuncId>,
    globals: HashMap<String, GlobalId>,
}

impl Parser {
    /// Finds the symbols first: the text uses them before it declares them.
    fn new(tokens: Vec<Token>) -> Parsed<Self> {
        let (mut functions, mut globals) = (HashMap::new(), HashMap::new());
        let (mut function_count, mut global_count) = (0, 0);
        let mut rest = tokens.as_slice();
        while let [first, after @ ..] = rest {
            let end = after.iter().position(|token| token.kind == TokenKind::Newline);
            let (line, next) = after.split_at(end.map_or(after.len(), |end| end + 1));
            let named = line.iter().find_map(|token| match &token.kind {
                TokenKind::Name { sigil: '@' | '&', name, .. } => Some((token, name.clone())),
                TokenKind::Numbered { sigil: '@' | '&', .. } => Some((token, String::new())),
                _ => None,
            });
            let fresh = match (&first.kind, named) {
                (TokenKind::Word(word), Some((token, name))) if word == "function" => {
                    function_count += 1;
                    let id = FuncId::new(function_count - 1);
                    (name.is_empty() || functions.insert(name, id).is_none(), token)
                }
                (TokenKind::Word(word), Some((token, name))) if word == "global" => {
                    global_count += 1;
                    let id = GlobalId::new(global_count - 1);
                    (name.is_empty() || globals.insert(name, id).is_none(), token)
                }
                _ => (true, first),
            };
            if let (false, token) = fresh {
                return Err(error_at(token, "this name is declared twice".into()));
            }
            rest = next;
        }
        Ok(Parser { tokens, at: 0, functions, globals })
    }

    fn item(&mut self, program: &mut Program) -> Parsed<()> {
        match self.word()?.as_str() {
            "target" => {
                let pointer_bits = self.integer()?;
                if pointer_bits != 32 && pointer_bits != 64 {
                    return Err(self.error_before("a target has 32 or 64 bits"));
                }
                program.target = TargetMachine { pointer_bits };
            }
            "file" => {
                let index: usize = self.integer()?;
                if index != program.debug.files.len() {
                    return Err(self.error_before("the files aren't in order"));
                }
                let path = self.string()?;
                self.keyword("in")?;
                program.debug.files.push(SourceFile { path, directory: self.string()? });
            }
            "global" => {
                let global = self.global(program.globals.len())?;
                program.globals.push(global);
            }
            "alias" => {
                let alias = self.alias()?;
                program.aliases.push(alias);
            }
            "function" => {
                let function = self.function(program.functions.len(), program.target)?;
                program.functions.push(function);
            }
            _ => return Err(self.error_before("expected an item of a program")),
        }
        self.end_of_line()
    }

    fn global(&mut self, index: usize) -> Parsed<Global> {
        let (linkage, origin) = self.linkage()?;
        let name = self.declared('@', index)?;
        self.keyword("size")?;
        let size = self.integer()?;
        self.keyword("align")?;
        let align = self.integer()?;
        let constant = self.has_word("constant");
        let init = if self.has('=') { Some(self.init()?) } else { None };
        Ok(Global { name, linkage, size, align, constant, init, debug: None, origin })
    }

    fn init(&mut self) -> Parsed<Init> {
        let bytes = if self.has_word("zero") { vec![] } else { self.text()? };
        let mut relocations = vec![];
        if self.has('[') {
            while !self.has(']') {
                if !relocations.is_empty() {
                    self.expect(',')?;
                }
                let at = self.integer()?;
                let size = self.ty()?.bits();
                if !size.is_multiple_of(8) {
                    return Err(self.error_before("a relocation is whole bytes"));
                }
                self.expect(':')?;
                let value = self.constant(None)?;
                let minus = if self.has_word("minus") { Some(self.constant(None)?) } else { None };
                relocations.push(Relocation { at, size: size / 8, value, minus });
            }
        }
        Ok(Init { bytes, relocations })
    }

    fn alias(&mut self) -> Parsed<Alias> {
        let (linkage, _) = self.linkage()?;
        let TokenKind::Name { sigil: '@', name, apart: None } = self.next() else {
            return Err(self.error_before("expected a name after `@`"));
        };
        self.expect('=')?;
        match self.constant(None)? {
            Const::Address(target, offset) => Ok(Alias { name, linkage, target, offset }),
            _ => Err(self.error_before("expected the address of a symbol")),
        }
    }

    fn function(&mut self, index: usize, target: TargetMachine) -> Parsed<Function> {
        let (linkage, origin) = self.linkage()?;
        let name = self.declared('&', index)?;
        let mut names = code::Declarations::default();
        let mut signature = Signature::default();
        self.expect('(')?;
        while !self.has(')') {
            if !signature.params.is_empty() {
                self.expect(',')?;
            }
            if self.has('.') {
                signature.variadic = true;
                self.expect(')')?;
                break;
            }
            let ty = self.ty()?;
            signature.params.push(ty);
            if let TokenKind::Name { sigil: '%', .. } | TokenKind::Numbered { sigil: '%', .. } =
                self.peek()
            {
                names.declare_reg(self, ty)?;
            }
        }
        if self.has('>') {
            signature.returns.push(self.ty()?);
            while self.has(',') {
                signature.returns.push(self.ty()?);
            }
        }
        let body = if self.peek() == &TokenKind::Mark('{') {
            Some(self.body(names, &signature, target)?)
        } else {
            None
        };
        Ok(Function { name, linkage, signature, body, debug: None, origin })
    }

    fn linkage(&mut self) -> Parsed<(Linkage, CodeOrigin)> {
        let word = self.word()?;
        let linkage = mnemonic::value(&LINKAGE, &word);
        let linkage = linkage.ok_or_else(|| self.error_before("expected a linkage"))?;
        let runtime = self.has_word("runtime");
        Ok((linkage, if runtime { CodeOrigin::Runtime } else { CodeOrigin::Program }))
    }

    /// The name of the symbol declared here; empty if it has none.
    fn declared(&mut self, sigil: char, index: usize) -> Parsed<String> {
        match self.next() {
            TokenKind::Name { sigil: found, name, apart: None } if found == sigil => Ok(name),
            TokenKind::Numbered { sigil: found, number } if found == sigil => {
                if number as usize == index {
                    Ok(String::new())
                } else {
                    Err(self.error_before(&format!("this is number {index}")))
                }
            }
            _ => Err(self.error_before(&format!("expected a name after `{sigil}`"))),
        }
    }

    /// A constant; `ty` says how a number is meant.
    fn constant(&mut self, ty: Option<Ty>) -> Parsed<Const> {
        match self.next() {
            TokenKind::Number(number) => match bits(&number, ty) {
                Some(bits) => Ok(Const::Bits(bits)),
                None => Err(self.error_before("the number doesn't fit here")),
            },
            TokenKind::Word(word) if word == "undef" => Ok(Const::Undef),
            TokenKind::Name { sigil: '@', name, .. } => {
                let id = self.globals.get(&name).copied();
                let id = id.ok_or_else(|| self.error_before("there is no such global"))?;
                Ok(Const::Address(Symbol::Global(id), self.address_offset()?))
            }
            TokenKind::Numbered { sigil: '@', number } => {
                Ok(Const::Address(Symbol::Global(GlobalId(number)), self.address_offset()?))
            }
            TokenKind::Name { sigil: '&', .. } | TokenKind::Numbered { sigil: '&', .. } => {
                self.at -= 1;
                let id = self.function_id()?;
                if self.has(':') {
                    return Ok(Const::Block(id, self.block()?));
                }
                Ok(Const::Address(Symbol::Function(id), self.address_offset()?))
            }
            _ => Err(self.error_before("expected a constant")),
        }
    }

    fn function_id(&mut self) -> Parsed<FuncId> {
        match self.next() {
            TokenKind::Numbered { sigil: '&', number } => Ok(FuncId(number)),
            TokenKind::Name { sigil: '&', name, .. } => {
                let id = self.functions.get(&name).copied();
                id.ok_or_else(|| self.error_before("there is no such function"))
            }
            _ => Err(self.error_before("expected a function")),
        }
    }

    fn address_offset(&mut self) -> Parsed<i64> {
        match self.peek() {
            TokenKind::Number(number) if number.starts_with(['+', '-']) => self.integer(),
            _ => Ok(0),
        }
    }

    fn block(&mut self) -> Parsed<BlockId> {
        let number = match self.next() {
            TokenKind::Word(word) => word.strip_prefix('b').and_then(|digits| digits.parse().ok()),
            _ => None,
        };
        number.map(BlockId).ok_or_else(|| self.error_before("expected a block"))
    }

    fn ty(&mut self) -> Parsed<Ty> {
        let word = self.word()?;
        mnemonic::ty(&word).ok_or_else(|| self.error_before("expected a type"))
    }

    fn integer<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let parsed = match self.next() {
            TokenKind::Number(number) => number.parse().ok(),
            _ => None,
        };
        parsed.ok_or_else(|| self.error_before("expected a number that fits"))
    }

    fn string(&mut self) -> Parsed<String> {
        let bytes = self.text()?;
        String::from_utf8(bytes).map_err(|_| self.error_before("this isn't UTF-8"))
    }

    fn text(&mut self) -> Parsed<Vec<u8>> {
        match self.next() {
            TokenKind::Text(bytes) => Ok(bytes),
            _ => Err(self.error_before("expected a text in quotes")),
        }
    }

    fn word(&mut self) -> Parsed<String> {
        match self.next() {
            TokenKind::Word(word) => Ok(word),
            _ => Err(self.error_before("expected a word")),
        }
    }

    fn keyword(&mut self, word: &str) -> Parsed<()> {
        if self.has_word(word) { Ok(()) } else { Err(self.error(&format!("expected `{word}`"))) }
    }

    fn has_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Word(found) if found == word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char) -> Parsed<()> {
        if self.has(mark) { Ok(()) } else { Err(self.error(&format!("expected `{mark}`"))) }
    }

    fn has(&mut self, mark: char) -> bool {
        let found = self.peek() == &TokenKind::Mark(mark);
        self.at += usize::from(found);
        found
    }

    fn end_of_line(&mut self) -> Parsed<()> {
        match self.peek() {
            TokenKind::Newline | TokenKind::End => {
                self.skip_newline();
                Ok(())
            }
            _ => Err(self.error("expected the end of the line")),
        }
    }

    fn skip_newline(&mut self) {
        self.at += usize::from(self.peek() == &TokenKind::Newline);
    }

    fn peek(&self) -> &TokenKind {
        &self.token(self.at).kind
    }

    fn next(&mut self) -> TokenKind {
        let kind = self.peek().clone();
        self.at += 1;
        kind
    }

    /// The token at a position; the last one for ever after.
    fn token(&self, at: usize) -> &Token {
        &self.tokens[at.min(self.tokens.len() - 1)]
    }

    /// An error at the next token.
    fn error(&self, problem: &str) -> ParseError {
        error_at(self.token(self.at), problem.into())
    }

    /// An error at the token just read.
    fn error_before(&self, problem: &str) -> ParseError {
        error_at(self.token(self.at.saturating_sub(1)), problem.into())
    }
}

fn error_at(token: &Token, problem: String) -> ParseError {
    ParseError { line: token.line, column: token.column, problem }
}

/// The bits of a number at a type: signed or unsigned, a float as itself or as its bits in
/// hexadecimal.
fn bits(number: &str, ty: Option<Ty>) -> Option<u64> {
    let ty = ty.unwrap_or(Ty::int(64));
    let hex = number.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
    let value = match (ty, hex) {
        (_, Some(bits)) => bits.ok()?.into(),
        (Ty::Int(_), None) => number.parse::<i128>().ok()?,
        (Ty::Float(FloatTy::F32), None) => number.parse::<f32>().ok()?.to_bits().into(),
        (Ty::Float(FloatTy::F64), None) => number.parse::<f64>().ok()?.to_bits().into(),
    };
    let smallest = -(i128::from(ty.mask() / 2) + 1);
    let fits = (smallest..=ty.mask().into()).contains(&value);
    fits.then_some(value as u64 & ty.mask())
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for ParseError {}
