import FHJSON
import FHRowCollections
import FeatureKit

/// A row as a list shows it.
///
/// The row shares its JSON text with the source. The text is copied only into snapshots.
struct Row: Sendable, Equatable {
    let source: SourceRow

    init(_ source: SourceRow) {
        self.source = source
    }

    init(id: String, value: JSONText) {
        source = SourceRow(id: id, value: value)
    }

    var id: String { source.id }

    /// The row's JSON object.
    var value: JSONValue { source.value.value }

    /// The row with a JSON Merge Patch (RFC 7396) applied.
    ///
    /// If the value was dropped, the row stays unchanged.
    func merged(with patch: JSONText) -> Row { Row(source.merged(with: patch)) }

    /// Writes the row as an item of a snapshot.
    func write(
        pending: Edit.Pending? = nil, errorID: String? = nil, section: String? = nil, to json: inout JSONWriter
    ) {
        json.beginObject()
        json.item(source, isConfirmed: pending == nil)
        if let pending { json.field("pending", pending.rawValue) } else { json.raw(#""pending":null"#) }
        if let errorID { json.field("errorId", errorID) }
        if let section { json.field("section", section) }
        if source.isDropped { json.raw(#""dropped":true"#) }
        json.endObject()
    }
}
