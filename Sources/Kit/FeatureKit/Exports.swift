// Authors of features import only FeatureKit, although their code also uses the types of these modules.
@_exported public import FHFeatureValues
@_exported public import FHRows
