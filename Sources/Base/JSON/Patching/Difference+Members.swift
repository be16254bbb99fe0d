/// Comparison of objects.
extension Difference {
    /// A member of an object in the newer text.
    private struct NewMember {
        let key: Range<Int>
        /// The end of the preceding member; for the first member, the beginning of the object's contents.
        let end: Int
        /// A reader before the value of the member.
        let reader: OutlineReader
    }

    /// Compares the members of two objects.
    ///
    /// - Parameters:
    ///   - first: The position before the first member of the older object.
    ///   - last: The index of the node after the older object.
    ///   - reader: The reader, which is before the newer object.
    /// - Returns: False if only one of the objects has deferred members. The object must then be replaced as a whole.
    mutating func compareMembers(
        _ first: OutlineCursor, until last: Int, _ reader: inout OutlineReader, to json: inout JSONWriter
    ) -> Bool {
        var cursor = first
        reader.enter()
        // Usually both objects have the same members in the same order.
        while true {
            _ = skipSame(&cursor, until: last, &reader)
            var next = reader
            guard next.step() else {
                if cursor.node < last { break }
                reader = next
                return true
            }
            if cursor.node == last { break }
            let key = next.takeKey()
            guard bytes.isSame(key, self.key(of: cursor)) else { break }
            let end = reader.offset
            reader = next
            if key.isEmpty {
                compareNotedMembers(cursor, &reader, after: end, to: &json)
                cursor.skip(nodes[cursor.node])
                continue
            }
            descend(key) { $0.compare(cursor, &reader, after: end, to: &json) }
            cursor.skip(nodes[cursor.node])
        }
        return compareRest(cursor, until: last, &reader, to: &json)
    }

    private mutating func compareNotedMembers(
        _ cursor: OutlineCursor, _ reader: inout OutlineReader, after end: Int, to json: inout JSONWriter
    ) {
        writeChanges(of: cursor.deferredNumber, reader.deferredCount, to: &json)
        newNodes.append(nodes[cursor.node].moved(lead: reader.offset - end))
        _ = reader.takeValue()
    }

    /// Compares the members that follow the common beginning of two objects.
    ///
    /// In the common beginning, both objects have the same keys in the same order.
    private mutating func compareRest(
        _ first: OutlineCursor, until last: Int, _ reader: inout OutlineReader, to json: inout JSONWriter
    ) -> Bool {
        let members = members(first, until: last)
        let newMembers = newMembers(&reader)
        guard members.contains(where: { $0.key.isEmpty }) == newMembers.contains(where: { $0.key.isEmpty }) else {
            return false
        }
        let newKeys = MemberKeys(newMembers.map(\.key), in: bytes)
        for (key, _) in members where newKeys.index(of: key) == nil { descend(key) { $0.remove(to: &json) } }
        let keys = MemberKeys(members.map(\.key), in: bytes)
        for member in newMembers {
            var reader = member.reader
            let index = keys.index(of: member.key)
            if let index, member.key.isEmpty {
                compareNotedMembers(members[index].cursor, &reader, after: member.end, to: &json)
                continue
            }
            if let index, skipSame(members[index].cursor, &reader, after: member.end) { continue }
            descend(member.key) { difference in
                if let index {
                    difference.compare(members[index].cursor, &reader, after: member.end, to: &json)
                } else {
                    difference.add(difference.read(&reader, after: member.end), to: &json)
                }
            }
        }
        return true
    }

    private func members(_ first: OutlineCursor, until last: Int) -> [(key: Range<Int>, cursor: OutlineCursor)] {
        var members: [(key: Range<Int>, cursor: OutlineCursor)] = []
        members.reserveCapacity(16)
        var cursor = first
        while cursor.node < last {
            members.append((key(of: cursor), cursor))
            cursor.skip(nodes[cursor.node])
        }
        return members
    }

    /// Reads the remaining members of the newer object.
    private func newMembers(_ reader: inout OutlineReader) -> [NewMember] {
        var members: [NewMember] = []
        members.reserveCapacity(16)
        var end = reader.offset
        while reader.step() {
            let key = reader.takeKey()
            members.append(NewMember(key: key, end: end, reader: reader))
            _ = reader.takeValue()
            end = reader.offset
        }
        return members
    }

    /// Returns the key of the member after a cursor, as a range of the older text.
    private func key(of cursor: OutlineCursor) -> Range<Int> {
        var reader = OutlineReader(bytes, at: cursor.offset)
        _ = reader.step()
        return reader.takeKey()
    }
}
