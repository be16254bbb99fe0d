import FHHosting
import FHJSON
import FeatureKit

/// A source that wraps another one and passes all its calls through one function.
protocol WrappedSource: DataSource {
    var base: any DataSource { get }

    /// Answers a call.
    ///
    /// - Parameters:
    ///   - operation: the name of the call.
    ///   - answer: calls the wrapped source.
    func pass<Value: RecordedValue>(
        _ operation: String, _ answer: @autoclosure () -> SourceAnswer<Value>
    ) -> SourceAnswer<Value>
}

extension WrappedSource {
    var capabilities: SourceCapabilities { base.capabilities }
    var idKey: String { base.idKey }
    var operations: [String]? { base.operations }
    var wordKeys: [String] { base.wordKeys }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { pass("fetch", base.fetch(request)) }
    func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> { pass("search", base.search(request)) }
    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        pass("insert", base.insert(insertions, opID: opID))
    }
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        pass("update", base.update(updates, opID: opID))
    }
    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        pass("move", base.move(ids, before: before, opID: opID))
    }
    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        pass("move", base.move(ids, behind: anchor, opID: opID))
    }
    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> { pass("delete", base.delete(ids, opID: opID)) }
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        pass("delete", base.delete(deletions: deletions, opID: opID))
    }
    func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        pass("delete", base.delete(unchanged: rows, opID: opID))
    }
    func canCancel(_ operation: String) -> Bool { base.canCancel(operation) }
    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        pass("perform", base.perform(operation, input: input, opID: opID))
    }
    func perform(_ operation: String, input: JSONText, secrets: [String], opID: String) -> SourceAnswer<JSONText> {
        pass("perform", base.perform(operation, input: input, secrets: secrets, opID: opID))
    }
}
