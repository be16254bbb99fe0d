import FHDataSources
import FHHosting
import FHJSON
import FHKindParts
public import FHRemoteSources
public import FeatureKit
import OrderedCollections

/// A workspace file: sources and features declared without code.
///
/// ```swift
/// let workspace = try Workspace(bytes, folder: "/home/ada/tasks", seed: 1)
/// for warning in workspace.warnings { print("\(warning.line): \(warning.message)") }
/// ```
public struct Workspace: Sendable {
    /// The features, in declaration order.
    public let features: [FeatureRegistration]
    /// The sources for which clients answer, in declaration order.
    public let clientSources: [RemoteSource]
    /// The plugins, in declaration order.
    public let plugins: [PluginDeclaration]
    /// The programs that the workspace runs on demand, in declaration order.
    public let programs: [WorkspaceProgram]
    /// The warnings, such as unused declarations, in the order of the file.
    public let warnings: [WorkspaceMistake]

    /// Reads a workspace.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file, JSON.
    ///   - folder: the folder to which relative paths are relative; empty for the working folder.
    ///   - seed: the seed of the ids of new rows.
    ///   - store: the location of the tables.
    ///   - installed: the plugins that the workspace can name.
    /// - Throws: ``WorkspaceError`` with every error in the workspace and in the manifests that it names.
    public init(
        _ bytes: [UInt8], folder: String, seed: UInt64, store: StorePlace = StorePlace(),
        installed: PluginFolder = PluginFolder(nil)
    ) throws(WorkspaceError) {
        try self.init(bytes, folder: folder, seed: seed, store: store, installed: installed, tape: nil)
    }

    /// Reads a workspace whose sources are recorded or replayed, or whose programs must not be run.
    package init(
        _ bytes: [UInt8], folder: String, seed: UInt64, store: StorePlace, installed: PluginFolder,
        runsPrograms: Bool = true, tape: (any Tape)?
    ) throws(WorkspaceError) {
        let mistakes = MistakeList(text: bytes)
        guard let document = mistakes.document() else { throw WorkspaceError(mistakes.all) }
        let root = WorkspaceNode(document, pointer: JSONPointer([]), mistakes: mistakes)
        root.expect(keys: ["$schema", "sources", "features", "plugins"])
        var sources: OrderedDictionary<String, any DataSource> = [:]
        var clientSources: [RemoteSource] = []
        var programs: [WorkspaceProgram] = []
        var plugins = PluginReader(root, folder: folder, store: store, installed: installed)
        for (name, node) in root.objects("sources") {
            var source = SourceDeclaration.source(node, named: name, folder: folder)
            if let remote = source as? RemoteSource, !plugins.take(remote, node) { clientSources.append(remote) }
            programs += WorkspaceProgram.all(of: node, named: name)
            let runsProgram = ["command", "plugin"].contains(node.value["type"]?.stringValue)
            if !runsPrograms, runsProgram { source = source.map(UntrustedSource.init) }
            // All features share one instance, so that an edit through one feature updates the queries of the others.
            let queried = source.map { QueryingSource($0) }
            // The tape records requests to clients and plugins as individual messages.
            let isTaped = tape != nil && !(source is RemoteSource)
            let reachesOut = source is FileSource || source is CommandSource
            sources[name] = isTaped ? queried.map { tape?.source(name, $0, reachesOut: reachesOut) ?? $0 } : queried
        }
        TableNames.reportMistakes(among: root.objects("sources"), folder: folder, store: store)
        let keepsDrafts = root.objects("features").contains { $1.value["draft"]?.boolValue == true }
        let drafts = keepsDrafts ? QueryingSource(plugins.draftSource()) : nil
        let declared = WorkspaceContext(
            sources: sources, drafts: drafts, sourceNames: OrderedSet(root.objects("sources").map(\.0)),
            sourceTypes: Dictionary(
                root.objects("sources").map { ($0, $1.value["type"]?.stringValue ?? "") },
                uniquingKeysWith: { first, _ in first }),
            featureNames: OrderedSet(root.objects("features").map(\.0)),
            updatingForms: WritingForms.updating(among: root.objects("features").map { ($0, $1.value) }),
            ids: IDGenerator(seed: seed))
        let features = root.objects("features").compactMap { FeatureDeclaration.feature($0, $1, declared) }
        declared.directory.fill(features)
        let all = root.objects("features")
        for kind in WorkspaceKind.allCases { kind.declaration.reportMistakes(among: all) }
        let references = FeatureReferences(features, root.objects("features"))
        for (name, node) in root.objects("features") { references.reportMistakes(in: node, of: name) }
        let found = mistakes.all
        guard found.isEmpty else {
            declared.directory.empty()
            throw WorkspaceError(found)
        }
        self.features = features
        self.clientSources = clientSources
        let declaredPlugins = plugins.all(named: declared.uses.names)
        self.plugins = runsPrograms ? declaredPlugins : declaredPlugins.filter(\.isOwn)
        self.programs = programs + declaredPlugins.filter { !$0.isOwn }.map(\.program)
        let doubtful = MistakeList(text: bytes)
        let checked = WorkspaceNode(document, pointer: JSONPointer([]), mistakes: doubtful)
        let declarations = checked.objects("features")
        UnusedDeclarations.report(among: declarations)
        HiddenColumns.report(among: declarations)
        FieldColumns.report(among: declarations, checked.objects("sources"))
        IgnoredMarks.report(among: declarations)
        WritingForms.report(among: declarations)
        warnings = doubtful.all.inOrder
    }
}

