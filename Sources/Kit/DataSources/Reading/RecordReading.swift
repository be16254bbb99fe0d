import FHJSON
import FeatureKit

/// Readers of the formats `lines`, `jsonl` and `json`.
enum RecordReading {
    static let invalidBytes = "has bytes that its encoding does not know"

    /// Reads lines as rows `{id, text}`.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - id: Returns the id of a line. The arguments are the number of the line, counted from 1, and its bytes.
    static func lines(_ bytes: [UInt8], id: (Int, UnsafeRawBufferPointer) -> String) -> RecordList {
        var records = RecordList.Writer()
        for (number, line) in FileFormat.lines(bytes) {
            if records.isFull { break }
            let id = line.withUnsafeBytes { id(number, $0) }
            if let flaw = RowLimits.mistake(text: line.count) {
                records.leaveOut(InvalidRecord(number, .tooLong, flaw))
                continue
            }
            line.withUnsafeBytes { text in
                let fault = LineRow.flaw(of: text).map { InvalidRecord(number, .invalidBytes, $0, id: id) }
                records.append(id: id, line: number, fault: fault) { LineRow.write(id: id, text: text, to: &$0) }
            }
        }
        return records.finish()
    }

    /// Reads a JSON object per line.
    static func objects(_ bytes: [UInt8], idKey: String) -> RecordList {
        var records = RecordList.Writer()
        for (number, line) in FileFormat.lines(bytes) where line.contains(where: { !isJSONSpace($0) }) {
            if records.isFull { break }
            line.withUnsafeBytes { append($0, idKey: idKey, line: number, to: &records) }
        }
        return records.finish()
    }

    /// Reads the elements of a JSON array.
    ///
    /// - Returns: The records, and the error because of which the array can't be changed; nil if the array can be
    ///   changed.
    /// - Throws: An error if the text is not an array.
    static func elements(
        _ bytes: [UInt8], idKey: String
    ) throws(InvalidRecord) -> (records: RecordList, blocked: InvalidRecord?) {
        var records = RecordList.Writer()
        if bytes.allSatisfy(isJSONSpace) { return (RecordList(), nil) }
        var broken: InvalidRecord?
        let isArray = bytes.withUnsafeBytes { buffer in
            guard var reader = ArrayReader(buffer) else { return false }
            while !records.isFull {
                let element = reader.next()
                for place in reader.takeBreaks() {
                    records.note(place)
                    if broken == nil { broken = place }
                }
                guard let element else { break }
                append(
                    UnsafeRawBufferPointer(rebasing: buffer[element.range]), idKey: idKey, line: element.line,
                    to: &records)
            }
            return true
        }
        guard isArray else { throw InvalidRecord(1, .brokenArray, "must begin an array of objects") }
        return (records.finish(), broken)
    }

    /// Appends the row that a JSON text contains, or records the error of the text.
    private static func append(
        _ text: UnsafeRawBufferPointer, idKey: String, line: Int, to records: inout RecordList.Writer
    ) {
        // The length is checked before parsing, because parsing needs several times the memory of the text.
        if let flaw = RowLimits.mistake(text: text.count) {
            return records.leaveOut(InvalidRecord(line, .tooLong, flaw))
        }
        do throws(JSONParseError) {
            let value = try JSONValue(parsing: text)
            if let flaw = RowLimits.mistake(value: text) {
                return records.leaveOut(InvalidRecord(line, .unsupportedJSON, flaw, id: SourceRow.id(value[idKey])))
            }
            records.append(value, idKey: idKey, line: line)
        } catch {
            read(text, idKey: idKey, line: line, to: &records)
        }
    }

    /// Appends a row whose text ``JSONValue`` can't represent, or records the error of the text.
    private static func read(
        _ text: UnsafeRawBufferPointer, idKey: String, line: Int, to records: inout RecordList.Writer
    ) {
        let isValid = String(validating: text, as: UTF8.self) != nil
        do throws(JSONParseError) {
            let object = isValid ? try TolerantJSON(parsing: text) : try tolerant(String(decoding: text, as: UTF8.self))
            if let flaw = RowLimits.mistake(value: text) {
                return records.leaveOut(InvalidRecord(line, .unsupportedJSON, flaw))
            }
            var fault: InvalidRecord?
            if !isValid {
                fault = InvalidRecord(line, .invalidBytes, invalidBytes)
            } else if object.hasLoneSurrogates {
                fault = InvalidRecord(line, .invalidBytes, "has half of a surrogate pair in a string")
            }
            records.append(object.value, idKey: idKey, line: line, fault: fault)
            records.note(largeNumbers: object.largeNumbers)
            guard let name = object.repeatedMembers.first else { return }
            records.note(
                InvalidRecord(
                    line, .repeatedMember, "has the member \(name) twice; the last value is shown",
                    id: SourceRow.id(object.value[idKey])))
        } catch {
            records.leaveOut(InvalidRecord(line, error.kind == .syntax ? .invalidJSON : .unsupportedJSON, error.fault))
        }
    }

    private static func tolerant(_ text: String) throws(JSONParseError) -> TolerantJSON {
        let result = Array(text.utf8).withUnsafeBytes { bytes in
            Result { () throws(JSONParseError) in try TolerantJSON(parsing: bytes) }
        }
        return try result.get()
    }
}
