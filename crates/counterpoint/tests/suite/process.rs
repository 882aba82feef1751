//! Running a command to its end, or to a deadline, and comparing what came of it.

use std::cell::Cell;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// No command of a test needs so long, however busy the machine is: it only ends what hangs.
const LIMIT: Duration = Duration::from_secs(600);

/// What a command did.
pub(crate) struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// The memory that the largest of its processes used.
    pub megabytes: u64,
}

/// Runs a command with that standard input.
pub(crate) fn run(command: &mut Command, stdin: &[u8]) -> Finished {
    run_and(command, stdin, |_| None)
}

/// Runs a command, and sends it SIGINT as soon as it is ready for that.
pub(crate) fn interrupt(command: &mut Command, ready: impl Fn() -> bool) -> Finished {
    signalled(command, libc::SIGINT, ready)
}

/// Runs a command, and sends it a signal as soon as it is ready for that.
pub(crate) fn signalled(
    command: &mut Command,
    signal: libc::c_int,
    ready: impl Fn() -> bool,
) -> Finished {
    run_and(command, b"", |child| {
        loop {
            if let Some(status) = ended(child) {
                return Some(status);
            }
            if ready() {
                send(child, signal);
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    })
}

/// Sends SIGINT to a process that wasn't waited for yet.
pub(crate) fn send_sigint(child: &Child) {
    send(child, libc::SIGINT);
}

fn send(child: &Child, signal: libc::c_int) {
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    // SAFETY: the id is still the child's own, even if it ended.
    assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
}

/// Runs a command, with something to be done meanwhile, which may see it end.
fn run_and(
    command: &mut Command,
    stdin: &[u8],
    meanwhile: impl FnOnce(&Child) -> Option<ExitStatus>,
) -> Finished {
    // Files rather than pipes: no thread has to read while the command writes.
    let folder = tempfile::tempdir().unwrap();
    let [stdin_file, stdout, stderr] = ["in", "out", "err"].map(|name| folder.path().join(name));
    fs::write(&stdin_file, stdin).unwrap();
    command.stdin(File::open(&stdin_file).unwrap());
    command.stdout(File::create(&stdout).unwrap()).stderr(File::create(&stderr).unwrap());
    let mut child =
        command.spawn().unwrap_or_else(|error| panic!("{command:?} can't be started: {error}"));
    let status = meanwhile(&child).unwrap_or_else(|| wait(&mut child));
    let stderr = String::from_utf8_lossy(&fs::read(stderr).unwrap()).into_owned();
    Finished { status, stdout: fs::read(stdout).unwrap(), stderr, megabytes: LARGEST.get() }
}

/// Waits for a process, but not for ever: at the deadline it is killed.
pub(crate) fn wait(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(status) = ended(child) {
            return status;
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            return child.wait().unwrap();
        }
        thread::sleep(Duration::from_millis(2));
    }
}

thread_local! {
    /// What the processes took that this thread has waited for.
    static PROCESSES: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// The memory that the last of them used, or the largest of those that it has waited for.
    static LARGEST: Cell<u64> = const { Cell::new(0) };
}

/// The processor's time that this thread has taken, with the processes that it has waited for.
pub(crate) fn processor_time() -> Duration {
    let mut own = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to that one struct.
    let read = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut own) };
    assert_eq!(read, 0);
    PROCESSES.get() + Duration::new(own.tv_sec as u64, own.tv_nsec as u32)
}

/// How a process ended, if it has. Not the standard library's way: that doesn't say what it took.
fn ended(child: &Child) -> Option<ExitStatus> {
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    let mut status = 0;
    // SAFETY: plain numbers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the id is the child's own, as it wasn't waited for yet; it writes to these two variables.
    let waited = unsafe { libc::wait4(pid, &raw mut status, libc::WNOHANG, &raw mut usage) };
    if waited == 0 {
        return None;
    }
    assert_eq!(waited, pid, "{}", std::io::Error::last_os_error());
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
    };
    LARGEST.set(usage.ru_maxrss as u64 >> 10);
    PROCESSES.set(PROCESSES.get() + time(usage.ru_utime) + time(usage.ru_stime));
    Some(ExitStatus::from_raw(status))
}

/// Compiles with clang, or gives its messages.
pub(crate) fn compile(clang: &str, args: &[&str], cwd: &Path) -> Result<(), String> {
    let built = run(Command::new(clang).args(["-g", "-w"]).args(args).current_dir(cwd), b"");
    match built.status.success() {
        true => Ok(()),
        false => Err(format!("{clang} {args:?}: {}", built.stderr)),
    }
}

impl Finished {
    /// The exit code, as a shell would give it.
    pub(crate) fn code(&self) -> i32 {
        let signal = || 128 + self.status.signal().unwrap_or_default();
        self.status.code().unwrap_or_else(signal)
    }

    /// Standard output as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Fails with the first difference from what the native program did.
    pub(crate) fn same_as(&self, native: &Finished) -> Result<(), String> {
        if self.stdout != native.stdout {
            let difference = first_difference(&native.text(), &self.text());
            return Err(format!("other output: {difference}\n{}", self.stderr));
        }
        if self.code() != native.code() {
            let (expected, got) = (native.code(), self.code());
            return Err(format!("exit code {got}, natively {expected}\n{}", self.stderr));
        }
        Ok(())
    }
}

fn first_difference(native: &str, ours: &str) -> String {
    let (mut native, mut ours) = (native.split('\n'), ours.split('\n'));
    for line in 1.. {
        match (native.next(), ours.next()) {
            (None, None) => break,
            (expected, got) if expected != got => {
                return format!("line {line} is {got:?}, natively {expected:?}");
            }
            _ => {}
        }
    }
    // Bytes that are no text.
    "the lines are equal, but not the bytes".to_owned()
}
