"""Holds the published specification against the host."""  # noqa: N999
