//! Child processes: compilers, their tools, and native runs of tests. Each ends within the command's budget, and when
//! Counterpoint ends.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::budget::{Budget, Cut};

/// Processes that we have started, and that have not been waited for: all others below us are strangers, which the program
/// under exploration started natively, or children whose parents ended before them.
static OURS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// What we were started with. A program that is explored may change the environment of this process.
static ENVIRONMENT: OnceLock<Vec<(OsString, OsString)>> = OnceLock::new();

/// To be called before anything else: what is started from now on is ours to end, even if its parent ends before it.
pub(crate) fn take_charge() {
    ENVIRONMENT.get_or_init(|| env::vars_os().collect());
    // SAFETY: a system call about this process alone. Where there is no such thing, it fails.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

/// The environment that we were started with.
pub(crate) fn environment() -> &'static [(OsString, OsString)] {
    ENVIRONMENT.get_or_init(|| env::vars_os().collect())
}

/// Takes everything out of the environment of this process but what we look for there ourselves: a written test has none
/// either. To be called before the thread begins that a program is explored in.
pub(crate) fn empty_environment() {
    const OURS: &str = "COUNTERPOINT_";
    for (name, _) in environment().iter().filter(|(name, _)| is_plain(name)) {
        if !name.as_encoded_bytes().starts_with(OURS.as_bytes()) {
            // SAFETY: as in `restore_environment`.
            unsafe { env::remove_var(name) };
        }
    }
}

/// Makes the environment of this process what it was: libraries ask it about colours, for one. To be called when the thread
/// that changes it is over.
pub(crate) fn restore_environment() {
    let saved: Vec<_> = environment().iter().filter(|(name, _)| is_plain(name)).collect();
    let is_new = |name: &OsString| is_plain(name) && !saved.iter().any(|(known, _)| known == name);
    let new: Vec<OsString> = env::vars_os().map(|(name, _)| name).filter(is_new).collect();
    let is_changed = |name: &OsString, value: &OsString| env::var_os(name).as_ref() != Some(value);
    // SAFETY: no native call of the program is under way, and all others of us use the environment through the functions
    // of Rust, which wait for each other.
    unsafe {
        new.iter().for_each(|name| env::remove_var(name));
        let changed = saved.iter().filter(|(name, value)| is_changed(name, value));
        changed.for_each(|(name, value)| env::set_var(name, value));
    }
}

/// Others can't be named to the functions of Rust.
fn is_plain(name: &OsString) -> bool {
    !name.as_encoded_bytes().contains(&b'=')
}

/// A program that is to be started, with the environment that we were started with.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(environment().iter().map(|(name, value)| (name, value)));
    command
}

/// How a child process ended, and what it printed.
pub(crate) struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Why nothing came of a child process.
#[derive(Debug)]
pub(crate) enum Failed {
    Start(io::Error),
    Cut(Cut),
}

/// Runs a program to its end, with that on its standard input.
pub(crate) fn output(
    command: &mut Command,
    stdin: &str,
    budget: &Budget,
) -> Result<Finished, Failed> {
    let [out, err] = redirect(command, stdin).map_err(Failed::Start)?;
    let (_, status) = wait(command, budget)?;
    let contents = |mut file: File| {
        let mut bytes = Vec::new();
        let read = file.rewind().and_then(|()| file.read_to_end(&mut bytes));
        read.map(|_| bytes).map_err(Failed::Start)
    };
    Ok(Finished { status, stdout: contents(out)?, stderr: contents(err)? })
}

/// Files for what it reads and prints: pipes would have to be emptied while it runs.
fn redirect(command: &mut Command, stdin: &str) -> io::Result<[File; 2]> {
    let mut input = tempfile::tempfile()?;
    input.write_all(stdin.as_bytes())?;
    input.rewind()?;
    let [out, err] = [tempfile::tempfile()?, tempfile::tempfile()?];
    command.stdin(input).stdout(out.try_clone()?).stderr(err.try_clone()?);
    Ok([out, err])
}

