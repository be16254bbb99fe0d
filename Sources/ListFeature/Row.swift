import FeatureKit
import JSON

/// A row at rest: its item as a snapshot shows it, encoded once.
///
/// A window of a snapshot is then a matter of copying bytes.
struct Row: Sendable, Equatable {
    /// The item of a row that nothing is pending for: `{"id":…,"value":…,"pending":null}`.
    private let item: JSONText
    private let valueStart: Int

    private static let tail = #","pending":null}"#.utf8.count

    init(id: String, value: JSONText) {
        var start = 0
        item = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.key("value")
            start = json.count
            json.value(value)
            json.raw(#""pending":null"#)
            json.endObject()
        }
        valueStart = start
    }

    init(_ row: SourceRow) {
        self.init(id: row.id, value: row.value)
    }

    /// The row's object.
    var value: JSONValue {
        item.bytes.withUnsafeBytes { bytes in
            guard let value = try? JSONValue(parsing: .init(rebasing: bytes[valueStart..<bytes.count - Self.tail]))
            else { preconditionFailure("a row holds valid JSON") }
            return value
        }
    }

    /// Writes the item of a snapshot.
    func write(pending: Edit.Pending?, errorID: String?, to json: inout JSONWriter) {
        guard pending != nil || errorID != nil else { return json.value(item) }
        json.beginObject()
        item.bytes.withUnsafeBytes { bytes in
            json.rawValue(.init(rebasing: bytes[1..<bytes.count - Self.tail]))
        }
        if let pending { json.field("pending", pending.rawValue) } else { json.raw(#""pending":null"#) }
        if let errorID { json.field("errorId", errorID) }
        json.endObject()
    }
}
