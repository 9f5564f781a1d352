//! Test support for the Kifu workspace: the suite, the corpus, generators.
