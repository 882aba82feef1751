//! The inputs of bugs as C: what is to be built and run to see each bug natively, in as few files as it takes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::evidence::Evidence;
use super::known::KnownTrials;
use super::trial::Attempt;
use super::verdict::Expected;
use super::workshop::{Workshop, line_marker};
use crate::error::{ExitCode, Failure};
use crate::frontend::place;
use crate::suite::{SuiteFolder, TestCase, TestEnding, TestFile};

/// Inputs of bugs, which are to be tried.
pub(crate) struct BugInputs<'x, 'c> {
    pub folder: &'x SuiteFolder<'x>,
    pub workshop: &'x Workshop<'x>,
    pub known: &'x KnownTrials<'x>,
    pub bugs: &'x [Vec<TestCase<'c>>],
    /// Those that the compiler refuses.
    pub without: &'x BTreeMap<String, String>,
}

/// What was written.
pub(crate) struct WrittenAttempts {
    /// For each bug.
    pub attempts: Vec<Vec<Attempt>>,
    /// By the files of the program, those that have tests and first inputs together.
    pub together: BTreeMap<usize, PathBuf>,
}

impl<'c> BugInputs<'_, 'c> {
    /// Writes all of them: for each batch of bugs and each file of the program a file with the first inputs of each bug, and
    /// one with the others. The first inputs of the first batch are behind the tests, too, if one of the files `beside` has any
    /// about that file of the program.
    pub(crate) fn write(
        &self,
        beside: &[TestFile],
        tests: &[TestCase<'c>],
    ) -> Result<WrittenAttempts, Failure> {
        let mut written: BTreeMap<(PathBuf, usize), Vec<TestCase<'c>>> = BTreeMap::new();
        let mut attempts: Vec<Vec<Attempt>> = Vec::new();
        for (index, bug) in self.bugs.iter().enumerate() {
            let of_bug = bug.iter().enumerate().filter_map(|(number, case)| {
                let attempt = self.attempt(case, batch_of(index), number)?;
                let cases = written.entry((attempt.source.clone(), attempt.about)).or_default();
                if !self.without.contains_key(&attempt.name) {
                    cases.push(TestCase { name: attempt.name.clone(), ..case.clone() });
                }
                Some(attempt)
            });
            attempts.push(of_bug.collect());
        }
        for ((source, about), cases) in &written {
            write(source, &self.text(*about, cases))?;
        }
        let mut together = BTreeMap::new();
        for file in beside {
            let first = self.source(0, 0, file.about);
            let Some(cases) = written.get(&(first.clone(), file.about)) else { continue };
            let both = self.write_both(file, tests, &first, cases)?;
            let with_them = attempts.iter_mut().flatten().filter(|it| it.source == first);
            with_them.for_each(|attempt| attempt.source.clone_from(&both));
            together.insert(file.about, both);
        }
        Ok(WrittenAttempts { attempts, together })
    }

    /// Writes the inputs of a file behind tests. Both are called as they are where they are alone: what is said about them
    /// names them.
    fn write_both(
        &self,
        file: &TestFile,
        tests: &[TestCase<'c>],
        alone: &Path,
        inputs: &[TestCase<'c>],
    ) -> Result<PathBuf, Failure> {
        let own = tests.iter().filter(|case| case.explored.file == file.about);
        let head = self.text(file.about, &[]);
        let inputs = self.text(file.about, inputs).split_off(head.len());
        let text = self.folder.text("Tests, and inputs that should show bugs.", file.about, own)
            + &line_marker(head.lines().count() + 1, alone, true)
            + &inputs;
        let path = self.workshop.scratch().join("both").join(format!("{}.c", file.name));
        write(&path, &text)?;
        Ok(path)
    }

    fn text(&self, about: usize, cases: &[TestCase<'c>]) -> String {
        self.folder.text("Inputs that should show bugs.", about, cases)
    }

    fn source(&self, batch: usize, number: usize, about: usize) -> PathBuf {
        let kind = if number == 0 { "first" } else { "others" };
        self.workshop.scratch().join(format!("{kind}_{batch}_{about}.c"))
    }

    fn attempt(&self, case: &TestCase<'_>, batch: usize, number: usize) -> Option<Attempt> {
        let TestEnding::Bug(bug) = case.ending else { return None };
        Some(Attempt {
            name: format!("{}_attempt_{number}", case.name),
            source: self.source(batch, number, case.explored.file),
            batch,
            about: case.explored.file,
            sanitizers: Evidence::of(bug.kind).sanitizers.to_vec(),
            expected: Expected {
                kind: bug.kind,
                at: place::file_and_line(self.folder.program, bug),
            },
        })
    }
}

/// Which batch a bug is in. The first ones are small, so that something is known soon; each is as large as all before it, so
/// that there are few.
fn batch_of(number: usize) -> usize {
    const FIRST: usize = 8;
    (number / FIRST).checked_ilog2().map_or(0, |log| log as usize + 1)
}

/// Writes a file that is needed only now.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| Failure::new(ExitCode::Io, format!("temporary file: {error}")))
}

#[cfg(test)]
mod tests {
    use super::batch_of;

    #[test]
    fn batches_grow() {
        assert_eq!([0, 7, 8, 15, 16, 31, 32, 63].map(batch_of), [0, 0, 1, 1, 2, 2, 3, 3]);
    }
}
