import FHDataSources
import FHDeclarations
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
    /// The programs that the workspace names and that run on demand: the programs of sources, followed by the plugins.
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
    ///   - installed: the folder of the installed plugins, which the workspace can name.
    /// - Throws: ``WorkspaceError`` with every error in the workspace and in the manifests that it names.
    public init(
        _ bytes: [UInt8], folder: String, seed: UInt64, store: StorePlace = StorePlace(),
        installed: PluginFolder = PluginFolder(nil)
    ) throws(WorkspaceError) {
        try self.init(bytes, folder: folder, seed: seed, store: store, installed: installed, tape: nil)
    }

    /// Reads a workspace with options for untrusted workspaces, virtual time and recordings.
    ///
    /// - Parameters:
    ///   - runsPrograms: false if the programs of the workspace must not be run, because the user does not trust it.
    ///   - readsInOrder: true to read files and inline rows in the order of the requests, as a virtual clock requires.
    ///   - tape: records or replays the sources; nil without a recording or a replay.
    package init(
        _ bytes: [UInt8], folder: String, seed: UInt64, store: StorePlace, installed: PluginFolder,
        runsPrograms: Bool = true, readsInOrder: Bool = false, tape: (any Tape)?
    ) throws(WorkspaceError) {
        let text = TextEncoding.readingMark(bytes)
        let mistakes = MistakeList(text: text)
        guard let document = mistakes.document() else { throw WorkspaceError(mistakes.all) }
        let root = WorkspaceNode(document, pointer: JSONPointer([]), mistakes: mistakes)
        root.expect(keys: ["$schema", "sources", "features", "plugins"])
        var sources: [BoundSources.Declared] = []
        let maker = SourceMaker(
            folder: folder, runsPrograms: runsPrograms, readsInOrder: readsInOrder, tape: tape)
        var clientSources: [RemoteSource] = []
        var programs: [WorkspaceProgram] = []
        var plugins = PluginReader(root, folder: folder, store: store, installed: installed)
        let sourceNodes = root.objects("sources")
        for (name, node) in sourceNodes {
            let source = SourceDeclaration.source(node, named: name, folder: folder, Placeholders())
            let remote = source as? RemoteSource
            if let remote, !plugins.take(remote, node) { clientSources.append(remote) }
            programs += WorkspaceProgram.all(of: node, named: name)
            sources.append(
                BoundSources.Declared(
                    name: name, declaration: node.value, remote: remote,
                    plain: source.map { maker.finish($0, named: name, type: node.value["type"]?.stringValue) },
                    placeholders: SourceTexts.names(in: node.value)))
        }
        TableNames.reportMistakes(among: sourceNodes, folder: folder, store: store)
        let featureNodes = root.objects("features").map { ($0, ActionExpansion.expanded($1, Self.kinds)) }
        let keepsDrafts = featureNodes.contains { Self.keepsDrafts($1.value) }
        let drafts = keepsDrafts ? QueryingSource(plugins.draftSource()) : nil
        let ids = IDGenerator(seed: seed)
        let declared = WorkspaceContext(
            sources: WorkspaceSources(
                names: OrderedSet(sourceNodes.map(\.0)),
                types: Dictionary(sourceNodes.map { ($0, $1.value["type"]?.stringValue ?? "") }) { first, _ in first },
                bind: BoundSources(sources, by: maker).source),
            drafts: drafts, featureNames: OrderedSet(featureNodes.map(\.0)),
            updatingForms: Set(
                featureNodes.filter { Self.kinds.kind(of: $1.value)?.updatesRow($1.value) == true }.map(\.0)
            ),
            kinds: Self.kinds, answerList: { AnswerSummary.link($0, $1, $2, ids) }, ids: ids)
        let features = featureNodes.compactMap { FeatureDeclaration.feature($0, $1, declared.within($0)) }
        declared.directory.fill(features)
        for kind in Self.kinds.all { kind.reportMistakes(among: featureNodes) }
        OpeningCircles.report(among: featureNodes, Self.kinds)
        MenuDeclarations.reportMistakes(among: featureNodes)
        let references = FeatureReferences(features, featureNodes, Self.kinds)
        for (name, node) in featureNodes {
            references.reportMistakes(in: FeatureDeclaration.example(node, Self.kinds), of: name)
        }
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
        let doubtful = MistakeList(text: text)
        let checked = WorkspaceNode(document, pointer: JSONPointer([]), mistakes: doubtful)
        let declarations = checked.objects("features").map { ($0, ActionExpansion.expanded($1, Self.kinds)) }
        UnusedDeclarations.report(among: declarations, Self.kinds)
        HiddenColumns.report(among: declarations)
        MenuDeclarations.reportWarnings(among: declarations)
        let declaredSources = DeclaredSources(checked.objects("sources"), flatRows: SourceType.flatRows)
        ParamWarnings.report(among: declarations, declaredSources.nodes, Self.kinds)
        for kind in Self.kinds.all { kind.reportWarnings(among: declarations, declaredSources) }
        IgnoredMarks.report(among: declarations, Self.kinds)
        ActionInputs.report(among: declarations, declaredSources.nodes, Self.kinds)
        warnings = doubtful.all.inOrder
    }
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

extension Workspace {
    /// True if a feature, or one that is declared within it, keeps drafts in the default place.
    fileprivate static func keepsDrafts(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .object: value["draft"]?.boolValue == true || value.members.contains { keepsDrafts($0.value) }
        case .array: value.elements.contains(where: keepsDrafts)
        default: false
        }
    }
}
