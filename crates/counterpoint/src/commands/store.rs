//! `counterpoint store`: what the store has, and what may go.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;
use store::{Disk, Key, Listed, Record, Store as _, Trouble};

use crate::error::{ExitCode, Failure};
use crate::options::exploration::size;
use crate::options::store::{FOLDER, folder};
use crate::terminal::print;

/// What `store` is given.
#[derive(Args)]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    action: Action,

    /// The store's folder. Without it, that is what COUNTERPOINT_STORE says, or `.counterpoint` here
    #[arg(long, value_name = "DIR", global = true)]
    store: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Action {
    /// How many records there are, and what they take
    Stats,
    /// Every record, those that were used last at the end
    List,
    /// Take out what was not used for longest, until the rest is no larger than the limit
    Gc {
        /// How large the store may be then: 100M, 2G
        #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size)]
        limit: u64,
    },
    /// Read everything, and take out what is damaged. Exit code: 1 if anything was
    Verify,
    /// Write all records to a file
    Export { file: PathBuf },
    /// Add the records of a file that was exported. They are believed: import from whom you would run a program of
    Import { file: PathBuf },
}

/// A record, as it is listed.
#[derive(Serialize)]
struct ListedRecord {
    key: String,
    label: String,
    bytes: u64,
    /// Seconds since 1970.
    used: u64,
}

/// What an action came to.
#[derive(Serialize, Default)]
struct Said {
    folder: String,
    records: usize,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<ListedRecord>>,
}

/// Larger than any store that is kept by default.
const LARGEST: u64 = 1 << 40;

/// Does what is asked, and says what there is then.
pub(crate) fn store(command: &StoreCommand) -> Result<i32, Failure> {
    let folder = folder(command.store.as_deref(), None).unwrap_or_else(|| PathBuf::from(FOLDER));
    let disk = Disk::new(&folder, LARGEST);
    let failed = |trouble: Trouble| {
        Failure::new(ExitCode::Io, format!("the store in {}: {trouble}", folder.display()))
    };
    let mut removed = None;
    match &command.action {
        Action::Stats | Action::List => {}
        Action::Gc { limit } => removed = Some(disk.shrink(*limit).map_err(failed)?),
        Action::Verify => removed = Some(disk.verify().map_err(failed)?.1),
        Action::Export { file } => export(&disk, file, failed)?,
        Action::Import { file } => disk.put(&imported(file)?, &[]).map_err(failed)?,
    }
    let all = disk.list().map_err(failed)?;
    let said = Said {
        folder: folder.display().to_string(),
        records: all.len(),
        bytes: all.iter().map(|record| record.size).sum(),
        removed,
        list: matches!(command.action, Action::List).then(|| all.iter().map(listed).collect()),
    };
    match command.json {
        true => print::json(&serde_json::to_string_pretty(&said).expect("numbers and text"))?,
        false => print::text(&said.words())?,
    }
    let is_damaged = matches!(command.action, Action::Verify) && removed.unwrap_or(0) > 0;
    Ok(i32::from(is_damaged))
}

/// What is in a file of records.
type Exported = Vec<(Key, String, Vec<u8>)>;

fn export(disk: &Disk, file: &PathBuf, failed: impl Fn(Trouble) -> Failure) -> Result<(), Failure> {
    let all = disk.list().map_err(&failed)?;
    let keys: Vec<Key> = all.iter().map(|record| record.key).collect();
    let found = disk.get(&keys).map_err(&failed)?;
    let sound = all.into_iter().zip(found);
    let records: Exported =
        sound.filter_map(|(record, bytes)| Some((record.key, record.label, bytes?))).collect();
    let bytes = postcard::to_allocvec(&records).expect("keys, text and bytes");
    fs::write(file, bytes)
        .map_err(|error| Failure::new(ExitCode::Io, format!("{}: {error}", file.display())))
}

fn imported(file: &PathBuf) -> Result<Vec<Record>, Failure> {
    let bad = |why: String| Failure::new(ExitCode::NoInput, format!("{}: {why}", file.display()));
    let bytes = fs::read(file).map_err(|error| bad(error.to_string()))?;
    let records: Exported =
        postcard::from_bytes(&bytes).map_err(|_| bad("it is no exported store".to_owned()))?;
    Ok(records.into_iter().map(|(key, label, bytes)| Record { key, label, bytes }).collect())
}

fn listed(record: &Listed) -> ListedRecord {
    let key = record.key.iter().map(|byte| format!("{byte:02x}")).collect();
    ListedRecord { key, label: record.label.clone(), bytes: record.size, used: record.used }
}

impl Said {
    fn words(&self) -> String {
        let mut text = String::new();
        for record in self.list.iter().flatten() {
            let key = record.key.get(..12).unwrap_or_default();
            text.push_str(&format!("{key} {:>9} bytes  {}\n", record.bytes, record.label));
        }
        let Said { folder, records, bytes, removed, .. } = self;
        let removed = removed.map(|count| format!(", {count} removed")).unwrap_or_default();
        text + &format!("{records} records in {folder}, {bytes} bytes{removed}\n")
    }
}
