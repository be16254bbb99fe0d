import FHDeclarations
import FHHosting
import FHJSON
import FeatureKit

/// A placeholder for a source of an untrusted workspace.
///
/// It has the capabilities of that source, but refuses every request.
struct UntrustedSource: DataSource {
    let capabilities: SourceCapabilities
    let idKey: String
    let operations: [String]?

    /// Copies the capabilities of a source.
    init(_ source: any DataSource) {
        capabilities = source.capabilities
        idKey = source.idKey
        operations = source.operations
    }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { refusal() }
    func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> { refusal() }
    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> { refusal() }
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> { refusal() }
    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> { refusal() }
    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> { refusal() }
    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> { refusal() }
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> { refusal() }
    func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> { refusal() }
    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> { refusal() }

    private func refusal<Value>() -> SourceAnswer<Value> {
        .now(
            .failure(
                Failure(
                    "untrusted",
                    "programs of an untrusted workspace are not run; "
                        + "read the workspace, and then trust it with featurehost trust FILE", retryable: false)))
    }
}
