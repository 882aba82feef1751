//! A store in a file, by redb.
//!
//! The file is open only as long as a reading or writing takes, so that two runs hardly ever wait for each other. What redb makes
//! of a damaged file, a panic among it, is an error here; such a file is set aside, and the next writing begins a new one.

use std::cell::Cell;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{self, Path, PathBuf};
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use redb::{
    Database, DatabaseError, ReadOnlyDatabase, ReadableDatabase as _, ReadableTable as _, Table,
    TableDefinition, TableError,
};

use crate::record;
use crate::{Key, Listed, Record, Store, Trouble};

/// Records, as `record.rs` has them.
const RECORDS: TableDefinition<'_, Key, &[u8]> = TableDefinition::new("records");
/// When each was used last, in seconds since 1970, and its size.
const USED: TableDefinition<'_, Key, (u64, u64)> = TableDefinition::new("used");

/// The name of the file, in the store's folder.
const FILE: &str = "store.redb";
const ASIDE: &str = "store.redb.broken";

/// A writing takes less.
const PATIENCE: Duration = Duration::from_secs(3);
/// What was used so recently isn't written down again, in seconds.
const RECENTLY: u64 = 3600;
/// No more of the file is in memory at once.
const CACHE: usize = 32 << 20;

/// A store in a folder.
pub struct Disk {
    folder: PathBuf,
    /// How many bytes all records may have.
    limit: u64,
}

/// What happens to a file.
type Done<T> = Result<T, redb::Error>;

impl Disk {
    /// The store in a folder, which may not be there yet, of that many bytes at most.
    pub fn new(folder: &Path, limit: u64) -> Disk {
        // The current folder may be another one where something is read or written.
        let folder = path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        Disk { folder, limit }
    }

    fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// Does something with it, unless it isn't there.
    fn reading<T: Default>(
        &self,
        work: impl Fn(&ReadOnlyDatabase) -> Done<T>,
    ) -> Result<T, Trouble> {
        if !self.file().exists() {
            return Ok(T::default());
        }
        let open = || ReadOnlyDatabase::open(self.file());
        match self.patiently(|| work(&open()?)) {
            // A process was killed while it wrote.
            Err(Problem::Redb(redb::Error::RepairAborted)) => {
                self.patiently(|| self.database().map(drop).map_err(Into::into))
                    .map_err(|problem| self.trouble(problem))?;
                self.patiently(|| work(&open()?)).map_err(|problem| self.trouble(problem))
            }
            other => other.map_err(|problem| self.trouble(problem)),
        }
    }

    fn writing<T>(&self, work: impl Fn(&Database) -> Done<T>) -> Result<T, Trouble> {
        fs::create_dir_all(&self.folder)
            .map_err(|error| Trouble::Refused(format!("{}: {error}", self.folder.display())))?;
        self.patiently(|| work(&self.database()?)).map_err(|problem| self.trouble(problem))
    }

    fn database(&self) -> Result<Database, DatabaseError> {
        Database::builder().set_cache_size(CACHE).create(self.file())
    }

    /// Tries again while another process has it.
    fn patiently<T>(&self, work: impl Fn() -> Done<T>) -> Result<T, Problem> {
        let begin = Instant::now();
        loop {
            match quietly(&work) {
                Ok(Err(redb::Error::DatabaseAlreadyOpen)) if begin.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(5));
                }
                Ok(done) => return done.map_err(Problem::Redb),
                Err(panic) => return Err(Problem::Panic(panic)),
            }
        }
    }

    fn trouble(&self, problem: Problem) -> Trouble {
        let why = match problem {
            Problem::Redb(redb::Error::DatabaseAlreadyOpen) => return Trouble::Busy,
            Problem::Redb(redb::Error::Io(error)) if !is_about_contents(&error) => {
                return Trouble::Refused(format!("{}: {error}", self.file().display()));
            }
            Problem::Redb(other) => other.to_string(),
            Problem::Panic(why) => why,
        };
        let aside = self.folder.join(ASIDE);
        let moved = fs::rename(self.file(), &aside).is_ok();
        Trouble::Broken { why, aside: moved.then(|| aside.display().to_string()) }
    }
}

impl Store for Disk {
    fn get(&self, keys: &[Key]) -> Result<Vec<Option<Vec<u8>>>, Trouble> {
        let found = self.reading(|database| {
            let read = database.begin_read()?;
            let Some(table) = present(read.open_table(RECORDS))? else { return Ok(Vec::new()) };
            let one = |key: &Key| -> Done<Option<Vec<u8>>> {
                let sealed = table.get(key)?;
                Ok(sealed.and_then(|it| record::opened(key, it.value()).map(<[u8]>::to_vec)))
            };
            keys.iter().map(one).collect()
        })?;
        Ok(if found.is_empty() { vec![None; keys.len()] } else { found })
    }

