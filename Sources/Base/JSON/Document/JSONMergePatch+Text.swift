/// Merge patches that are applied to texts.
///
/// Members that a patch does not name are copied byte by byte.
///
/// Texts must be well-formed, as every ``JSONText`` is. The texts are parsed only if the patch has nested objects or
/// more than 16 members, if a key has escapes, or if the patch or the target is not an object.
extension JSONMergePatch {
    /// Writes the patched text.
    ///
    /// The existing members come first, in their order, and then the new ones.
    public static func apply(
        _ patch: UnsafeRawBufferPointer, to target: UnsafeRawBufferPointer, into writer: inout JSONWriter
    ) {
        let start = writer.count
        let needsComma = writer.needsComma
        if let patch = FlatPatch(patch), copy(target, patch, into: &writer) { return }
        writer.truncate(to: start)
        writer.needsComma = needsComma
        merge(value(target), value(patch), into: &writer)
    }

    /// Returns the inverse patch, which restores the text `target` after `patch` has been applied.
    ///
    /// If `patch` changes a member that is `null` in the text, the restored text lacks the member.
    public static func opposite(
        of patch: UnsafeRawBufferPointer, on target: UnsafeRawBufferPointer
    ) -> JSONText {
        guard let changes = FlatPatch(patch), let known = changes.values(in: target) else {
            return opposite(of: value(patch), on: value(target))
        }
        return JSONText.build(capacity: 128) { writer in
            writer.beginObject()
            for (place, change) in changes.members.enumerated() {
                if let value = known[place] {
                    writer.copy(key: change.key, of: patch)
                    writer.rawValue(UnsafeRawBufferPointer(rebasing: target[value]))
                } else if !changes.isNull(change) {
                    writer.copy(key: change.key, of: patch)
                    writer.null()
                }
            }
            writer.endObject()
        }
    }

    /// Applies a flat patch by copying the members of the target that the patch does not name.
    ///
    /// - Returns: False if the target is not an object, or if a key has escapes. The writer then contains a partial
    ///   text.
    private static func copy(
        _ target: UnsafeRawBufferPointer, _ patch: FlatPatch, into writer: inout JSONWriter
    ) -> Bool {
        var reader = JSONMemberReader(target)
        guard reader.enterObject() else { return false }
        writer.beginObject()
        // Consecutive unchanged members are copied together.
        var run = 0..<0
        var found: UInt64 = 0
        do throws(JSONParseError) {
            while let key = try reader.nextKey() {
                if key.hasEscapes { return false }
                let value = try reader.skipValue()
                guard let place = patch.place(of: key.range, in: target) else {
                    run = (run.isEmpty ? key.range.lowerBound - 1 : run.lowerBound)..<value.upperBound
                    continue
                }
                writer.copy(run, of: target)
                run = 0..<0
                found |= 1 << UInt64(place)
                patch.write(place, to: &writer)
            }
        } catch {
            return false
        }
        writer.copy(run, of: target)
        for place in patch.members.indices where found & 1 << UInt64(place) == 0 { patch.write(place, to: &writer) }
        writer.endObject()
        return true
    }

    private static func value(_ text: UnsafeRawBufferPointer) -> JSONValue {
        JSONValue(JSONText(unchecked: Array(text)))
    }
}

/// A patch without objects as values.
///
/// Each value replaces a member as a whole; `null` removes the member.
private struct FlatPatch {
    /// The maximum number of members.
    ///
    /// Members are searched for linearly.
    static let limit = 16

    let bytes: UnsafeRawBufferPointer
    /// The ranges of keys and values.
    ///
    /// The ranges of keys exclude the quotes.
    private(set) var members: [(key: Range<Int>, value: Range<Int>)] = []

    /// Reads a patch.
    ///
    /// Nil if the patch is not an object, or if it has objects as values, keys with escapes, or too many members.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        var reader = JSONMemberReader(bytes)
        guard reader.enterObject() else { return nil }
        do throws(JSONParseError) {
            while let key = try reader.nextKey() {
                let value = try reader.skipValue()
                let goesIn = bytes[value.lowerBound] == UInt8(ascii: "{")
                if key.hasEscapes || goesIn || members.count == Self.limit { return nil }
                members.append((key.range, value))
            }
        } catch {
            return nil
        }
    }

    func isNull(_ member: (key: Range<Int>, value: Range<Int>)) -> Bool {
        bytes[member.value.lowerBound] == UInt8(ascii: "n")
    }

    /// Returns the index of the member whose key equals a range of another text; nil if there is none.
    func place(of key: Range<Int>, in text: UnsafeRawBufferPointer) -> Int? {
        for (place, member) in members.enumerated() where member.key.count == key.count {
            if bytes[member.key].elementsEqual(text[key]) { return place }
        }
        return nil
    }

    /// Writes the member of the patch at an index.
    ///
    /// Writes nothing if the value is `null`, because `null` removes the member.
    func write(_ place: Int, to writer: inout JSONWriter) {
        let member = members[place]
        if isNull(member) { return }
        writer.copy(key: member.key, of: bytes)
        writer.rawValue(UnsafeRawBufferPointer(rebasing: bytes[member.value]))
    }

    /// Returns the range of an object's value for each key of the patch; nil for a key that the object does not have.
    ///
    /// The whole result is nil if the text is not an object, or if it has keys with escapes.
    func values(in text: UnsafeRawBufferPointer) -> [Range<Int>?]? {
        var reader = JSONMemberReader(text)
        guard reader.enterObject() else { return nil }
        var values = [Range<Int>?](repeating: nil, count: members.count)
        do throws(JSONParseError) {
            while let key = try reader.nextKey() {
                if key.hasEscapes { return nil }
                let value = try reader.skipValue()
                if let place = place(of: key.range, in: text) { values[place] = value }
            }
        } catch {
            return nil
        }
        return values
    }
}

extension JSONWriter {
    /// Copies a range of members; does nothing if the range is empty.
    fileprivate mutating func copy(_ members: Range<Int>, of text: UnsafeRawBufferPointer) {
        if !members.isEmpty { rawValue(UnsafeRawBufferPointer(rebasing: text[members])) }
    }

    /// Copies a key with its quotes from a text, and appends the colon.
    fileprivate mutating func copy(key: Range<Int>, of text: UnsafeRawBufferPointer) {
        copy(key.lowerBound - 1..<key.upperBound + 1, of: text)
        appendByte(UInt8(ascii: ":"))
        needsComma = false
    }
}
