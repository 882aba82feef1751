//! What runs the tests, compiled when Counterpoint was built: it takes as long as all else that is compiled for a small program.

use std::path::Path;

use super::sanitizer_report::name;

/// The object.
pub(crate) const OBJECT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/counterpoint_tests.o"));

/// What matters of the flags that it was compiled with.
pub(crate) const FLAGS: [&str; 2] = ["-O0", "-std=gnu11"];

/// Would it be as good, compiled with these flags of a program? What they say about names, warnings and libraries is nothing
/// to it; what they say about the machine and the layout of data is.
pub(crate) fn suits(cflags: &[String]) -> bool {
    const NOTHING: [&str; 11] =
        ["-D", "-I", "-L", "-O", "-U", "-W", "-fno-sanitize=", "-g", "-i", "-l", "-std="];
    let is_nothing = |flag: &String| NOTHING.iter().any(|start| flag.starts_with(start));
    // Other words belong to the flag before them.
    cflags.iter().all(|flag| !flag.starts_with('-') || is_nothing(flag))
}

/// Is that its file, wherever it was compiled?
pub(crate) fn is_its_file(file: &Path) -> bool {
    name(file) == "counterpoint_tests.c"
}

#[cfg(test)]
mod tests {
    use super::suits;

    #[test]
    fn another_machine_needs_another_one() {
        let suits = |flags: &str| suits(&flags.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(suits("-Ia -I b -DX=1 -include c.h -std=c89 -Wall -O2 -g -lpthread"));
        assert!(!suits("-I a -m32"));
        assert!(!suits("-fpack-struct"));
        assert!(!suits("--target=aarch64-linux-gnu"));
    }
}
