import JSON

/// The row that opening params are about, apart from the rest of the params.
///
/// An output about a row fills in `{id, values}`. A feature that is opened so follows the row, whoever opens it: the
/// opener looks the row up in the feature that emitted the output.
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
            for (key, value) in params.members where key != "id" && key != "values" {
                json.key(key)
                json.value(value)
            }
            json.endObject()
        }
    }
}
