/// Writes Swift values as JSON, through `Encodable`, without Foundation.
///
/// Members stand in the order in which the type encodes them; dictionaries are sorted by key and sets by the text of
/// their elements, so that the same value always gives the same text. Optionals that the type encodes with
/// `encodeIfPresent` are left out where they are nil. Reals that are not finite are written as `null`.
public enum JSONEncoding {
    /// The text of a value.
    ///
    /// - Throws: `EncodingError` for integers that 64 bits with a sign can't hold, and for a type that goes back to a
    ///   container after it has written to one that encloses it; and whatever the type's own `encode(to:)` throws.
    public static func text<T: Encodable>(_ value: T) throws -> JSONText {
        try JSONText.build { (writer) throws in try writer.encode(value) }
    }

    /// The name and the params of an action enum's case: what `JSONDecoding.decodeAction` takes.
    ///
    /// An unlabelled payload that is an object, and alone, is the params itself.
    /// - Throws: `EncodingError` if the value is not encoded as an object of one member, or a string; else as `text`.
    public static func action<A: Encodable>(_ action: A) throws -> (name: String, params: JSONText) {
        let text = try text(action)
        let parts = text.bytes.withUnsafeBytes { bytes -> (String, JSONText)? in
            if bytes.first == UInt8(ascii: "\"") { return (text.value.stringValue ?? "", .emptyObject) }
            guard let member = onlyMember(of: bytes) else { return nil }
            var params = UnsafeRawBufferPointer(rebasing: bytes[member.value])
            if let payload = onlyMember(of: params), payload.key == "_0" {
                let object = UnsafeRawBufferPointer(rebasing: params[payload.value])
                if isFlat(object) { params = object }
            }
            return (member.key, JSONText(unchecked: Array(params)))
        }
        guard let parts else {
            throw EncodingError.invalidValue(
                action, .init(codingPath: [], debugDescription: "an action is encoded as an object of one member"))
        }
        return parts
    }

    /// Whether an object can stand for the params it is the payload of, and be told from them again.
    private static func isFlat(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.first == UInt8(ascii: "{"), bytes.count > 2 else { return false }
        let own = try? JSONScanner.range(of: JSONPointer(["_0"]), in: bytes)
        return own == .some(.none)
    }

    /// The key and the place of the value in an object that has only one; the text is compact.
    private static func onlyMember(of bytes: UnsafeRawBufferPointer) -> (key: String, value: Range<Int>)? {
        var cursor = JSONTokenizer(bytes)
        guard cursor.take(UInt8(ascii: "{")), let token = try? cursor.takeString() else { return nil }
        let key = cursor.text(of: token)
        let end = bytes.count - 1
        // The value of an only member ends where the object does; a comma before that means that there are more.
        let range = try? JSONScanner.range(of: JSONPointer([key]), in: bytes)
        guard let range = range ?? nil, range.upperBound == end else { return nil }
        return (key, range)
    }
}

extension JSONWriter {
    /// Writes what `value` encodes; see `JSONEncoding`.
    ///
    /// If that fails, nothing has been written.
    /// - Throws: as `JSONEncoding.text` does.
    public mutating func encode<T: Encodable>(_ value: T) throws {
        let start = (end: end, needsComma: needsComma)
        do {
            try withUnsafeMutablePointer(to: &self) { writer in
                let sink = EncodingSink(writer)
                defer { sink.close() }
                try sink.encodeRoot(value)
            }
        } catch {
            end = start.end
            needsComma = start.needsComma
            throw error
        }
    }

    /// Writes a member: what `value` encodes.
    ///
    /// If that fails, nothing has been written.
    /// - Throws: as `JSONEncoding.text` does.
    public mutating func field<T: Encodable>(_ key: StaticString, encoding value: T) throws {
        let start = (end: end, needsComma: needsComma)
        self.key(key)
        do {
            try encode(value)
        } catch {
            end = start.end
            needsComma = start.needsComma
            throw error
        }
    }
}