    fn put(&self, records: &[Record], used: &[Key]) -> Result<(), Trouble> {
        let now = now();
        if records.is_empty() && !self.is_worth_noting(used, now)? {
            return Ok(());
        }
        self.writing(|database| {
            let write = database.begin_write()?;
            {
                let mut table = write.open_table(RECORDS)?;
                let mut times = write.open_table(USED)?;
                for Record { key, label, bytes } in records {
                    let sealed = record::sealed(key, label, bytes);
                    table.insert(key, &*sealed)?;
                    times.insert(key, (now, sealed.len() as u64))?;
                }
                for key in used {
                    let size = times.get(key)?.map(|it| it.value().1);
                    if let Some(size) = size {
                        times.insert(key, (now, size))?;
                    }
                }
                make_room(&mut table, &mut times, self.limit)?;
            }
            Ok(write.commit()?)
        })
    }

    fn list(&self) -> Result<Vec<Listed>, Trouble> {
        self.reading(|database| {
            let read = database.begin_read()?;
            let Some(table) = present(read.open_table(RECORDS))? else { return Ok(Vec::new()) };
            let times = present(read.open_table(USED))?;
            let mut all = Vec::new();
            for entry in table.iter()? {
                let (key, sealed) = entry?;
                let (key, label) = (key.value(), record::label(sealed.value()));
                let used = times.as_ref().map(|it| it.get(&key)).transpose()?.flatten();
                let used = used.map_or(0, |it| it.value().0);
                all.push(Listed { key, label, size: sealed.value().len() as u64, used });
            }
            all.sort_by(|a, b| (a.used, &a.label).cmp(&(b.used, &b.label)));
            Ok(all)
        })
    }

    fn verify(&self) -> Result<(usize, usize), Trouble> {
        if !self.file().exists() {
            return Ok((0, 0));
        }
        let is_sound = self.patiently(|| Ok(self.database()?.check_integrity()?));
        is_sound.map_err(|problem| self.trouble(problem))?;
        self.writing(|database| {
            let write = database.begin_write()?;
            let counts = {
                let mut table = write.open_table(RECORDS)?;
                let mut times = write.open_table(USED)?;
                let (mut all, mut bad) = (0, Vec::new());
                for entry in table.iter()? {
                    let (key, sealed) = entry?;
                    all += 1;
                    if record::opened(&key.value(), sealed.value()).is_none() {
                        bad.push(key.value());
                    }
                }
                for key in &bad {
                    table.remove(key)?;
                    times.remove(key)?;
                }
                (all, bad.len())
            };
            write.commit()?;
            Ok(counts)
        })
    }

    fn shrink(&self, bytes: u64) -> Result<usize, Trouble> {
        if !self.file().exists() {
            return Ok(0);
        }
        let gone = self.writing(|database| {
            let write = database.begin_write()?;
            let gone = {
                let mut table = write.open_table(RECORDS)?;
                let mut times = write.open_table(USED)?;
                make_room(&mut table, &mut times, bytes)?
            };
            write.commit()?;
            Ok(gone)
        })?;
        let compact = self.patiently(|| Ok(self.database()?.compact()?));
        compact.map_err(|problem| self.trouble(problem))?;
        Ok(gone)
    }
}

impl Disk {
    /// Is there any whose last use is long ago?
    fn is_worth_noting(&self, used: &[Key], now: u64) -> Result<bool, Trouble> {
        self.reading(|database| {
            let read = database.begin_read()?;
            let Some(times) = present(read.open_table(USED))? else { return Ok(false) };
            for key in used {
                let time = times.get(key)?.map(|it| it.value().0);
                if time.is_some_and(|time| time.saturating_add(RECENTLY) < now) {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }
}

/// Takes out what was not used for longest, until the rest is no larger than that.
fn make_room(
    table: &mut Table<'_, Key, &'static [u8]>,
    times: &mut Table<'_, Key, (u64, u64)>,
    limit: u64,
) -> Done<usize> {
    let mut all = Vec::new();
    for entry in times.iter()? {
        let (key, value) = entry?;
        let (used, size) = value.value();
        all.push((used, key.value(), size));
    }
    all.sort_unstable();
    let mut total: u64 = all.iter().fold(0, |sum, it| sum.saturating_add(it.2));
    let mut gone = 0;
    for (_, key, size) in all {
        if total <= limit {
            break;
        }
        table.remove(&key)?;
        times.remove(&key)?;
        total = total.saturating_sub(size);
        gone += 1;
    }
    Ok(gone)
}

/// A table that was never written isn't there.
fn present<T>(opened: Result<T, TableError>) -> Done<Option<T>> {
    match opened {
        Ok(table) => Ok(Some(table)),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(other) => Err(other.into()),
    }
}

/// What went wrong.
enum Problem {
    Redb(redb::Error),
    Panic(String),
}

/// Is the file to blame, and not the disk?
fn is_about_contents(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}

fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
}

thread_local! {
    /// Is this thread at something that may panic?
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does something that may panic, without a word. What panics in other threads meanwhile is told as ever.
fn quietly<T>(work: impl Fn() -> T) -> Result<T, String> {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                hook(panic);
            }
        }));
    });
    QUIET.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(&work));
    QUIET.set(false);
    done.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned())).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests;
