// Users of this module also need the types of rows.
@_exported public import FHRows
