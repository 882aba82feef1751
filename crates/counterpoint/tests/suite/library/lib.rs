//! The functions as a crate of their own, for rustc to make bitcode of.
#![no_std]

pub mod functions;
