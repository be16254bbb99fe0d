public import DataSources
public import FeatureKit
import JSON
import OrderedCollections

/// A workspace file: sources and features declared without code.
public struct Workspace: Sendable {
    /// Its features, in their order.
    public let features: [FeatureRegistration]
    /// Its sources that front ends answer for, in their order.
    public let clientSources: [RemoteSource]
    /// Its plugins, in their order.
    public let plugins: [PluginDeclaration]
    /// The programs that it runs when somebody asks for what they are about, in their order.
    public let programs: [WorkspaceProgram]
    /// What is declared and can do nothing by itself, in the order in which it stands in the file.
    public let warnings: [WorkspaceMistake]

    /// Reads a workspace.
    ///
    /// - Parameters:
    ///   - bytes: the file's content, JSON.
    ///   - folder: where relative paths in it begin; empty for the working folder.
    ///   - seed: where the ids of new rows begin.
    ///   - store: where its tables are kept.
    ///   - installed: the plugins that it can name.
    /// - Throws: ``WorkspaceError`` with every mistake that was found, in it and in the manifests that it names.
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
            // One for all features: what is edited through one of them is known to the queries of the others.
            let queried = source.map { QueryingSource($0) }
            // What others are asked for is noted message by message.
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
        FlowCircles(among: root.objects("features")).reportMistakes()
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

/// What the declarations of a workspace share.
struct WorkspaceContext {
    let sources: OrderedDictionary<String, any DataSource>
    /// What keeps the drafts whose place is left to the host.
    let drafts: (any DataSource)?
    /// All names, those included whose declaration is wrong.
    let sourceNames: OrderedSet<String>
    let sourceTypes: [String: String]
    let featureNames: OrderedSet<String>
    /// The forms that change a row of a source: each is about one row.
    let updatingForms: Set<String>
    /// One for all: what two features do to one source must not look like one operation.
    let ids: IDGenerator
    let directory = FeatureDirectory()
    let uses = SourceUses()

    /// The source that a member names; notes it where there is none, and gives one in its place, so that the rest of
    /// the declaration is checked too.
    func source(_ node: WorkspaceNode, _ key: String = "source") -> any DataSource {
        guard let name = node.requiredString(key) else { return NoSource() }
        if !sourceNames.contains(name) {
            node.report("there is no source \(name); \(Self.list(sourceNames.elements))", at: key)
        }
        uses.names.insert(name)
        return sources[name] ?? NoSource()
    }

    /// The name and the type of the source that a declaration names, for people.
    func sourceLabel(_ node: WorkspaceNode) -> String? {
        guard let name = node.value["source"]?.stringValue else { return nil }
        return sourceTypes[name].map { "\(name) (\($0))" } ?? name
    }

    /// Where a feature's drafts are kept; nil where they are not.
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

    /// The feature that a member names; notes it where there is none.
    func feature(_ node: WorkspaceNode, _ key: String = "feature") -> FeatureLink? {
        guard let name = node.string(key) else { return nil }
        if !featureNames.contains(name) {
            node.report("there is no feature \(name); \(Self.list(featureNames.elements))", at: key)
        }
        return directory.link(to: name)
    }

    /// The names that there are: the first of many, so that a file of mistakes is no file of names.
    static func list(_ names: [String]) -> String {
        names.isEmpty ? "none is declared" : "declared are: \(LikelyName.list(names))"
    }
}

/// The names of the sources that features name.
final class SourceUses {
    var names: Set<String> = []
}

/// What stands for a source whose declaration is wrong; nobody asks it, since such a workspace is not served.
private struct NoSource: DataSource {
    let abilities: SourceAbilities = [.all, .query, .perform]

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(Page(rows: [], endReached: true))) }
}

/// All that is wrong with a workspace.
public struct WorkspaceError: Error, Sendable, Equatable {
    /// The mistakes, in the order in which they stand in the file, and then those of manifests; at least one.
    public let mistakes: [WorkspaceMistake]

    init(_ mistakes: [WorkspaceMistake]) {
        self.mistakes = mistakes.inOrder
    }
}

/// One thing that is wrong with a workspace, or that it warns of.
public struct WorkspaceMistake: Sendable, Equatable {
    /// Where it is, as a JSON Pointer.
    public let pointer: String
    /// The line that it is on, from 1.
    public let line: Int
    /// What is wrong and what would be right.
    public let message: String
    /// The manifest that it is in; nil is the workspace itself.
    public let file: String?

    init(pointer: String, line: Int, message: String, file: String? = nil) {
        self.pointer = pointer
        self.line = line
        self.message = message
        self.file = file
    }
}

extension [WorkspaceMistake] {
    /// As they stand in their files.
    var inOrder: Self { sorted { ($0.file ?? "", $0.line) < ($1.file ?? "", $1.line) } }
}
