import JSON

/// A row that a presented or pushed feature is about, as the feature was last told of it.
struct FollowedRow: Sendable, Equatable {
    let row: SourceRow
    /// The version of the row; nil where the source has not confirmed it as it is.
    let version: String?

    var id: String { row.id }

    /// What a feature about the row gets as params.
    var params: JSONText {
        .build { ActionLink.write(id: row.id, values: row.value, version: version, to: &$0) }
    }
}

/// The row that opening params are about, apart from the rest of the params.
///
/// An output about a row fills in `{id, values, version}`. A feature that is opened so follows the row, whoever opens
/// it: the opener looks the row up in the feature that emitted the output.
struct RowParams: Sendable {
    /// The row, as the feature that emitted it has it.
    let row: SourceRow
    /// The params without those of the row.
    let rest: JSONText

    /// Finds the row that params are about.
    ///
    /// - Parameters:
    ///   - params: what a feature is to be opened with. Params whose `values` are not the row's are about no row: they
    ///     were made of a part of it.
    ///   - item: looks up a row by its id.
    init?(_ params: JSONValue, item: (String) -> SourceRow?) {
        guard let id = params["id"]?.stringValue, let values = params["values"], let row = item(id), !row.isDropped,
            row.value.value == values
        else { return nil }
        self.row = row
        rest = JSONText.build { json in
            json.beginObject()
            for (key, value) in params.members where !["id", "values", "version"].contains(key) {
                json.key(key)
                json.value(value)
            }
            json.endObject()
        }
    }
}
