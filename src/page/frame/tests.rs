//! The page as a text.
