//! The suite's makefile: builds the user's program with the tests, and runs them.

use std::fmt::Write as _;
use std::path::Path;

use super::{BugFile, Manifest};
use crate::toolchain::sanitizer::Sanitizer;
use crate::toolchain::shared_object::{self, CommandWords, SharedObject};

const HEAD: &str = "\
# make check      builds the program with the tests, and runs them
# make bugs       builds the program with sanitizers and the inputs of every bug, and shows that it fails
# make coverage   shows what the tests cover; for clang, with llvm-profdata and llvm-cov of the same version
# Nothing but a C compiler is needed: make CC=gcc check
";

const TARGETS: &str = "\
LDLIBS = -lm
# This folder, for the shell.
HERE = '$(subst ','\\'',$(CURDIR))'
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
\t    -ignore-filename-regex=\"$$(basename $(HERE))/[^/]*\\$$\" -show-branch-summary

";

/// The makefile of a suite.
pub(super) fn text(manifest: &Manifest, compiler: &str) -> String {
    let cflags: Vec<String> =
        manifest.cflags.iter().map(|flag| format!(" {}", quote_in_variable(flag))).collect();
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "CC = {compiler}\nCFLAGS = -g{}", cflags.concat());
    let _ = writeln!(
        text,
        "WRAP = {}\nLINK = $(CC) $(CFLAGS) $(WRAP)",
        manifest.wrapped().join(" \\\n    ")
    );
    let tests: Vec<&str> = manifest.tests.iter().map(|test| test.name.as_str()).collect();
    let _ = writeln!(text, "TESTS ={}", list(&tests));
    text += TARGETS;
    text += &linked(manifest);
    text += &bugs(manifest);
    text += "clean:\n\trm -rf build\n\nFORCE:\n";
    for flavour in FLAVOURS {
        rules(&mut text, manifest, flavour);
    }
    text
}

/// The native code that the program is linked with: what links with it, and how it is made.
fn linked(manifest: &Manifest) -> String {
    let Some(object) = SharedObject::of(&manifest.link) else { return String::new() };
    let seen = |folder: &Path, here: &str| match folder.is_absolute() {
        true => quote_path(folder),
        false => format!("{here}/{}", quote_path(folder)),
    };
    let from = seen(&manifest.from, "$(HERE)");
    let words = |here: String| CommandWords {
        word: Box::new(quote),
        whole: Box::new(move |folder| seen(folder, &here)),
    };
    let own =
        shared_object::used(Path::new("build"), shared_object::NAME, &words("$(HERE)".into()));
    let used = own.into_iter().chain(object.used_by(&words(from.clone())));
    format!(
        "LINKED ={}\n\nbuild/{name}: FORCE\n\t@mkdir -p build\n\t@cd {from} && $(CC) {} -o $(HERE)/build/{name}\n\n",
        used.map(|word| format!(" {word}")).collect::<String>(),
        object.made_by(&words(from.clone())).join(" "),
        name = shared_object::NAME,
    )
}

/// How something is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MakeFlavour {
    Plain,
    Coverage,
    /// The sanitizer, and which of its builds it is.
    Sanitized(Sanitizer, usize),
}

const FLAVOURS: [MakeFlavour; 9] = [
    MakeFlavour::Plain,
    MakeFlavour::Coverage,
    MakeFlavour::Sanitized(Sanitizer::Address, 0),
    MakeFlavour::Sanitized(Sanitizer::Memory, 0),
    MakeFlavour::Sanitized(Sanitizer::Arguments, 0),
    MakeFlavour::Sanitized(Sanitizer::Leak, 0),
    MakeFlavour::Sanitized(Sanitizer::Fillings, 0),
    MakeFlavour::Sanitized(Sanitizer::Fillings, 1),
    MakeFlavour::Sanitized(Sanitizer::Fillings, 2),
];

impl MakeFlavour {
    fn folder(self) -> String {
        match self {
            MakeFlavour::Plain => "build/plain".to_owned(),
            MakeFlavour::Coverage => "build/coverage".to_owned(),
            MakeFlavour::Sanitized(sanitizer, build) => match sanitizer.builds().len() {
                1 => format!("build/{}", sanitizer.name()),
                _ => format!("build/{}_{}", sanitizer.name(), build + 1),
            },
        }
    }

    fn flags(self) -> String {
        match self {
            MakeFlavour::Plain => String::new(),
            MakeFlavour::Coverage => {
                " -O0 -fprofile-instr-generate -fcoverage-mapping -DCOUNTERPOINT_COVERAGE"
                    .to_owned()
            }
            MakeFlavour::Sanitized(sanitizer, build) => {
                format!(" {}", sanitizer.builds()[build].join(" "))
            }
        }
    }

    /// The binaries that are built so, each with the file of the program that it is about.
    fn binaries(self, manifest: &Manifest) -> Vec<(&str, usize)> {
        match self {
            MakeFlavour::Plain | MakeFlavour::Coverage => {
                manifest.tests.iter().map(|test| (test.name.as_str(), test.about)).collect()
            }
            MakeFlavour::Sanitized(sanitizer, _) => {
                let bugs = manifest.bugs.iter().filter(|bug| bug.sanitizer == sanitizer);
                bugs.map(|bug| (bug.name.as_str(), bug.about)).collect()
            }
        }
    }
}

