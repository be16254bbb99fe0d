import FHDataSources
import FHJSON
import FeatureKit

/// Makes a row of a JSON object.
func row(_ text: String, idKey: String = "id") throws -> SourceRow {
    try SourceRow(try JSONValue(parsing: text), idKey: idKey)
}

/// Makes rows with ids only.
func rows(_ ids: String...) throws -> [SourceRow] {
    try ids.map { try row(#"{"id":"\#($0)"}"#) }
}

extension SourceAnswer {
    /// Waits for the answer.
    func get() async throws(Failure) -> Value { try await value }
}

extension DataSource {
    /// Fetches all rows.
    func all() async throws(Failure) -> [SourceRow] {
        try await Array(fetch(FetchRequest(start: .offset(0), limit: .max)).get().rows)
    }

    /// Fetches the ids of all rows.
    func ids() async throws(Failure) -> [String] {
        try await all().map(\.id)
    }
}
