//! Every file under `link/` holds programs, each after `;; file NAME` or `;; library`, and what they
//! link to after `;; result`: a program or an error. The one root is called `root`. `BLESS=1` rewrites the results.

use std::fs;
use std::path::{Path, PathBuf};

const RESULT: &str = ";; result\n";

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/link");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the cases").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8, "cases are missing");
    let failures: Vec<String> = files.iter().filter_map(|file| check(file).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(file: &Path) -> Result<(), String> {
    let name = file.file_name().unwrap().to_string_lossy();
    let text = fs::read_to_string(file).unwrap();
    let (inputs, expected) = text.split_once(RESULT).unwrap_or((&text, ""));
    let (mut programs, mut library) = (vec![], None);
    for section in inputs.split(";; ").skip(1) {
        let (heading, text) = section.split_once('\n').expect("a heading");
        let program = ir::parse(text).map_err(|error| format!("{name}: {heading}:{error}"))?;
        ir::verify(&program).map_err(|error| format!("{name}: {heading}: {error}"))?;
        match heading.strip_prefix("file ") {
            Some(file) => programs.push((file.to_string(), program)),
            None => library = Some(program),
        }
    }
    let result = match ir::link(programs, library, &["root"]) {
        Ok(program) => {
            ir::verify(&program).map_err(|error| format!("{name}: {error}\n{program}"))?;
            program.to_string()
        }
        Err(error) => format!("error: {error}\n"),
    };
    if std::env::var_os("BLESS").is_some() {
        fs::write(file, format!("{inputs}{RESULT}{result}")).unwrap();
    } else if result != expected {
        return Err(format!("{name} differs (BLESS=1 accepts this):\n{result}"));
    }
    Ok(())
}
