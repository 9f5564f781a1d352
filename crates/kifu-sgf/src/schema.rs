//! Every property of every game, as the standard lists them.