/// The sources, features and settings that the declarations of a workspace share.
struct WorkspaceContext {
    let sources: OrderedDictionary<String, any DataSource>
    /// The source of the drafts of features that specify no source for their drafts.
    let drafts: (any DataSource)?
    /// The names of all sources, including invalid ones.
    let sourceNames: OrderedSet<String>
    let sourceTypes: [String: String]
    let featureNames: OrderedSet<String>
    /// The names of the forms that update a row, and so are about exactly one row.
    let updatingForms: Set<String>
    /// The generator of ids for all features.
    ///
    /// They share it, so that operations of two features on one source have different ids.
    let ids: IDGenerator
    let directory = FeatureDirectory()
    let uses = SourceUses()

    /// Resolves the source that a member names.
    ///
    /// Reports an unknown name. Then returns a placeholder, so that the rest of the declaration is checked too.
    func source(_ node: WorkspaceNode, _ key: String = "source") -> any DataSource {
        guard let name = node.requiredString(key) else { return NoSource() }
        if !sourceNames.contains(name) {
            node.report("there is no source \(name); \(Self.list(sourceNames.elements))", at: key)
        }
        uses.names.insert(name)
        return sources[name] ?? NoSource()
    }

    /// A label with the name and the type of a declared source.
    func sourceLabel(_ node: WorkspaceNode) -> String? {
        guard let name = node.value["source"]?.stringValue else { return nil }
        return sourceTypes[name].map { "\(name) (\($0))" } ?? name
    }

    /// Reads the location of a feature's drafts; nil if drafts are not stored.
    func draft(_ node: WorkspaceNode, of feature: String) -> DraftPlace? {
        if let isKept = node.value.boolValue {
            if isKept { uses.names.insert(PluginReader.draftSourceName) }
            return isKept ? drafts.map { DraftPlace(source: $0, id: feature) } : nil
        }
        guard node.value.isObject else {
            node.report("must be true, or an object that names a source")
            return nil
        }
        node.expect(keys: ["source", "id"])
        return DraftPlace(source: source(node), id: node.string("id") ?? feature)
    }

    /// Resolves the feature that a member names.
    ///
    /// Reports an unknown name.
    func feature(_ node: WorkspaceNode, _ key: String = "feature") -> FeatureLink? {
        guard let name = node.string(key) else { return nil }
        if !featureNames.contains(name) {
            node.report("there is no feature \(name); \(Self.list(featureNames.elements))", at: key)
        }
        return directory.link(to: name)
    }

    /// The declared names as a clause for a message.
    ///
    /// A long list is shortened.
    static func list(_ names: [String]) -> String {
        names.isEmpty ? "none is declared" : "declared are: \(LikelyName.list(names))"
    }
}

/// Collects the names of the sources that features use.
final class SourceUses {
    var names: Set<String> = []
}

/// A placeholder for an invalid source.
///
/// It is never read, because a workspace with errors is not served.
private struct NoSource: DataSource {
    let capabilities: SourceCapabilities = [.all, .query, .perform]

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(Page(rows: [], endReached: true))) }
}

/// All errors of a workspace.
public struct WorkspaceError: Error, Sendable, Equatable {
    /// The errors in the order of the file, followed by the errors of manifests.
    ///
    /// There is at least one error.
    public let mistakes: [WorkspaceMistake]

    init(_ mistakes: [WorkspaceMistake]) {
        self.mistakes = mistakes.inOrder
    }
}

/// An error or a warning about a workspace.
public struct WorkspaceMistake: Sendable, Equatable {
    /// The location, as a JSON Pointer.
    public let pointer: String
    /// The line, from 1.
    public let line: Int
    /// The problem and its remedy.
    public let message: String
    /// The path of the manifest; nil for the workspace itself.
    public let file: String?

    init(pointer: String, line: Int, message: String, file: String? = nil) {
        self.pointer = pointer
        self.line = line
        self.message = message
        self.file = file
    }
}

extension [WorkspaceMistake] {
    /// The diagnostics sorted by file and line.
    var inOrder: Self { sorted { ($0.file ?? "", $0.line) < ($1.file ?? "", $1.line) } }
}