/// Runs a program to its end; the caller has said where its output goes. Its process is given as well.
pub(crate) fn wait(command: &mut Command, budget: &Budget) -> Result<(u32, ExitStatus), Failed> {
    if let Some(cut) = budget.cut() {
        return Err(Failed::Cut(cut));
    }
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).display().to_string();
    let limit = budget.memory();
    // A group of its own: Ctrl-C is for us, and we say when it ends.
    command.process_group(0);
    // SAFETY: only makes system calls, as is allowed between fork and exec.
    unsafe { command.pre_exec(move || restrict(limit)) };
    let mut child = spawn(command).map_err(Failed::Start)?;
    let ended = WatchedChild { child: &mut child, name, budget }.wait();
    ours().remove(&child.id());
    Ok((child.id(), ended?))
}

fn ours() -> MutexGuard<'static, BTreeSet<u32>> {
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something that starts processes and waits for them by itself: they are not taken for strangers.
pub(crate) fn as_ours<T>(work: impl FnOnce() -> T) -> T {
    let _ours = ours();
    work()
}

/// It is not taken for a stranger in between.
fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut ours = ours();
    let child = command.spawn()?;
    ours.insert(child.id());
    Ok(child)
}

/// Ends every process below us that we haven't started. Those that the system doesn't let go of are left behind after a
/// second.
pub(crate) fn end_strangers() {
    const TURNS: u32 = 100;
    const PAUSE: Duration = Duration::from_micros(200);
    // What is killed takes a moment to end, and leaves its children to us: they are seen in the next turn.
    for turn in 0..TURNS {
        if !kills_strangers() {
            return;
        }
        thread::sleep(PAUSE * turn);
    }
}

/// Kills them, and takes note of those that have ended. Were there any? Nothing is waited for: meanwhile, no thread can start
/// anything.
fn kills_strangers() -> bool {
    let ours = ours();
    let mut children = Vec::new();
    children_of(std::process::id(), &mut children);
    children.retain(|child| !ours.contains(child));
    for &child in &children {
        let mut all = vec![child];
        descendants(child, &mut all);
        // SAFETY: signals to processes below us, and asks about a child that no other thread waits for.
        unsafe {
            all.into_iter().for_each(|process| {
                libc::kill(process as i32, libc::SIGKILL);
            });
            libc::waitpid(child as i32, std::ptr::null_mut(), libc::WNOHANG);
        }
    }
    !children.is_empty()
}

/// In the child process: it ends with the thread that started it and waits for it, and writes no more than it may use.
fn restrict(limit: u64) -> io::Result<()> {
    let mut most = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: system calls about this process alone.
    let done = unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) == 0
            && libc::getrlimit(libc::RLIMIT_FSIZE, &mut most) == 0
            && {
                // A user who isn't root can't go beyond what the system allows.
                most.rlim_cur = limit.min(most.rlim_max);
                libc::setrlimit(libc::RLIMIT_FSIZE, &most) == 0
            }
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

struct WatchedChild<'c> {
    child: &'c mut Child,
    name: String,
    budget: &'c Budget,
}

