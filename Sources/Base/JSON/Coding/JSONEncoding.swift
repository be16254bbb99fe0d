/// Encodes Swift values as JSON through `Encodable`, without Foundation.
///
/// Members keep the order in which the type encodes them. Dictionaries are sorted by key, and sets are sorted by the
/// text of their elements. So the same value always gives the same text. `encodeIfPresent` omits nil. Reals that are
/// not finite become `null`.
public enum JSONEncoding {
    /// Encodes a value as text.
    ///
    /// - Throws: `EncodingError` for an integer outside the range of `Int`, and for a write to a container after a
    ///   write to an enclosing container; any error of the type's own `encode(to:)`.
    public static func text<T: Encodable>(_ value: T) throws -> JSONText {
        try JSONText.build { (writer) throws in try writer.encode(value) }
    }

    /// Splits an action enum's case into its name and its params.
    ///
    /// `JSONDecoding.decodeAction` decodes the same case from the name and the params.
    ///
    /// A single unlabelled payload becomes the params themselves if it is an object with members, but without a member
    /// `_0`.
    /// - Throws: `EncodingError` if the value is encoded as anything other than a string or an object with one member;
    ///   also the errors of ``text(_:)``.
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

    /// True if an unlabelled payload can become the params themselves.
    ///
    /// It must be an object with members, but without a member `_0`.
    private static func isFlat(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.first == UInt8(ascii: "{"), bytes.count > 2 else { return false }
        let own = try? JSONScanner.range(of: JSONPointer(["_0"]), in: bytes)
        return own == .some(.none)
    }

    /// Returns the key and the range of the value of an object with exactly one member.
    ///
    /// The text must be compact.
    private static func onlyMember(of bytes: UnsafeRawBufferPointer) -> (key: String, value: Range<Int>)? {
        var cursor = JSONTokenizer(bytes)
        guard cursor.take(UInt8(ascii: "{")), let token = try? cursor.takeString() else { return nil }
        let key = cursor.text(of: token)
        let end = bytes.count - 1
        // The value of an only member ends directly before the closing brace of the object, because the text is
        // compact.
        let range = try? JSONScanner.range(of: JSONPointer([key]), in: bytes)
        guard let range = range ?? nil, range.upperBound == end else { return nil }
        return (key, range)
    }
}

extension JSONWriter {
    /// Encodes `value` at the writer's position; see `JSONEncoding`.
    ///
    /// Writes nothing if encoding fails.
    /// - Throws: The errors of `JSONEncoding.text`.
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

    /// Writes a member with an encoded value.
    ///
    /// Writes nothing if encoding fails.
    /// - Throws: The errors of `JSONEncoding.text`.
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
