import FHDataSources
import FHJSON
import FeatureKit
import GRDB

/// A row of a table as it is shown.
///
/// It is read from text that another program may have written.
struct StoredRow {
    /// The maximum length of a row's text in bytes.
    static let longestText = 1 << 20
    /// The maximum length of an id in bytes.
    static let longestID = 4_096

    let id: String
    /// The row's object.
    ///
    /// It has U+FFFD for invalid bytes, and strings for numbers outside the range of JSON values.
    let value: JSONText
    /// The error of the row, if it is shown in spite of an error; otherwise nil.
    private(set) var fault: RowFault?
    /// The stored text, if an edit must keep parts of it; nil if ``value`` is equivalent.
    private let text: [UInt8]?

    var row: SourceRow { SourceRow(id: id, value: value) }

    /// Reads a row.
    ///
    /// - Throws: The error of the row, if it can't be shown.
    init(id: ColumnValue?, text: StoredText?, _ name: StoreName, idKey: String) throws(RowFault) {
        guard case .text(let bytes) = id, let id = String(validating: bytes, as: UTF8.self), !id.isEmpty else {
            let shown = id?.id.map { "the id \(LikelyName.shown($0)), which is no text" } ?? "an id that is no text"
            throw RowFault(code: .noId, id: nil, sentence: "a row of the table \(name.text) has \(shown)")
        }
        func fault(_ code: RowFault.Code, _ flaw: String) -> RowFault {
            RowFault(
                code: code, id: id, sentence: "the value of the row \(id) in the table \(name.text) \(flaw)")
        }
        let text = text?.bytes ?? []
        guard id.utf8.count <= Self.longestID else {
            throw RowFault(
                code: .tooLong, id: nil,
                sentence: "the row \(LikelyName.shown(id)) of the table \(name.text) has an id that is longer than "
                    + "\(Self.longestID) bytes")
        }
        guard text.count <= Self.longestText else {
            throw fault(.tooLong, "is longer than \(Self.longestText) bytes")
        }
        let value: JSONValue
        if let plain = try? JSONValue(parsing: text) {
            value = plain
            self.text = nil
        } else {
            let isValid = String(validating: text, as: UTF8.self) != nil
            let object: TolerantJSON
            do throws(JSONParseError) {
                object = try Self.tolerant(isValid ? text : Array(String(decoding: text, as: UTF8.self).utf8))
            } catch {
                let place = "(line \(error.line), column \(error.column))"
                throw fault(error.kind == .syntax ? .invalidJSON : .unsupportedJSON, "\(error.fault) \(place)")
            }
            value = object.value
            self.text = text
            if !isValid || object.hasLoneSurrogates {
                let flaw = isValid ? "has half of a surrogate pair in a string" : "has bytes that are not UTF-8"
                self.fault = fault(.invalidBytes, flaw)
                self.fault?.outcome = "it is shown, and can't be changed"
            } else if let member = object.repeatedMembers.first {
                self.fault = fault(.repeatedMember, "has the member \(member) twice")
                self.fault?.outcome = "the last value is shown"
            }
        }
        if value.isDeeper(than: SourceRow.deepestLevel) { throw fault(.unsupportedJSON, SourceRow.tooDeep) }
        guard value.isObject else { throw fault(.notAnObject, "is no object") }
        guard SourceRow.id(value[idKey]) == id else { throw fault(.noId, "has another \(idKey) than its column id") }
        self.id = id
        self.value = JSONText(value)
        // The replacements for bytes and numbers may be longer than what they replace.
        guard self.value.bytes.count <= Self.longestText else {
            throw fault(.tooLong, "is longer than \(Self.longestText) bytes as JSON")
        }
    }

    private static func tolerant(_ bytes: [UInt8]) throws(JSONParseError) -> TolerantJSON {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONParseError) in try TolerantJSON(parsing: bytes) }
        }.get()
    }

    /// Checks that the row may be changed.
    ///
    /// - Throws: `readOnly` if the row must not be changed.
    func checkWritable() throws(Failure) {
        if let fault, fault.code == .invalidBytes { throw fault.locked }
    }

    /// Returns the text to store when the row gets a new value.
    ///
    /// Unchanged parts keep the text that another program has written.
    func text(for value: JSONText) -> String {
        guard let text else { return value.string }
        let bytes = value.bytes.withUnsafeBytes { value in
            text.withUnsafeBytes { ObjectText($0)?.rewritten(to: value) }
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? value.string
    }
}
