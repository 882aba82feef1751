//! The rooms of the larger crates: each says in its first comment which others it may use, and uses no others; and no way
//! leads from a room back to itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::{cases, root};

/// A room or a file at the top of a crate, and all that it uses there.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// So many entries are found at a glance.
const MOST_ENTRIES: usize = 12;
/// Before the list of the rooms that one may use.
const MAY_USE: &str = "//! May use: ";

pub(crate) fn cases() -> Vec<Trial> {
    let case = |name: &'static str| {
        cases::case(format!("rooms::{name}"), move || rooms_of(&root().join("crates").join(name)))
    };
    ["engine", "counterpoint"].into_iter().map(case).collect()
}

fn rooms_of(folder: &Path) -> Result<(), String> {
    let src = folder.join("src");
    let entries = fs::read_dir(&src).unwrap().count();
    if entries > MOST_ENTRIES {
        return Err(format!("{entries} entries at the top, which is more than {MOST_ENTRIES}"));
    }
    let rooms: Vec<String> = folders(&src);
    let mut allowed = Uses::new();
    for room in &rooms {
        let says =
            fs::read_to_string(src.join(room).join("mod.rs")).map_err(|it| it.to_string())?;
        let may = may_use(&says).ok_or_else(|| format!("`{room}` doesn't say what it may use"))?;
        let used = used_by(&src.join(room), room, &rooms);
        let unlisted: Vec<&String> = used.difference(&may).collect();
        let idle: Vec<&String> = may.difference(&used).collect();
        if !unlisted.is_empty() || !idle.is_empty() {
            return Err(format!("`{room}` uses {unlisted:?} unsaid, and doesn't use {idle:?}"));
        }
        allowed.insert(room.clone(), may);
    }
    match on_a_cycle(allowed) {
        cycle if cycle.is_empty() => Ok(()),
        cycle => Err(format!("rooms that use each other: {cycle:?}")),
    }
}

fn folders(src: &Path) -> Vec<String> {
    let entries = fs::read_dir(src).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.is_dir());
    folders.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

/// The rooms that a first comment lists, in backticks; it may go on in the next lines.
fn may_use(text: &str) -> Option<BTreeSet<String>> {
    let list = text.split_once(MAY_USE)?.1.split_once('.')?.0;
    Some(list.split('`').skip(1).step_by(2).map(str::to_owned).collect())
}

/// The rooms that the files of one name, tests apart.
fn used_by(folder: &Path, room: &str, rooms: &[String]) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for file in sources(folder) {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for part in code.flat_map(|line| line.split("crate::").skip(1)) {
            let name: String =
                part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            used.extend(Some(name).filter(|name| name != room && rooms.contains(name)));
        }
    }
    used
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false if path.ends_with("tests.rs") => {}
            false => found
                .extend(Some(path).filter(|path| path.extension().is_some_and(|it| it == "rs"))),
        }
    }
    found
}

/// What is left if rooms are taken away that use nothing which is left.
fn on_a_cycle(mut uses: Uses) -> BTreeSet<String> {
    loop {
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        uses.retain(|_, used| used.iter().any(|room| left.contains(room)));
        if uses.len() == left.len() {
            return left;
        }
    }
}
