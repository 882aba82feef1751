//! What a store does with damage, crowds and want of room.

use std::fs;

use super::{Disk, FILE};
use crate::{Key, Record, Store as _, Trouble};

fn key(number: u8) -> Key {
    [number; 32]
}

fn record(number: u8, size: usize) -> Record {
    let bytes = (0..size).map(|index| (index as u8).wrapping_mul(number)).collect();
    Record { key: key(number), label: format!("record {number}"), bytes }
}

#[test]
fn what_was_put_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::new(folder.path(), 1 << 20);
    assert_eq!(disk.get(&[key(1)]), Ok(vec![None]));
    disk.put(&[record(1, 10), record(2, 20_000)], &[]).unwrap();
    let found = disk.get(&[key(2), key(3), key(1)]).unwrap();
    assert_eq!(found, [Some(record(2, 20_000).bytes), None, Some(record(1, 10).bytes)]);
    let labels: Vec<_> = disk.list().unwrap().into_iter().map(|it| it.label).collect();
    assert_eq!(labels, ["record 1", "record 2"]);
    assert_eq!(disk.verify(), Ok((2, 0)));
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::new(folder.path(), 5_000);
    for number in 1..=9 {
        disk.put(&[record(number, 1_000)], &[]).unwrap();
    }
    let all = disk.list().unwrap();
    assert!(all.iter().map(|it| it.size).sum::<u64>() <= 5_000, "{all:?}");
    assert!(!all.is_empty());
    assert_eq!(disk.shrink(0), Ok(all.len()));
    assert_eq!(disk.list(), Ok(Vec::new()));
}

#[test]
fn a_file_that_is_no_store_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(FILE), "something else entirely, and long enough".repeat(500))
        .unwrap();
    let disk = Disk::new(folder.path(), 1 << 20);
    let said = disk.get(&[key(1)]);
    assert!(matches!(said, Err(Trouble::Broken { aside: Some(_), .. })), "{said:?}");
    disk.put(&[record(1, 10)], &[]).unwrap();
    assert_eq!(disk.get(&[key(1)]), Ok(vec![Some(record(1, 10).bytes)]));
}

/// Flipped bits and cut files: never a panic, never other bytes than were put.
#[test]
fn a_damaged_store_gives_nothing_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::new(folder.path(), 1 << 20);
    let records: Vec<Record> =
        (1..=40).map(|number| record(number, 37 * usize::from(number))).collect();
    disk.put(&records, &[]).unwrap();
    let sound = fs::read(folder.path().join(FILE)).unwrap();
    let keys: Vec<Key> = (1..=40).map(key).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let rounds = std::env::var("COUNTERPOINT_MUTATIONS").map_or(150, |it| it.parse().unwrap());
    // Most of a fresh file is empty.
    let written: Vec<usize> = (0..sound.len()).filter(|&at| sound[at] != 0).collect();
    for round in 0..rounds {
        let mut bytes = sound.clone();
        for _ in 0..=next(4) {
            let at = if round % 2 == 0 { written[next(written.len())] } else { next(sound.len()) };
            bytes[at] ^= 1 << next(8);
        }
        if round % 5 == 0 {
            bytes.truncate(next(sound.len()));
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), &bytes).unwrap();
        let disk = Disk::new(folder.path(), 1 << 20);
        for (found, record) in disk.get(&keys).into_iter().flatten().zip(&records) {
            assert!(found.is_none_or(|bytes| bytes == record.bytes), "round {round}");
        }
        let _ = disk.put(&[record(77, 100)], &keys);
        let _ = disk.list();
        let _ = disk.verify();
    }
}

#[test]
fn many_at_once_keep_what_they_put() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for number in 1..=8 {
            let path = folder.path();
            scope.spawn(move || {
                let disk = Disk::new(path, 1 << 20);
                disk.put(&[record(number, 500)], &[]).unwrap();
                assert_eq!(disk.get(&[key(number)]), Ok(vec![Some(record(number, 500).bytes)]));
            });
        }
    });
    assert_eq!(Disk::new(folder.path(), 1 << 20).list().unwrap().len(), 8);
}
