import FHJSON

/// The declarations of a workspace's sources.
package struct DeclaredSources {
    package let nodes: [(String, WorkspaceNode)]
    /// A description of a source if its rows can't hold arrays and objects; nil otherwise.
    package let flatRows: (JSONValue) -> String?

    package init(_ nodes: [(String, WorkspaceNode)], flatRows: @escaping (JSONValue) -> String?) {
        self.nodes = nodes
        self.flatRows = flatRows
    }
}
