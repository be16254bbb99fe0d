import DataSources
import FeatureKit
import JSON

/// A row from the text of its object.
func row(_ text: String, idKey: String = "id") throws -> SourceRow {
    try SourceRow(try JSONValue(parsing: text), idKey: idKey)
}

/// Rows with nothing but ids.
func rows(_ ids: String...) throws -> [SourceRow] {
    try ids.map { try row(#"{"id":"\#($0)"}"#) }
}

extension SourceAnswer {
    /// The answer, at once or later.
    func get() async throws(Failure) -> Value { try await value }
}

extension DataSource {
    /// All rows.
    func all() async throws(Failure) -> [SourceRow] {
        try await Array(fetch(FetchRequest(start: .offset(0), limit: .max)).get().rows)
    }

    /// The ids of all rows.
    func ids() async throws(Failure) -> [String] {
        try await all().map(\.id)
    }
}
