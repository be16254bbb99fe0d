// Authors of features import FeatureKit alone: rows, sources and the values of features are part of what they write.
@_exported public import FHFeatureValues
@_exported public import FHRows
