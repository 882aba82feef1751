//! The command line itself: what it says and the exit code, for good and for bad input.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use libtest_mimic::Trial;
use tempfile::TempDir;

use crate::process::{self, Finished};
use crate::{cases, counterpoint, native_clang, root};

pub(crate) fn cases() -> Vec<Trial> {
    cases::functions![
        the_exit_code_is_the_programs_own,
        arguments_after_the_dashes_are_the_programs,
        files_that_are_not_there,
        c_that_does_not_compile,
        files_that_are_no_programs,
        files_that_can_not_be_linked,
        truncated_bitcode,
        no_clang,
        what_a_linker_refuses,
        bad_usage,
        help_explains_every_option,
        limits_stop_a_run,
        statistics_go_to_standard_error,
        interrupts_keep_what_was_printed,
        the_output_is_not_read,
        a_bug_is_shown_with_its_line_and_a_caret,
        a_sanitizers_checks_in_bitcode_are_taken_as_they_are,
        a_use_after_free_shows_where_the_block_came_from_and_went,
    ]
}

/// Runs Counterpoint where these files are; checks its exit code and words of what it says.
fn check(files: &[(&str, &str)], args: &[&str], code: i32, words: &[&str]) -> Finished {
    let folder = folder_with(files);
    check_command(counterpoint().args(args).current_dir(folder.path()), code, words)
}

fn check_command(command: &mut Command, code: i32, words: &[&str]) -> Finished {
    let finished = process::run(command, b"");
    let said = &finished.stderr;
    assert_eq!(finished.code(), code, "{command:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{command:?} should say `{word}`: {said}");
    }
    finished
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

const HELLO: &str = r#"
    #include <stdio.h>
    int main(int argc, char **argv) {
        printf("hello, %s\n", argc > 1 ? argv[1] : "world");
        return argc;
    }
"#;

/// Says `ready` when what it printed is still in its buffer.
const ENDLESS: &str = r#"
    #include <stdio.h>
    int main(void) {
        printf("before the end\n");
        fprintf(stderr, "ready\n");
        for (volatile int i = 0;; i = 1) {}
    }
"#;

fn the_exit_code_is_the_programs_own() {
    for code in [0, 1, 2, 42, 255] {
        let program = format!("int main(void) {{ return {code}; }}");
        let finished = check(&[("program.c", &program)], &["run", "program.c"], code, &[]);
        assert_eq!(finished.stderr, "", "nothing is said about a program that ends by itself");
    }
    let program = "#include <stdlib.h>\nint main(void) { exit(7); }";
    check(&[("program.c", program)], &["run", "program.c"], 7, &[]);
}

fn arguments_after_the_dashes_are_the_programs() {
    let args = ["run", "hello.c", "--", "--stats"];
    let finished = check(&[("hello.c", HELLO)], &args, 2, &[]);
    assert_eq!(finished.text(), "hello, --stats\n");
}

