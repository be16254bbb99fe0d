// Most values of features are about rows.
@_exported public import FHRows
