//! What a test would need and can't have here. Work goes on without it; CI tests everything, or fails.

/// Says that something isn't tested. Where `CI` is set, that is a failure.
#[track_caller]
pub(crate) fn skip(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "CI needs {what}: scripts/setup.sh installs it");
    println!("skipped: {what} is missing");
}
