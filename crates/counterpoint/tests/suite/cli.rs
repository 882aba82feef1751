//! The command line itself.
