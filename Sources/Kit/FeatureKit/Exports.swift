// Authors of features import FeatureKit alone: rows and sources are part of what they write.
@_exported public import FHRows