impl WatchedChild<'_> {
    fn wait(mut self) -> Result<ExitStatus, Failed> {
        /// Between two looks at the memory that is used: little is allocated in that time.
        const LOOK: Duration = Duration::from_millis(10);
        let began = Instant::now();
        let mut looked = began;
        loop {
            if let Some(status) = self.child.try_wait().map_err(Failed::Start)? {
                return self.judge(status);
            }
            if let Some(cut) = self.budget.cut() {
                return Err(self.end(cut));
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                let limit = self.budget.memory();
                if resident(self.child.id()) > limit {
                    let program = self.name.clone();
                    return Err(self.end(Cut::Memory { program, limit }));
                }
            }
            // What is short is seen at once, and what is long costs little.
            let pause = began.elapsed() / 32;
            thread::sleep(pause.clamp(Duration::from_micros(200), LOOK));
        }
    }

    fn judge(self, status: ExitStatus) -> Result<ExitStatus, Failed> {
        match status.signal() {
            Some(libc::SIGXFSZ) => {
                Err(Failed::Cut(Cut::Output { program: self.name, limit: self.budget.memory() }))
            }
            _ => Ok(status),
        }
    }

    /// Ends it, and all that it has started.
    fn end(&mut self, cut: Cut) -> Failed {
        let mut all = vec![self.child.id()];
        descendants(self.child.id(), &mut all);
        for process in all {
            // SAFETY: sends a signal to a process below us; at worst it has just ended.
            unsafe { libc::kill(process as i32, libc::SIGKILL) };
        }
        // It was killed; there is nothing else to learn.
        let _ = self.child.wait();
        Failed::Cut(cut)
    }
}

/// The memory that a process and all that it has started use together, in bytes.
fn resident(process: u32) -> u64 {
    let mut all = vec![process];
    descendants(process, &mut all);
    all.into_iter().filter_map(resident_alone).sum()
}

/// The memory that a process uses, in bytes.
pub(crate) fn resident_alone(process: u32) -> Option<u64> {
    // SAFETY: asks for a constant.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as u64;
    let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    text.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * page)
}

fn descendants(process: u32, all: &mut Vec<u32>) {
    let mut children = Vec::new();
    children_of(process, &mut children);
    for child in children {
        all.push(child);
        descendants(child, all);
    }
}

fn children_of(process: u32, all: &mut Vec<u32>) {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return };
    for thread in threads.filter_map(Result::ok) {
        let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        all.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
    }
}

impl Failed {
    /// In words, about a program of that name.
    pub(crate) fn words(&self, program: &str) -> String {
        match self {
            Failed::Start(error) => format!("{program} can't be started: {error}"),
            Failed::Cut(cut) => cut.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Cut, Failed, end_strangers, output};
    use crate::host::budget::Budget;

    fn shell(script: &str, time: Option<Duration>, memory: u64) -> Result<String, Cut> {
        let finished =
            output(Command::new("sh").args(["-c", script]), "in", &Budget::new(time, memory));
        match finished {
            Ok(finished) => Ok(String::from_utf8(finished.stdout).unwrap()),
            Err(Failed::Cut(cut)) => Err(cut),
            Err(Failed::Start(error)) => panic!("{error}"),
        }
    }

    #[test]
    fn it_reads_and_prints() {
        assert_eq!(shell("cat; printf out", None, 1 << 30), Ok("inout".to_owned()));
    }

    #[test]
    fn strangers_end_and_what_is_ours_goes_on() {
        let mut stranger = Command::new("sh").args(["-c", "sleep 60; true"]).spawn().unwrap();
        thread::scope(|scope| {
            let ours = scope.spawn(|| shell("sleep 1; printf out", None, 1 << 30));
            end_strangers();
            // No child is left to wait for.
            assert!(stranger.try_wait().is_err());
            assert_eq!(ours.join().unwrap(), Ok("out".to_owned()));
        });
    }

    #[test]
    fn time_ends_it_and_all_that_it_started() {
        let began = Instant::now();
        let time = Duration::from_millis(200);
        // The shell waits for a child of its own.
        assert_eq!(shell("sleep 60; true", Some(time), 1 << 30), Err(Cut::Time(time)));
        assert!(began.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn memory_ends_it() {
        let cut = shell("x=0123456789abcdef; while :; do x=$x$x; done", None, 64 << 20);
        assert_eq!(cut, Err(Cut::Memory { program: "sh".to_owned(), limit: 64 << 20 }));
    }

    #[test]
    fn output_ends_it() {
        let cut = shell("exec yes", None, 8 << 20);
        assert_eq!(cut, Err(Cut::Output { program: "sh".to_owned(), limit: 8 << 20 }));
    }
}
