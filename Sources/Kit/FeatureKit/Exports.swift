// Authors of features import FeatureKit alone, although their code also uses rows, sources and the values of features.
@_exported public import FHFeatureValues
@_exported public import FHRows
