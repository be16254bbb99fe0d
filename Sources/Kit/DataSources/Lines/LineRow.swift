import FHJSON
import FeatureKit

/// The row `{id, text}` of a line.
enum LineRow {
    /// Writes the value of a row.
    ///
    /// - Parameters:
    ///   - id: The id of the row; nil to leave it out, for a reader that needs only the text.
    ///   - text: The line. Bytes that are not UTF-8 are replaced.
    ///   - json: The writer, in which the value is not part of another one.
    @inline(__always)
    static func write(id: String?, text: UnsafeRawBufferPointer, to json: inout JSONWriter) {
        json.beginObject()
        if let id { json.field("id", id) }
        json.key("text")
        if text.isPlainText {
            json.string(utf8: text)
        } else {
            json.value(String(decoding: text, as: UTF8.self))
        }
        json.endObject()
    }

    /// The reason why the row has not exactly the text of the line, as a phrase; nil if it has.
    static func flaw(of text: UnsafeRawBufferPointer) -> String? {
        if text.isPlainText { return nil }
        if String(validating: text, as: UTF8.self) == nil { return RecordReading.invalidBytes }
        return text.contains(0) ? "has NUL bytes, which are no text" : nil
    }

    /// The size of the row's value in bytes.
    ///
    /// - Parameters:
    ///   - text: The line.
    ///   - occurrence: The number of rows with this text up to and including this row.
    static func size(of text: UnsafeRawBufferPointer, _ occurrence: UInt32) -> Int {
        var json = JSONWriter(capacity: text.count)
        write(id: LineIDs.id(text, occurrence), text: text, to: &json)
        return json.count
    }
}