fn files_that_are_not_there() {
    for file in ["missing.c", "missing.bc", "missing"] {
        check(&[], &["run", file], 66, &[file, "no such file"]);
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["sources", "sources.c", "sources.bc"] {
        fs::create_dir(folder.path().join(name)).unwrap();
        let mut command = counterpoint();
        check_command(command.args(["run", name]).current_dir(&folder), 66, &[name, "directory"]);
    }
}

fn c_that_does_not_compile() {
    let broken = "int main(void) {\n    return x;\n}\n";
    let words = ["broken.c does not compile", "broken.c:2:12: error:", "'x'"];
    check(&[("broken.c", broken)], &["run", "broken.c"], 65, &words);
}

fn files_that_are_no_programs() {
    check(&[("text.bc", "hello")], &["run", "text.bc"], 65, &["text.bc", "not LLVM bitcode"]);
    check(&[("empty.bc", "")], &["run", "empty.bc"], 65, &["empty.bc", "not LLVM bitcode"]);
    check(&[("notes.txt", "hello")], &["run", "notes.txt"], 65, &["notes.txt", ".bc"]);
}

fn files_that_can_not_be_linked() {
    let files = [("hello.c", HELLO), ("notes.txt", "hello"), ("text.a", "hello")];
    let link = |file: &str, flags: &str, code, words: &[&str]| {
        let args = ["test", "hello.c", &format!("--link={file}"), &format!("--cflags={flags}")];
        check(&files, &args, code, words);
    };
    link("missing.a", "", 66, &["missing.a: there is no such file"]);
    link("notes.txt", "", 65, &["notes.txt: can't be linked", ".so"]);
    link("text.a", "", 65, &["text.a: can't be linked: "]);
    link("text.a", "-m32", 65, &["text.a: native code can't be called from a 32-bit program"]);
}

fn truncated_bitcode() {
    let folder = folder_with(&[("hello.c", HELLO)]);
    let args = ["-c", "-emit-llvm", "hello.c", "-o", "whole.bc"];
    process::compile(&native_clang(), &args, folder.path()).unwrap();
    let whole = fs::read(folder.path().join("whole.bc")).unwrap();
    let run = |file: &str, code, words: &[&str]| {
        check_command(counterpoint().args(["run", file]).current_dir(&folder), code, words)
    };
    assert_eq!(run("whole.bc", 1, &[]).text(), "hello, world\n");
    for part in 1..8 {
        fs::write(folder.path().join("cut.bc"), &whole[..whole.len() * part / 8]).unwrap();
        run("cut.bc", 65, &["error: cut.bc: "]);
    }
}

fn no_clang() {
    let folder = folder_with(&[("hello.c", HELLO)]);
    let mut command = counterpoint();
    command.args(["run", "hello.c"]).current_dir(&folder).env_remove("CLANG").env("PATH", "");
    check_command(&mut command, 69, &["no clang", "apt-get install clang-19", "CLANG"]);
    command.env("CLANG", "no-such-clang");
    check_command(&mut command, 69, &["CLANG=no-such-clang"]);
}

fn what_a_linker_refuses() {
    let main =
        ("main.c", "int twice(int x) { return 2 * x; }\nint main(void) { return twice(1); }");
    let again = ("again.c", "int twice(int x) { return x + x; }");
    let words = ["`twice`", "main.c", "again.c"];
    check(&[main, again], &["run", "main.c", "again.c"], 65, &words);

    check(&[again], &["run", "again.c"], 65, &["no function `main`"]);

    let nowhere = "extern int nowhere;\nint main(void) { return nowhere; }";
    check(&[("a.c", nowhere)], &["run", "a.c"], 65, &["the variable `nowhere`"]);
    let weak =
        "extern int nowhere __attribute__((weak));\nint main(void) { return &nowhere ? 1 : 5; }";
    check(&[("a.c", weak)], &["run", "a.c"], 5, &[]);
}

fn bad_usage() {
    check(&[], &[], 64, &["Usage"]);
    check(&[], &["run"], 64, &["PROGRAM"]);
    check(&[], &["walk", "hello.c"], 64, &["'walk'"]);
    let hello = [("hello.c", HELLO)];
    check(&hello, &["run", "--no-such-flag", "hello.c"], 64, &["--no-such-flag", "--help"]);
    check(&hello, &["run", "--check=everything", "hello.c"], 64, &["everything", "leaks"]);
    check(&hello, &["run", "--max-instructions=many", "hello.c"], 64, &["many"]);
}

fn help_explains_every_option() {
    let help = check(&[], &["run", "--help"], 0, &[]).text();
    let lines: Vec<&str> = help.lines().collect();
    let is_option = |line: &str| ["-", "<", "["].iter().any(|start| line.starts_with(start));
    let mut options = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        // An option stands alone, and its explanation below it, farther in.
        if line.starts_with("  ") && is_option(line.trim_start()) && !line.contains(": ") {
            let explanation = lines.get(index + 1).copied().unwrap_or_default();
            assert!(explanation.starts_with("          "), "{line} is not explained:\n{help}");
            options.push(line.trim_start());
        }
    }
    for known in ["<PROGRAM>", "[ARGS]", "--cflags", "--check", "--max-instructions", "--stats"] {
        assert!(options.iter().any(|option| option.starts_with(known)), "{known}:\n{help}");
    }
    assert!(help.contains("Exit code"), "{help}");
}

