"""A front end for any feature, in a terminal."""