/// A bug's inputs fail as long as the bug is there; or end in different ways, if memory is filled in different ways.
fn bugs(manifest: &Manifest) -> String {
    let folder = |sanitizer, build| MakeFlavour::Sanitized(sanitizer, build).folder();
    let (filled, watched): (Vec<&BugFile>, Vec<&BugFile>) =
        manifest.bugs.iter().partition(|bug| bug.sanitizer == Sanitizer::Fillings);
    let paths = watched.iter().map(|bug| format!("{}/{}", folder(bug.sanitizer, 0), bug.name));
    let paths = paths.collect::<Vec<_>>();
    let filled: Vec<&str> = filled.iter().map(|bug| bug.name.as_str()).collect();
    let environment =
        Sanitizer::ENVIRONMENT.map(|(name, value)| format!("{name}={value}")).join(" ");
    format!(
        "BUGS ={}
FILLED ={}
{}
bugs: $(BUGS) $(foreach build,$(FILLINGS),$(FILLED:%=$(build)/%))
\t@for bug in $(BUGS); do \\
\t    rm -f $$bug.end; env -i {environment} $$bug --judge $$bug.end </dev/null >/dev/null 2>$$bug.log \\
\t    || [ -s $$bug.end ] || echo signal before main >$$bug.end; \\
\t    case $$(cat $$bug.end) in \\
\t    sanitizer*|signal*) echo \"still there: $$bug (see $$bug.log)\";; \\
\t    *) echo \"gone: $$bug\";; \\
\t    esac; \\
\tdone
\t@for bug in $(FILLED); do \\
\t    if [ $(words $(FILLINGS)) -lt 2 ]; then \\
\t        echo \"not tried: $$bug ($(CC) has no two ways to fill fresh memory)\"; continue; \\
\t    fi; \\
\t    how=gone; for build in $(FILLINGS); do \\
\t        $$build/$$bug --judge $$build/$$bug.end </dev/null >$$build/$$bug.log 2>&1; \\
\t        cat $$build/$$bug.log >>$$build/$$bug.end; \\
\t        cmp -s $$build/$$bug.end $(firstword $(FILLINGS))/$$bug.end || how='still there'; \\
\t    done; echo \"$$how: $$bug (see build/*/$$bug.end)\"; \\
\tdone

",
        list(&paths),
        list(&filled),
        if filled.is_empty() { String::new() } else { fillings() },
    )
}

/// The builds in which fresh memory is filled, as far as the compiler has them: clang before 16 fills with zeros only if
/// it is asked twice.
fn fillings() -> String {
    let builds = (0..Sanitizer::Fillings.builds().len())
        .map(|build| MakeFlavour::Sanitized(Sanitizer::Fillings, build))
        .map(|build| format!(" $(call known,{},{})", build.flags(), build.folder()));
    format!(
        "known = $(shell $(CC) $(CFLAGS)$(1) -x c -S /dev/null -o /dev/null 2>/dev/null && echo $(2))
FILLINGS :={}
",
        builds.collect::<String>()
    )
}

/// A list over several lines.
fn list<S: AsRef<str>>(names: &[S]) -> String {
    names.iter().map(|name| format!(" \\\n    {}", name.as_ref())).collect()
}

/// How to build what is of a flavour. Everything is compiled anew each time: it is unknown what the program
/// includes.
fn rules(text: &mut String, manifest: &Manifest, flavour: MakeFlavour) {
    let left_out: String = manifest.left_out().map(|flag| format!(" {}", quote(flag))).collect();
    let (folder, flags) = (flavour.folder(), flavour.flags() + &left_out);
    let binaries = flavour.binaries(manifest);
    if binaries.is_empty() {
        return;
    }
    let from = quote_path(&manifest.from);
    let compile = |object: &str, file: &str, how: &str| {
        format!(
            "\n{object}: FORCE\n\t@mkdir -p {folder}\n\t@cd {from} && $(CC) $(CFLAGS){flags}{how} -c {file} -o $(HERE)/{object}\n"
        )
    };
    let of_program = |file: usize| format!("{folder}/program_{}.o", file + 1);
    let mut compiled = Vec::new();
    for file in binaries.iter().flat_map(|(_, about)| manifest.beside(*about)) {
        if !compiled.contains(&file) {
            // Bitcode includes nothing.
            let includes = if manifest.is_source(file) { " -idirafter $(HERE)" } else { "" };
            *text += &compile(&of_program(file), &quote_path(&manifest.files[file]), includes);
            compiled.push(file);
        }
    }
    let runner = format!("{folder}/counterpoint_tests.o");
    *text += &compile(&runner, "$(HERE)/counterpoint_tests.c", " -std=gnu11");
    for (name, about) in binaries {
        let object = format!("{folder}/{name}.o");
        *text +=
            &compile(&object, &format!("$(HERE)/{name}.c"), " -Wall -Wextra -idirafter $(HERE)");
        let beside = manifest.beside(about).map(of_program);
        let objects: Vec<String> = [object, runner.clone()].into_iter().chain(beside).collect();
        *text += &linking(manifest, flavour, name, &objects.join(" "));
    }
}

/// How to link a binary of these objects.
fn linking(manifest: &Manifest, flavour: MakeFlavour, name: &str, objects: &str) -> String {
    let (folder, link) = (flavour.folder(), flavour.flags());
    let (needs, with) = match manifest.link.is_empty() {
        true => (String::new(), ""),
        false => (format!(" | build/{}", shared_object::NAME), " $(LINKED)"),
    };
    format!("\n{folder}/{name}: {objects}{needs}\n\t@$(LINK){link} $^ -o $@{with} $(LDLIBS)\n")
}

fn quote_path(path: &Path) -> String {
    quote(&path.display().to_string())
}

/// A word of a recipe: for make and then for the shell.
fn quote(word: &str) -> String {
    shell_word(word).replace('$', "$$")
}

/// A word of a variable, where make takes what is behind `#` for a comment.
fn quote_in_variable(word: &str) -> String {
    quote(word).replace('#', "\\#")
}

/// A word for the shell.
pub(crate) fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
