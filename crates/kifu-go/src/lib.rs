//! The game of Go: boards, rules, captures, ko, scoring, symmetries.
