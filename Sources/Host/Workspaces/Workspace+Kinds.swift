import FHDeclarations
import FHFlowFeature
import FHFormFeature
import FHListFeature
import FHSearchFeature
import FHTextFeature
import FHViewFeature

extension Workspace {
    /// The kinds of features that a workspace can declare.
    ///
    /// A new kind is added here.
    package static let kinds = DeclaredKinds([
        ListDeclaration.self,
        FormDeclaration.self,
        SearchDeclaration.self,
        FlowDeclaration.self,
        TextDeclaration.self,
        ViewDeclaration.self,
    ])
}
