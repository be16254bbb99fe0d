import FHJSON
import FeatureKit

/// A placeholder for a source that a test has not provided: each call fails the test and returns a failure.
public struct UnimplementedSource: DataSource {
    /// The capabilities of the source.
    public let capabilities: SourceCapabilities

    /// Makes a source without an implementation.
    public init(capabilities: SourceCapabilities = .all) {
        self.capabilities = capabilities
    }

    private func reached<Value>(_ call: String) -> SourceAnswer<Value> {
        .now(.failure(Unimplemented.reached("DataSource.\(call)")))
    }

    /// Fails the test.
    public func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { reached("fetch") }

    /// Fails the test.
    public func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> { reached("insert") }

    /// Fails the test.
    public func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> { reached("update") }

    /// Fails the test.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> { reached("move") }

    /// Fails the test.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> { reached("move") }

    /// Fails the test.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> { reached("delete") }

    /// Fails the test.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        reached("perform")
    }
}
