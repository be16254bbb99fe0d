import DataSources
import FeatureKit
import JSON
import ListFeature
import OrderedCollections

/// A workspace file: sources and features declared without code.
public struct Workspace: Sendable {
    /// Its features, in their order.
    public let features: [FeatureRegistration]

    /// Reads a workspace.
    ///
    /// - Parameters:
    ///   - bytes: the file's content, JSON.
    ///   - folder: where relative paths in it begin; empty for the working folder.
    ///   - seed: where the ids of new rows begin.
    /// - Throws: ``WorkspaceError`` with every mistake that was found.
    public init(_ bytes: [UInt8], folder: String, seed: UInt64) throws(WorkspaceError) {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw WorkspaceError([
                WorkspaceMistake(
                    pointer: "", line: error.line, message: "the file is not JSON: \(error.message)")
            ])
        }
        let mistakes = MistakeList(text: bytes)
        let root = WorkspaceNode(document, pointer: JSONPointer([]), mistakes: mistakes)
        var sources: OrderedDictionary<String, any DataSource> = [:]
        var features: [FeatureRegistration] = []
        root.expect(keys: ["$schema", "sources", "features"])
        for (name, node) in root.objects("sources") {
            sources[name] = SourceDeclaration.source(node, folder: folder)
        }
        let declared = Set(root.objects("sources").map(\.0))
        // One for all: what two features do to one source must not look like one operation.
        let ids = IDGenerator(seed: seed)
        for (name, node) in root.objects("features") {
            if let feature = FeatureDeclaration.feature(
                name, node, sources: sources, declared: declared, ids: ids)
            {
                features.append(feature)
            }
        }
        let found = mistakes.all
        guard found.isEmpty else { throw WorkspaceError(found) }
        self.features = features
    }
}

/// All that is wrong with a workspace.
public struct WorkspaceError: Error, Sendable, Equatable {
    /// The mistakes, in the order in which they stand in the file; at least one.
    public let mistakes: [WorkspaceMistake]

    init(_ mistakes: [WorkspaceMistake]) {
        self.mistakes = mistakes.sorted { $0.line < $1.line }
    }
}

/// One thing that is wrong with a workspace.
public struct WorkspaceMistake: Sendable, Equatable {
    /// Where it is, as a JSON Pointer.
    public let pointer: String
    /// The line that it is on, from 1.
    public let line: Int
    /// What is wrong and what would be right.
    public let message: String
}
