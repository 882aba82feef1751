//! The suite's makefile: builds the user's program with each test, and compares how it ends.

use std::fmt::Write as _;
use std::path::Path;

use super::{Case, Ending};
use crate::confirm::Sanitizer;

/// What the makefile needs to know of the program.
pub(crate) struct Build<'x> {
    /// Where the program's paths and flags are relative to, seen from the suite.
    pub from: &'x Path,
    pub compiler: &'x str,
    pub cflags: &'x [String],
    /// The program's files.
    pub files: &'x [std::path::PathBuf],
}

const HEAD: &str = "\
# make check    builds the program with every test, and compares exit codes
# make bugs     builds the program with sanitizers and every bug's inputs, and shows that it fails
# Nothing but a C compiler is needed: make CC=gcc check
";

/// The makefile. Of the tests that end with a bug, it knows those that were confirmed.
pub(super) fn text(build: &Build<'_>, cases: &[&Case<'_>]) -> String {
    let mut text = HEAD.to_owned();
    let cflags: Vec<String> = build.cflags.iter().map(|flag| quote(flag)).collect();
    let _ = writeln!(text, "CC = {}", build.compiler);
    let _ = writeln!(
        text,
        "CFLAGS = {}",
        ["-g".to_owned()].iter().chain(&cflags).cloned().collect::<Vec<_>>().join(" ")
    );
    text += "LDLIBS = -lm\nLIMIT = timeout 10\n\n.PHONY: check bugs clean FORCE\n\n";
    text += &check(cases);
    text += &bugs(cases);
    text += "clean:\n\trm -rf build\n\nFORCE:\n";
    for flavour in FLAVOURS {
        let names = of_flavour(cases, flavour);
        if !names.is_empty() {
            text += &rules(build, flavour, &names);
        }
    }
    text
}

/// How a test is built: plainly, or with a sanitizer.
type Flavour = Option<Sanitizer>;

const FLAVOURS: [Flavour; 3] = [None, Some(Sanitizer::Address), Some(Sanitizer::Memory)];

fn flavour(case: &Case<'_>) -> Flavour {
    match case.ending {
        Ending::Exit(_) => None,
        Ending::Bug(bug) => Some(Sanitizer::of(bug.kind)),
    }
}

fn folder(flavour: Flavour) -> &'static str {
    match flavour {
        None => "build/plain",
        Some(Sanitizer::Address) => "build/address",
        Some(Sanitizer::Memory) => "build/memory",
    }
}

fn of_flavour<'x>(cases: &[&'x Case<'_>], wanted: Flavour) -> Vec<&'x str> {
    let wanted = cases.iter().filter(|case| flavour(case) == wanted);
    wanted.map(|case| case.name.as_str()).collect()
}

/// The exit code that is expected is in the test's name.
fn check(cases: &[&Case<'_>]) -> String {
    let names = of_flavour(cases, None);
    let folder = folder(None);
    format!(
        "TESTS ={}

check: $(TESTS:%={folder}/%)
\t@failed=0; for test in $(TESTS); do \\
\t    env -i $(LIMIT) {folder}/$$test </dev/null >/dev/null 2>&1; code=$$?; \\
\t    if [ $$code = $${{test##*_exit_}} ]; then echo \"pass $$test\"; \\
\t    else echo \"FAIL $$test: exit code $$code\"; failed=1; fi; \\
\tdone; exit $$failed

",
        list(&names)
    )
}

/// A bug's inputs fail as long as the bug is there.
fn bugs(cases: &[&Case<'_>]) -> String {
    let mut paths = Vec::new();
    for flavour in &FLAVOURS[1..] {
        let names = of_flavour(cases, *flavour);
        paths.extend(names.iter().map(|name| format!("{}/{name}", folder(*flavour))));
    }
    let environment =
        Sanitizer::ENVIRONMENT.map(|(name, value)| format!("{name}={value}")).join(" ");
    format!(
        "BUGS ={}

bugs: $(BUGS)
\t@for bug in $(BUGS); do \\
\t    env -i {environment} $(LIMIT) $$bug </dev/null >/dev/null 2>$$bug.log; code=$$?; \\
\t    if [ $$code = {} ] || [ $$code -gt 128 ]; then echo \"still there: $$bug (see $$bug.log)\"; \\
\t    else echo \"gone: $$bug\"; fi; \\
\tdone

",
        list(&paths),
        Sanitizer::EXIT_CODE,
    )
}

/// A list over several lines.
fn list<S: AsRef<str>>(names: &[S]) -> String {
    names.iter().map(|name| format!(" \\\n    {}", name.as_ref())).collect()
}

/// How to build the tests of a flavour. The program is compiled anew each time: nobody knows what it includes.
fn rules(build: &Build<'_>, flavour: Flavour, names: &[&str]) -> String {
    let folder = folder(flavour);
    let flags: String =
        flavour.map(|sanitizer| format!(" {}", sanitizer.flags().join(" "))).unwrap_or_default();
    let mut text = String::new();
    let mut objects = vec![format!("{folder}/inputs.o")];
    for (file, number) in build.files.iter().zip(1..) {
        let object = format!("{folder}/program_{number}.o");
        let (from, file) = (quote_path(build.from), quote_path(file));
        let _ = write!(
            text,
            "\n{object}: FORCE\n\t@mkdir -p {folder}\n\tcd {from} && $(CC) $(CFLAGS){flags} -idirafter '$(CURDIR)' -c {file} -o '$(CURDIR)/{object}'\n"
        );
        objects.push(object);
    }
    let ours = format!("\t@mkdir -p {folder}\n\t$(CC) $(CFLAGS) -std=gnu11{flags} -c $< -o $@\n");
    let _ = write!(text, "\n{folder}/inputs.o: inputs.c inputs.h\n{ours}");
    let tests: Vec<String> = names.iter().map(|name| format!("{folder}/{name}")).collect();
    let _ = write!(text, "\n{folder}/test_%.o: test_%.c inputs.h\n{ours}");
    let _ = write!(
        text,
        "\n{}: %: %.o {}\n\t$(CC) $(CFLAGS){flags} $^ -o $@ $(LDLIBS)\n",
        tests.join(" "),
        objects.join(" ")
    );
    text
}

fn quote_path(path: &Path) -> String {
    quote(&path.display().to_string())
}

/// A word for make and then for the shell.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    let shell = format!("'{}'", word.replace('\'', "'\\''"));
    shell.replace('$', "$$").replace('#', "\\#")
}
