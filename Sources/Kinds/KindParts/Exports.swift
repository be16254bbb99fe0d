// A column has a format, so users of this module also need the formats.
@_exported public import FHFormats