fn limits_stop_a_run() {
    let args = ["run", "--max-instructions=1000", "endless.c"];
    let stopped = check(&[("endless.c", ENDLESS)], &args, 2, &["stopped: ", "1000 instructions"]);
    assert_eq!(stopped.text(), "before the end\n");
}

fn statistics_go_to_standard_error() {
    let words = ["load: ", "instructions: ", "seconds: "];
    let finished = check(&[("hello.c", HELLO)], &["run", "--stats", "hello.c"], 1, &words);
    assert_eq!(finished.text(), "hello, world\n");
}

fn interrupts_keep_what_was_printed() {
    interrupt(ENDLESS);
    interrupt(&ENDLESS.replace("for (volatile int i = 0;; i = 1) {}", "getchar();"));
    let sleeping = ENDLESS.replace("{}", "sleep(1);");
    interrupt(&format!("unsigned sleep(unsigned);\n{sleeping}"));
}

/// Sends SIGINT when the program is ready.
fn interrupt(program: &str) {
    let folder = folder_with(&[("endless.c", program)]);
    let out = folder.path().join("out");
    let mut command = counterpoint();
    command.args(["run", "endless.c"]).current_dir(&folder).stdout(File::create(&out).unwrap());
    // Nothing is written to that pipe, so reading from it waits for ever.
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    process::send_sigint(&child);
    let status = process::wait(&mut child);
    stderr.read_to_string(&mut line).unwrap();
    assert_eq!(status.code(), Some(2), "{status}: {line}");
    assert_eq!(line, "ready\nstopped: interrupted\n");
    assert_eq!(fs::read_to_string(out).unwrap(), "before the end\n");
}

fn the_output_is_not_read() {
    let folder = folder_with(&[("hello.c", HELLO)]);
    for command in ["run", "ir"] {
        let mut ours = counterpoint();
        ours.args([command, "hello.c"]).current_dir(&folder);
        let mut child = ours.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(process::wait(&mut child).signal(), Some(libc::SIGPIPE), "{command}");
    }
}

fn a_bug_is_shown_with_its_line_and_a_caret() {
    let expected = "\
bug: out-of-bounds-read: reads 4 bytes just past the end of the local variable `week` of 28 bytes
    --> examples/bugs/average.c:7:16
     |
   7 |         sum += values[i]; //~ BUG out-of-bounds-read
     |                ^
     = in `average`
     = called by `main` at examples/bugs/average.c:13:30
";
    report("examples/bugs/average.c", expected);
}

fn a_sanitizers_checks_in_bitcode_are_taken_as_they_are() {
    let source = "static int sign(int n) { if (n > 0) return 1; }\nint main() { return sign(1) + sign(0); }\n";
    let folder = folder_with(&[("a.cpp", source)]);
    let mut compile = Command::new(native_clang());
    compile.args(["-w", "-g", "-c", "-emit-llvm", "-fsanitize=return", "-fsanitize-trap=return"]);
    let compiled = compile.args(["a.cpp", "-o", "a.bc"]).current_dir(folder.path()).status();
    assert!(compiled.unwrap().success());
    let words = ["bug: missing-return: ", "a.cpp:1"];
    check_command(counterpoint().args(["run", "a.bc"]).current_dir(folder.path()), 1, &words);
}

fn a_use_after_free_shows_where_the_block_came_from_and_went() {
    let expected = "\
bug: use-after-free: reads 8 bytes at offset 8 of a heap block of 16 bytes
    --> examples/bugs/dangling_list.c:20:56
     |
  20 |     for (struct node *node = *list; node; node = node->next) { //~ BUG use-after-free
     |                                                        ^
     = in `remove_value`
     = called by `main` at examples/bugs/dangling_list.c:34:5
note: the block was allocated here
    --> examples/bugs/dangling_list.c:11:25
     |
  11 |     struct node *node = malloc(sizeof *node);
     |                         ^
note: and freed here
    --> examples/bugs/dangling_list.c:23:13
     |
  23 |             free(node);
     |             ^
";
    report("examples/bugs/dangling_list.c", expected);
}

/// No colours, as standard error is no terminal here.
fn report(program: &str, expected: &str) {
    let mut command = counterpoint();
    command.args(["run", program]).current_dir(root());
    let finished = check_command(&mut command, 1, &[]);
    assert_eq!(finished.stderr, expected);
}
