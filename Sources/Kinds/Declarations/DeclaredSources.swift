import FHJSON

/// The declarations of a workspace's sources.
package struct DeclaredSources {
    package let nodes: [(String, WorkspaceNode)]
    /// Returns a description of a source whose rows can't contain arrays or objects; nil for any other source.
    package let flatRows: (JSONValue) -> String?

    package init(_ nodes: [(String, WorkspaceNode)], flatRows: @escaping (JSONValue) -> String?) {
        self.nodes = nodes
        self.flatRows = flatRows
    }
}
