/// Writes the operations that lead from one text to another.
struct Difference {
    /// A text with the lists that are noted in it.
    struct Side {
        let bytes: UnsafeRawBufferPointer
        let lists: [any SharedList]
        /// The members of the text, where it is an object.
        let members: [OutlineMember]

        var whole: OutlineReader.Part {
            var reader = OutlineReader(bytes)
            _ = reader.next()
            return OutlineReader.Part(range: reader.offset..<bytes.count, listsBefore: 0, listCount: lists.count)
        }
    }

    /// What lies deeper is replaced as a whole: each array on the way is read once more.
    private static let maximumDepth = 32

    let old: Side
    let new: Side
    private var depth = 0
    /// The path of the value under the eye: a JSON Pointer, as it stands in a JSON string.
    private(set) var path: [UInt8] = []

    init(old: Side, new: Side, path: [UInt8] = []) {
        self.old = old
        self.new = new
        self.path = path
    }

    /// Writes all operations.
    mutating func write(to json: inout JSONWriter) {
        compare(old.whole, new.whole, old.members[...], new.members[...], to: &json)
    }

    typealias Part = OutlineReader.Part

    private mutating func compare(
        _ part: Part, _ newPart: Part, _ members: Members, _ newMembers: Members, to json: inout JSONWriter
    ) {
        let kind = old.bytes[part.range.lowerBound]
        guard kind == new.bytes[newPart.range.lowerBound], depth < Self.maximumDepth else {
            return replace(by: newPart, to: &json)
        }
        let start = json.count
        let needsComma = json.needsComma
        switch kind {
        case UInt8(ascii: "{"): compareObjects(members, newMembers, to: &json)
        case UInt8(ascii: "["): compareArrays(part, newPart, to: &json)
        case JSONOutline.mark:
            compareLists(old.lists[part.listsBefore], new.lists[newPart.listsBefore], to: &json)
        default: return replace(by: newPart, to: &json)
        }
        let length = json.count - start - path.count - (needsComma ? 36 : 35)
        guard isLonger(length, than: newPart) else { return }
        json.truncate(to: start)
        json.needsComma = needsComma
        replace(by: newPart, to: &json)
    }

    /// Compares values whose members were not looked for yet.
    mutating func compare(_ part: Part, _ newPart: Part, to json: inout JSONWriter) {
        if isSame(part, newPart) { return }
        var reader = OutlineReader(old.bytes, at: part)
        var newReader = OutlineReader(new.bytes, at: newPart)
        compare(part, newPart, OutlineMember.all(&reader)[...], OutlineMember.all(&newReader)[...], to: &json)
    }

    /// Whether both have the same text; false where both are lists, which are compared anyway.
    func isSame(_ part: Part, _ newPart: Part) -> Bool {
        part.listCount == newPart.listCount && OutlineReader.isSame(old.bytes, part.range, new.bytes, newPart.range)
            && (part.listCount == 0 || part.range.count > 1 && hasSameLists(part, newPart))
    }

    private func hasSameLists(_ part: Part, _ newPart: Part) -> Bool {
        (0..<part.listCount).allSatisfy { number in
            let list = old.lists[part.listsBefore + number]
            let newList = new.lists[newPart.listsBefore + number]
            return list.isSame(as: newList)
        }
    }

    /// Whether so many bytes are more than a new value has as text.
    private func isLonger(_ length: Int, than part: Part) -> Bool {
        let lists = new.lists[part.listsBefore..<part.listsBefore + part.listCount]
        // To count them takes as long as to write them.
        guard length > lists.reduce(part.range.count, { $0 + $1.count * SharedLists.minimumSize }) else { return false }
        return length > lists.reduce(part.range.count) { $0 + $1.byteCount - 1 }
    }

    // MARK: Objects

    /// The members of an object: a part of a list, in which those of their values stand too.
    private typealias Members = ArraySlice<OutlineMember>

    private mutating func compareObjects(_ members: Members, _ newMembers: Members, to json: inout JSONWriter) {
        var place = members.startIndex
        var newPlace = newMembers.startIndex
        // Mostly both have the same members in the same order.
        while place < members.endIndex, newPlace < newMembers.endIndex {
            let (member, newMember) = (members[place], newMembers[newPlace])
            guard OutlineReader.isSame(old.bytes, member.key, new.bytes, newMember.key) else { break }
            compare(member, newMember, members, newMembers, place, newPlace, to: &json)
            place = member.end
            newPlace = newMember.end
        }
        if place < members.endIndex || newPlace < newMembers.endIndex {
            compareRest(members[place...], newMembers[newPlace...], to: &json)
        }
    }

