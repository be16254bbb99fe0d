import FHDataSources
import FHDeclarations
import FHHosting
import FHJSON
import FHRemoteSources
import FeatureKit
import Synchronization

/// The sources of a workspace, made once for each set of values that features give them.
///
/// Features that give a source the same values share it, so that they share the runs of a command, the rows of a file
/// and the results of queries. A source for values exists as long as an open feature uses it.
final class BoundSources: Sendable {
    /// A declared source.
    struct Declared: Sendable {
        let name: String
        let declaration: JSONValue
        /// The source for which a client or a plugin answers; nil for any other source.
        let remote: RemoteSource?
        /// The source as features without params use it; nil if it is invalid.
        let plain: (any DataSource)?
        /// The names in the source's placeholders.
        let placeholders: Set<String>
    }

    private struct Kept {
        weak var source: (any DataSource & AnyObject)?
    }

    private let declared: [String: Declared]
    private let maker: SourceMaker
    private let kept = Mutex<[String: Kept]>([:])

    init(_ declared: [Declared], by maker: SourceMaker) {
        self.declared = Dictionary(declared.map { ($0.name, $0) }) { first, _ in first }
        self.maker = maker
    }

    /// Returns a source with values in place of its placeholders; nil if there is no such source.
    ///
    /// - Throws: `ActionRefusal.invalidParams(_:)` for a value that the source can't take.
    func source(_ name: String, _ values: ParamValues) throws(ActionRefusal) -> (any DataSource)? {
        guard let declared = declared[name] else { return nil }
        let used = values.only(declared.placeholders)
        if used.names.isEmpty { return declared.plain }
        let key = "\(name) \(used.objectWithNulls.string)"
        if let known = kept.withLock({ $0[key]?.source }) { return known }
        guard let source = try maker.source(of: declared, used, named: key) else { return declared.plain }
        kept.withLock { kept in
            kept = kept.filter { $0.value.source != nil }
            kept[key] = Kept(source: source as? any DataSource & AnyObject)
        }
        return source
    }
}

/// Makes the sources of a workspace.
struct SourceMaker: Sendable {
    let folder: String
    /// False if the programs of the workspace must not be run.
    let runsPrograms: Bool
    /// True to read files and inline rows in the order of the requests.
    let readsInOrder: Bool
    /// Records or replays the sources; nil without a recording or a replay.
    let tape: (any Tape)?

    /// Returns a source for features: it can filter and sort, and is recorded.
    ///
    /// - Parameters:
    ///   - source: the source as declared.
    ///   - name: the name in a recording.
    ///   - type: the declared type.
    func finish(_ source: any DataSource, named name: String, type: String?) -> any DataSource {
        var base = source
        if !runsPrograms, ["command", "plugin"].contains(type) { base = UntrustedSource(source) }
        // All features share one `QueryingSource` for each source, so that an edit through one feature updates the
        // queries of the others.
        let queried = QueryingSource(base, readsInOrder: readsInOrder)
        // The tape records requests to clients and plugins as individual messages, so their sources are not wrapped
        // here.
        guard let tape, !(source is RemoteSource), !(source is ParamsSource) else { return queried }
        let reachesOut = source is FileSource || source is LineSource || source is CommandSource
        return tape.source(name, queried, reachesOut: reachesOut)
    }

    /// Makes a source with values in place of its placeholders; nil if its declaration is invalid.
    func source(
        of declared: BoundSources.Declared, _ values: ParamValues, named key: String
    ) throws(ActionRefusal) -> (any DataSource)? {
        let type = declared.declaration["type"]?.stringValue
        let texts = SourceTexts(values)
        if !["client", "plugin"].contains(type), let mistake = texts.mistake(in: declared.declaration) {
            let path = JSONPointer([mistake.param]).description
            throw .invalidParams([.init(path: path, code: "invalid", message: mistake.message)])
        }
        if let remote = declared.remote {
            return finish(ParamsSource(remote, values.objectWithNulls), named: key, type: type)
        }
        let node = WorkspaceNode(
            declared.declaration, pointer: JSONPointer(["sources", declared.name]), mistakes: MistakeList(text: []))
        let source = SourceDeclaration.source(node, named: declared.name, folder: folder, texts.placeholders)
        return source.map { finish($0, named: key, type: type) }
    }
}

/// A source of a client or a plugin, whose requests have the values of a feature's params.
private struct ParamsSource: DataSource {
    private let base: RemoteSource
    private let params: JSONText

    init(_ base: RemoteSource, _ params: JSONText) {
        self.base = base
        self.params = params
    }

    var capabilities: SourceCapabilities { base.capabilities }
    var idKey: String { base.idKey }
    var operations: [String]? { base.operations }
    var changes: ChangeFeed? { base.changes }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        var query = request.query
        query.params = params
        return base.fetch(
            FetchRequest(
                start: request.start, limit: request.limit, isRefresh: request.isRefresh, query: query,
                wait: request.wait))
    }

    func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        var request = request
        request.params = params
        return base.search(request)
    }

    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        base.insert(insertions, opID: opID)
    }
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> { base.update(updates, opID: opID) }
    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        base.move(ids, before: before, opID: opID)
    }
    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        base.move(ids, behind: anchor, opID: opID)
    }
    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> { base.delete(ids, opID: opID) }
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        base.delete(deletions: deletions, opID: opID)
    }
    func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        base.delete(unchanged: rows, opID: opID)
    }
    func canCancel(_ operation: String) -> Bool { base.canCancel(operation) }
    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        base.perform(operation, input: input, opID: opID)
    }
    func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        base.perform(operation, input: input, secrets: secrets, opID: opID)
    }
}
