"""A client for any feature, in a terminal."""