    private mutating func compare(
        _ member: OutlineMember, _ newMember: OutlineMember, _ members: Members, _ newMembers: Members, _ place: Int,
        _ newPlace: Int, to json: inout JSONWriter
    ) {
        if isSame(member.value, newMember.value) { return }
        descend(newMember.key, in: new.bytes, to: &json) { difference, json in
            difference.compare(
                member.value, newMember.value, members[place + 1..<member.end],
                newMembers[newPlace + 1..<newMember.end], to: &json)
        }
    }

    /// Members that do not stand in the same order, or are not in both.
    private mutating func compareRest(_ members: Members, _ newMembers: Members, to json: inout JSONWriter) {
        let places = Self.places(members)
        let newPlaces = Self.places(newMembers)
        let newKeys = MemberKeys(newMembers, newPlaces, in: new.bytes)
        for place in places where newKeys.place(of: members[place].key, in: old.bytes) == nil {
            descend(members[place].key, in: old.bytes, to: &json) { $0.remove(to: &$1) }
        }
        let keys = MemberKeys(members, places, in: old.bytes)
        for newPlace in newPlaces {
            let newMember = newMembers[newPlace]
            if let place = keys.place(of: newMember.key, in: new.bytes) {
                compare(members[place], newMember, members, newMembers, place, newPlace, to: &json)
            } else {
                descend(newMember.key, in: new.bytes, to: &json) { $0.add(newMember.value, to: &$1) }
            }
        }
    }

    /// The places of an object's own members.
    private static func places(_ members: Members) -> [Int] {
        var places: [Int] = []
        var place = members.startIndex
        while place < members.endIndex {
            places.append(place)
            place = members[place].end
        }
        return places
    }

    // MARK: Operations

    mutating func replace(by part: Part, to json: inout JSONWriter) {
        write("replace", to: &json) { write(part, to: &$0) }
    }

    mutating func add(_ part: Part, to json: inout JSONWriter) {
        write("add", to: &json) { write(part, to: &$0) }
    }

    func remove(to json: inout JSONWriter) {
        begin("remove", to: &json)
        json.endObject()
    }

    /// Writes an operation with a value.
    func write(_ name: StaticString, to json: inout JSONWriter, value: (inout JSONWriter) -> Void) {
        begin(name, to: &json)
        json.key("value")
        value(&json)
        json.endObject()
    }

    private func begin(_ name: StaticString, to json: inout JSONWriter) {
        json.beginObject()
        json.key("op")
        json.beginValue()
        json.appendByte(UInt8(ascii: "\""))
        json.appendBytes(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        json.appendByte(UInt8(ascii: "\""))
        json.key("path")
        json.beginValue()
        json.appendByte(UInt8(ascii: "\""))
        path.withUnsafeBytes { json.appendBytes($0) }
        json.appendByte(UInt8(ascii: "\""))
    }

    private func write(_ part: Part, to json: inout JSONWriter) {
        json.beginValue()
        var start = part.range.lowerBound
        var number = part.listsBefore
        if part.listCount > 0 {
            for place in part.range where new.bytes[place] == JSONOutline.mark {
                json.appendBytes(UnsafeRawBufferPointer(rebasing: new.bytes[start..<place]))
                json.needsComma = false
                new.lists[number].write(to: &json)
                start = place + 1
                number += 1
            }
        }
        json.appendBytes(UnsafeRawBufferPointer(rebasing: new.bytes[start..<part.range.upperBound]))
        json.needsComma = true
    }

    // MARK: Paths

    mutating func descend(
        _ key: Range<Int>, in bytes: UnsafeRawBufferPointer, to json: inout JSONWriter,
        _ body: (inout Difference, inout JSONWriter) -> Void
    ) {
        let length = path.count
        path.appendToken(UnsafeRawBufferPointer(rebasing: bytes[key]))
        depth += 1
        body(&self, &json)
        depth -= 1
        path.removeSubrange(length...)
    }

    mutating func descend(
        _ place: Int, to json: inout JSONWriter, _ body: (inout Difference, inout JSONWriter) -> Void
    ) {
        let length = path.count
        path.append(UInt8(ascii: "/"))
        path.append(contentsOf: String(place).utf8)
        depth += 1
        body(&self, &json)
        depth -= 1
        path.removeSubrange(length...)
    }
}
