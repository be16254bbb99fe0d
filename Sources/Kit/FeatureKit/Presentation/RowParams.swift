import FHJSON

/// A row that a presented or pushed feature was opened about, as last passed to the feature.
struct FollowedRow: Sendable, Equatable {
    let row: SourceRow
    /// The version of the row; nil if the row is not confirmed by the source.
    let version: String?

    var id: String { row.id }

    /// The opening params of a feature that begins with the row's values, but is not about the row.
    var values: JSONText { .object("values", row.value) }

    /// The opening params of a feature about the row.
    var params: JSONText {
        .build { ActionLink.write(id: row.id, values: row.value, version: version, to: &$0) }
    }
}

/// Opening params about a row, split into the row and the other params.
///
/// An output about a row supplies the params `id`, `values` and `version`. A feature that is opened with these params
/// is notified of changes of the row in the feature that has emitted the output, here called the emitter.
struct RowParams: Sendable {
    /// The current row of the emitter.
    let row: SourceRow
    /// The params other than `id`, `values` and `version`.
    let rest: JSONText

    /// Finds the row that opening params are about; nil if they are about no row.
    ///
    /// - Parameters:
    ///   - params: the opening params. They are about the row with the id `id` only if all members of `values` equal
    ///     the row's members. Otherwise, the values were only computed from the row.
    ///   - item: returns the emitter's row with an id; nil if there is none.
    init?(_ params: JSONValue, item: (String) -> SourceRow?) {
        guard let id = params["id"]?.stringValue, let values = params["values"], let row = item(id), !row.isDropped,
            values.isObject, values.count > 0
        else { return nil }
        let known = row.value.value
        guard values.members.allSatisfy({ $0.value == known[$0.key] }) else { return nil }
        self.init(params, of: row)
    }

    /// Makes the params about a row.
    ///
    /// - Parameters:
    ///   - params: the opening params. Their members `id`, `values` and `version` are ignored.
    ///   - row: the row.
    init(_ params: JSONValue, of row: SourceRow) {
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
