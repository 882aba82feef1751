//! Every program under `cases/` verifies, prints and parses back, and becomes what its file says
//! after the passes. `BLESS=1` rewrites the expectations.

use std::fs;
use std::path::{Path, PathBuf};

const AFTER: &str = "; ---- after the passes ----\n";

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the cases").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "cases are missing");
    let failures: Vec<String> = files.iter().filter_map(|file| check(file).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(file: &Path) -> Result<(), String> {
    let name = file.file_name().unwrap().to_string_lossy();
    let text = fs::read_to_string(file).unwrap();
    let (before, expected) = text.split_once(AFTER).unwrap_or((&text, ""));
    let mut program = ir::parse(before).map_err(|error| format!("{name}:{error}"))?;
    ir::verify(&program).map_err(|error| format!("{name}: {error}"))?;
    round_trip(&program).map_err(|error| format!("{name}: before the passes: {error}"))?;
    ir::passes::run(&mut program);
    ir::verify(&program)
        .map_err(|error| format!("{name}: after the passes: {error}\n{program}"))?;
    round_trip(&program).map_err(|error| format!("{name}: after the passes: {error}"))?;
    let after = program.to_string();
    if std::env::var_os("BLESS").is_some() {
        fs::write(file, format!("{before}{AFTER}{after}")).unwrap();
    } else if after != expected {
        return Err(format!("{name} differs (BLESS=1 accepts this):\n{after}"));
    }
    Ok(())
}

fn round_trip(program: &ir::Program) -> Result<(), String> {
    let text = program.to_string();
    let again = ir::parse(&text).map_err(|error| format!("{error}\n{text}"))?;
    if &again == program { Ok(()) } else { Err(format!("parsed differently:\n{text}\n{again}")) }
}
