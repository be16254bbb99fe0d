import FHJSON

/// The text of a JSON object with its original white space.
public struct ObjectText {
    private struct Member {
        /// The white space before the key.
        let before: Range<Int>
        let key: JSONMemberReader.Key
        /// The range from the closing quote of the key to the value.
        let between: Range<Int>
        let value: Range<Int>
    }

    private let bytes: UnsafeRawBufferPointer
    private var members: [Member] = []
    /// The range of the text after the last value.
    private var end: Range<Int>
    /// The number of enclosing objects.
    private let depth: Int
    /// The maximum depth; changed objects that are nested more deeply don't keep their white space.
    private static let maximumDepth = 64

    /// Reads an object; returns nil if the text is not an object.
    ///
    /// The bytes must outlive the result.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes, depth: 0)
    }

    private init?(_ bytes: UnsafeRawBufferPointer, depth: Int) {
        self.bytes = bytes
        self.depth = depth
        end = 0..<bytes.count
        guard (try? read()) == true else { return nil }
    }

    /// Reads the members; returns false if the text is not an object.
    private mutating func read() throws(JSONParseError) -> Bool {
        var reader = JSONMemberReader(bytes)
        guard reader.enterObject() else { return false }
        var start = reader.offset
        while let key = try reader.nextKey() {
            if !members.isEmpty { start = bytes[start...].firstIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? start }
            let value = try reader.skipValue()
            members.append(
                Member(
                    before: start..<key.range.lowerBound - 1, key: key,
                    between: key.range.upperBound..<value.lowerBound, value: value))
            start = value.upperBound
        }
        end = start..<bytes.count
        return true
    }

    /// Returns a text of another object, with the white space of this object and this object's texts of equal members.
    ///
    /// - Parameter value: The text of the other object.
    public func rewritten(to value: UnsafeRawBufferPointer) -> [UInt8] {
        guard let first = members.first, let other = ObjectText(value), !other.members.isEmpty else {
            return Array(value)
        }
        var places: [ExactText: Int] = [:]
        for (place, member) in members.enumerated() { places[key(of: member)] = place }
        var text: [UInt8] = [UInt8(ascii: "{")]
        for (index, member) in other.members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            let place = places[other.key(of: member)]
            text += index == 0 ? bytes[first.before] : space(before: place)
            text.append(UInt8(ascii: "\""))
            let own = place.map { members[$0] }
            text += own.map { bytes[$0.key.range] } ?? value[member.key.range]
            text += bytes[(own ?? first).between]
            append(value[member.value], insteadOf: own, to: &text)
        }
        return text + bytes[end]
    }

    /// Writes a value; copies the old text if the values are equal, and the texts of equal members if both are objects.
    private func append(_ value: Slice<UnsafeRawBufferPointer>, insteadOf own: Member?, to text: inout [UInt8]) {
        guard let own else { return text.append(contentsOf: value) }
        if says(own, value) { return text.append(contentsOf: bytes[own.value]) }
        let isNested = depth < Self.maximumDepth && value.first == UInt8(ascii: "{")
        guard isNested,
            let object = ObjectText(UnsafeRawBufferPointer(rebasing: bytes[own.value]), depth: depth + 1)
        else { return text.append(contentsOf: value) }
        text += object.rewritten(to: UnsafeRawBufferPointer(rebasing: value))
    }

    /// Returns the white space before a member that is not the first member of the new text.
    ///
    /// - Parameter place: The index of the member in this object; nil for a new member.
    private func space(before place: Int?) -> Slice<UnsafeRawBufferPointer> {
        if let place, place > 0 { return bytes[members[place].before] }
        if members.count > 1 { return bytes[members[1].before] }
        // On a single line, a comma is followed by as much space as a colon.
        if !members[0].before.isEmpty { return bytes[members[0].before] }
        let between = bytes[members[0].between]
        return between.suffix(between.reversed().prefix { $0 <= 0x20 }.count)
    }

    private func key(of member: Member) -> ExactText {
        let range = member.key.range
        guard member.key.hasEscapes else { return ExactText(String(decoding: bytes[range], as: UTF8.self)) }
        return ExactText(parsed(range.lowerBound - 1..<range.upperBound + 1)?.stringValue ?? "")
    }

    private func says(_ member: Member, _ value: Slice<UnsafeRawBufferPointer>) -> Bool {
        if bytes[member.value].elementsEqual(value) { return true }
        return parsed(member.value).map { JSONText($0).bytes.elementsEqual(value) } ?? false
    }

    private func parsed(_ range: Range<Int>) -> JSONValue? {
        try? TolerantJSON(parsing: UnsafeRawBufferPointer(rebasing: bytes[range])).value
    }
}
