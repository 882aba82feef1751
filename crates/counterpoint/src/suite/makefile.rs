//! The suite's makefile: builds the user's program with the tests, and runs them.

use std::fmt::Write as _;
use std::path::Path;

use super::Manifest;
use crate::sanitizer::Sanitizer;

const HEAD: &str = "\
# make check      builds the program with the tests, and runs them
# make bugs       builds the program with sanitizers and the inputs of every bug, and shows that it fails
# make coverage   shows what the tests cover; for clang, with llvm-profdata and llvm-cov of the same version
# Nothing but a C compiler is needed: make CC=gcc check
";

const TARGETS: &str = "\
LDLIBS = -lm
LINK = $(CC) $(CFLAGS) -Wl,--wrap=main
LLVM_PROFDATA = llvm-profdata
LLVM_COV = llvm-cov

.PHONY: check bugs coverage clean FORCE

check: $(TESTS:%=build/plain/%)
\t@failed=0; for test in $^; do $$test || failed=1; done; exit $$failed

coverage: $(TESTS:%=build/coverage/%)
\t@rm -f build/coverage/*.profraw
\t@for test in $^; do LLVM_PROFILE_FILE=$$test-%m.profraw $$test; done
\t@$(LLVM_PROFDATA) merge -o build/coverage/all.profdata build/coverage/*.profraw
\t@$(LLVM_COV) report -instr-profile build/coverage/all.profdata $(^:%=-object %) \\
\t    -ignore-filename-regex='$(notdir $(CURDIR))/[^/]*$$' -show-branch-summary

";

/// The makefile of a suite.
pub(super) fn text(manifest: &Manifest, compiler: &str) -> String {
    let cflags: Vec<String> =
        manifest.cflags.iter().map(|flag| format!(" {}", quote(flag))).collect();
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "CC = {compiler}\nCFLAGS = -g{}", cflags.concat());
    let tests: Vec<&str> = manifest.tests.iter().map(|test| test.name.as_str()).collect();
    let _ = writeln!(text, "TESTS ={}", list(&tests));
    text += TARGETS;
    text += &bugs(manifest);
    text += "clean:\n\trm -rf build\n\nFORCE:\n";
    for flavour in FLAVOURS {
        rules(&mut text, manifest, flavour);
    }
    text
}

/// How something is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flavour {
    Plain,
    Coverage,
    Sanitized(Sanitizer),
}

const FLAVOURS: [Flavour; 5] = [
    Flavour::Plain,
    Flavour::Coverage,
    Flavour::Sanitized(Sanitizer::Address),
    Flavour::Sanitized(Sanitizer::Memory),
    Flavour::Sanitized(Sanitizer::Leak),
];

impl Flavour {
    fn folder(self) -> &'static str {
        match self {
            Flavour::Plain => "build/plain",
            Flavour::Coverage => "build/coverage",
            Flavour::Sanitized(Sanitizer::Address) => "build/address",
            Flavour::Sanitized(Sanitizer::Memory) => "build/memory",
            Flavour::Sanitized(Sanitizer::Leak) => "build/leak",
        }
    }

    fn flags(self) -> String {
        match self {
            Flavour::Plain => String::new(),
            Flavour::Coverage => {
                " -O0 -fprofile-instr-generate -fcoverage-mapping -DCOUNTERPOINT_COVERAGE"
                    .to_owned()
            }
            Flavour::Sanitized(sanitizer) => format!(" {}", sanitizer.flags().join(" ")),
        }
    }

    /// The binaries that are built so, each with the file of the program that it is about.
    fn binaries(self, manifest: &Manifest) -> Vec<(&str, usize)> {
        match self {
            Flavour::Plain | Flavour::Coverage => {
                manifest.tests.iter().map(|test| (test.name.as_str(), test.about)).collect()
            }
            Flavour::Sanitized(sanitizer) => {
                let bugs = manifest.bugs.iter().filter(|bug| bug.sanitizer == sanitizer);
                bugs.map(|bug| (bug.name.as_str(), bug.about)).collect()
            }
        }
    }
}

/// A bug's inputs fail as long as the bug is there.
fn bugs(manifest: &Manifest) -> String {
    let folder = |sanitizer| Flavour::Sanitized(sanitizer).folder();
    let paths = manifest.bugs.iter().map(|bug| format!("{}/{}", folder(bug.sanitizer), bug.name));
    let environment =
        Sanitizer::ENVIRONMENT.map(|(name, value)| format!("{name}={value}")).join(" ");
    format!(
        "BUGS ={}

bugs: $(BUGS)
\t@for bug in $(BUGS); do \\
\t    env -i {environment} timeout 60 $$bug </dev/null >/dev/null 2>$$bug.log; code=$$?; \\
\t    if [ $$code = {} ] || [ $$code -gt 128 -a $$code != {} ]; then echo \"still there: $$bug (see $$bug.log)\"; \\
\t    else echo \"gone: $$bug\"; fi; \\
\tdone

",
        list(&paths.collect::<Vec<_>>()),
        Sanitizer::EXIT_CODE,
        // It only takes too long.
        128 + libc::SIGXCPU,
    )
}

/// A list over several lines.
fn list<S: AsRef<str>>(names: &[S]) -> String {
    names.iter().map(|name| format!(" \\\n    {}", name.as_ref())).collect()
}

/// How to build what is of a flavour. Everything is compiled anew each time: nobody knows what the program
/// includes.
fn rules(text: &mut String, manifest: &Manifest, flavour: Flavour) {
    let (folder, flags) = (flavour.folder(), flavour.flags());
    let binaries = flavour.binaries(manifest);
    if binaries.is_empty() {
        return;
    }
    let from = quote_path(&manifest.from);
    let compile = |object: &str, file: &str, how: &str| {
        format!(
            "\n{object}: FORCE\n\t@mkdir -p {folder}\n\t@cd {from} && $(CC) $(CFLAGS){flags}{how} -c {file} -o '$(CURDIR)/'{object}\n"
        )
    };
    let beside = |about: usize| {
        manifest.beside(about).map(|file| format!("{folder}/program_{}.o", file + 1))
    };
    let mut compiled = Vec::new();
    for file in binaries.iter().flat_map(|(_, about)| manifest.beside(*about)) {
        if !compiled.contains(&file) {
            let object = format!("{folder}/program_{}.o", file + 1);
            // Bitcode includes nothing.
            let includes = if manifest.is_source(file) { " -idirafter '$(CURDIR)'" } else { "" };
            *text += &compile(&object, &quote_path(&manifest.files[file]), includes);
            compiled.push(file);
        }
    }
    let runner = format!("{folder}/counterpoint_tests.o");
    *text += &compile(&runner, "'$(CURDIR)/counterpoint_tests.c'", " -std=gnu11");
    for (name, about) in binaries {
        let object = format!("{folder}/{name}.o");
        *text += &compile(
            &object,
            &format!("'$(CURDIR)/{name}.c'"),
            " -Wall -Wextra -idirafter '$(CURDIR)'",
        );
        let objects: Vec<String> =
            [object, runner.clone()].into_iter().chain(beside(about)).collect();
        let _ = write!(
            text,
            "\n{folder}/{name}: {}\n\t@$(LINK){flags} $^ -o $@ $(LDLIBS)\n",
            objects.join(" ")
        );
    }
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
