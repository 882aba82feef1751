//! The store where things go wrong: runs that are killed, files that are damaged, no room, no leave to write.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::reused::{self, essence, explored, names};
use crate::{cases, counterpoint, process};

pub(crate) fn cases() -> Vec<Trial> {
    cases::functions![
        what_was_finished_outlives_a_kill,
        killed_at_random_moments,
        damaged_files_change_no_result,
        without_room_the_suite_is_written,
        what_can_not_be_written_can_be_read,
    ]
}

/// How often something is done at random: a few times here, as often as the variable says where there is time.
fn rounds(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |it| it.parse().expect("a number"))
}

/// Numbers from nowhere, the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end.max(1)
    }
}

/// What `store` says.
fn store(folder: &Path, args: &[&str]) -> Value {
    let mut command = counterpoint();
    command.arg("store").args(args).args(["--json", "--store=kept"]).current_dir(folder);
    let finished = process::run(&mut command, b"");
    assert_eq!(finished.code(), 0, "{}{}", finished.text(), finished.stderr);
    serde_json::from_str(&finished.text()).unwrap()
}

/// Three functions that are soon explored, and one that isn't in any time: when the run is killed at that, all is known of the
/// three.
fn what_was_finished_outlives_a_kill() {
    let text = "int a(int n) { return n > 3; }\nint b(int n) { return n / 2 == 7; }\n\
                int c(const char *s) { return s[0] == 'c'; }\n\
                unsigned endless(unsigned a, unsigned b) { unsigned s = 0; \
                for (unsigned i = 0; i < a; i++) s = s * b + (s ^ i) * a; return s == 77777; }\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.c"), text).unwrap();
    let args = ["one.c", "--json", "--no-native", "--store=kept", "--max-depth=100000"];
    let mut test = counterpoint();
    test.arg("test").args(args).current_dir(folder.path());
    test.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = test.spawn().unwrap();
    let begin = Instant::now();
    while store(folder.path(), &["stats"])["records"].as_u64() < Some(6) {
        assert!(begin.elapsed() < Duration::from_secs(300), "nothing is written");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(store(folder.path(), &["verify"])["removed"], 0);
    let mut test = counterpoint();
    test.arg("test").args(args).arg("--time=2s").current_dir(folder.path());
    let said: Value = serde_json::from_str(&process::run(&mut test, b"").text()).unwrap();
    assert_eq!(names(&said, true), ["a", "b", "c"].map(str::to_owned).into());
}

/// Whenever a run is killed, all records are sound, none is lost, and what comes of them is what a cold run finds.
fn killed_at_random_moments() {
    let folder = reused::program();
    let args = ["--store", "kept", "--no-native"];
    let begin = Instant::now();
    let cold = essence(explored(folder.path(), &["--no-store", "--no-native"]));
    let whole = begin.elapsed().as_micros() as u64;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut before, mut cut) = (0, 0);
    for round in 0..rounds("COUNTERPOINT_KILLS", 5) {
        let mut test = counterpoint();
        test.args(["test", "shapes.c", "more.c", "--json"]).args(args).current_dir(folder.path());
        let mut child = test.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_micros(random.below(whole)));
        cut += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let verified = store(folder.path(), &["verify"]);
        let records = verified["records"].as_u64().unwrap();
        assert_eq!(verified["removed"], 0, "round {round}");
        assert!(records >= before, "round {round}: {records} of {before} records");
        before = records;
        if records == 2 * reused::ALL.len() as u64 {
            let warm = explored(folder.path(), &args);
            assert_eq!(names(&warm, false).len(), 0);
            assert_eq!(essence(warm), cold, "round {round}");
            fs::remove_dir_all(folder.path().join("kept")).unwrap();
            before = 0;
        }
    }
    assert!(cut > 0, "none was killed");
    assert_eq!(essence(explored(folder.path(), &args)), cold);
    assert_eq!(names(&explored(folder.path(), &args), false).len(), 0);
}

/// Flipped bits and cut files: never a panic, and what is said is what a cold run says.
fn damaged_files_change_no_result() {
    let folder = reused::copied();
    let cold = essence(explored(folder.path(), &["--no-store", "--no-native"]));
    let file = folder.path().join("kept/store.redb");
    let sound = fs::read(&file).unwrap();
    // Most of a fresh file is empty.
    let written: Vec<usize> = (0..sound.len()).filter(|&at| sound[at] != 0).collect();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..rounds("COUNTERPOINT_DAMAGED", 2) {
        let mut bytes = sound.clone();
        for _ in 0..=random.below(60) {
            bytes[written[random.below(written.len() as u64) as usize]] ^= 1 << random.below(8);
        }
        if round % 4 == 1 {
            bytes.truncate(random.below(sound.len() as u64) as usize);
        }
        fs::write(&file, &bytes).unwrap();
        let finished = reused::run(folder.path(), &["--store", "kept", "--no-native"]);
        assert!(!finished.stderr.contains("panicked"), "round {round}: {}", finished.stderr);
        let said: Value = serde_json::from_str(&finished.text()).unwrap();
        assert_eq!(essence(said), cold, "round {round}");
    }
}

/// A file may not be as large as the store would be: a message, and the suite is there.
fn without_room_the_suite_is_written() {
    let folder = reused::program();
    let mut shell = Command::new("sh");
    let binary = counterpoint().get_program().to_owned();
    let limited = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\"";
    shell.args(["-c", limited]).arg(binary).args(["test", "shapes.c", "more.c", "--entry=sum"]);
    shell.args(["--json", "--no-native", "--store=kept", "--out=suite"]).current_dir(folder.path());
    let finished = process::run(&mut shell, b"");
    assert!(finished.stderr.contains("the store in kept is not used"), "{}", finished.stderr);
    let said: Value = serde_json::from_str(&finished.text()).unwrap();
    let cold =
        explored(folder.path(), &["--no-store", "--no-native", "--entry=sum", "--out=suite"]);
    assert_eq!(essence(said), essence(cold));
    assert!(folder.path().join("suite/test_shapes.c").exists());
}

/// A store that may only be read gives what it has, and what is new is explored; a message says that it isn't kept.
fn what_can_not_be_written_can_be_read() {
    let folder = reused::copied();
    let more = folder.path().join("more.c");
    let text = fs::read_to_string(&more).unwrap() + "int new(int n) { return n == 5; }\n";
    fs::write(more, text).unwrap();
    // Whoever runs this may be one that no permissions hold back, but not from where nothing can be written.
    let mut shell = Command::new("unshare");
    let mount = "mount --bind kept kept && mount -o remount,ro,bind kept && exec \"$0\" \"$@\"";
    shell.args(["--mount", "--map-root-user", "sh", "-c", mount]);
    shell.arg(counterpoint().get_program()).args(["test", "shapes.c", "more.c", "--json"]);
    shell.args(["--no-native", "--store=kept"]).current_dir(folder.path());
    let finished = process::run(&mut shell, b"");
    if finished.stderr.contains("unshare failed") || finished.stderr.contains("mount:") {
        eprintln!("skipped, as folders can't be mounted here: {}", finished.stderr);
        return;
    }
    assert!(finished.stderr.contains("the store in kept is not used"), "{}", finished.stderr);
    let said: Value = serde_json::from_str(&finished.text()).unwrap();
    assert_eq!(names(&said, false), ["new".to_owned()].into());
}
