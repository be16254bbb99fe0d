/// A member of an object in the text of an outline, and where those of its own value stand.
struct OutlineMember {
    private let keyStart: UInt32
    private let keyEnd: UInt32
    private let valueStart: UInt32
    private var valueEnd: UInt32 = 0
    private let listsBefore: UInt32
    private var listCount: UInt32 = 0
    /// The place behind the members of its value, which stand behind it.
    private(set) var end = 0

    /// Deeper objects are not looked into: they are compared as a whole.
    private static let maximumDepth = 64

    /// The key with its quotes.
    var key: Range<Int> { Int(keyStart)..<Int(keyEnd) }
    var value: OutlineReader.Part {
        OutlineReader.Part(
            range: Int(valueStart)..<Int(valueEnd), listsBefore: Int(listsBefore), listCount: Int(listCount))
    }

    private init(key: Range<Int>, at reader: OutlineReader) {
        keyStart = UInt32(key.lowerBound)
        keyEnd = UInt32(key.upperBound)
        valueStart = UInt32(reader.offset)
        listsBefore = UInt32(reader.listCount)
    }

    /// The members of an object that a reader stands before, each followed by those of its value; none of another value.
    static func all(_ reader: inout OutlineReader) -> [OutlineMember] {
        var members: [OutlineMember] = []
        members.reserveCapacity(64)
        if reader.next() == UInt8(ascii: "{") { read(&reader, depth: 0, to: &members) }
        return members
    }

    private static func read(_ reader: inout OutlineReader, depth: Int, to members: inout [OutlineMember]) {
        reader.enter()
        while reader.step() {
            let index = members.count
            let key = reader.takeKey()
            members.append(OutlineMember(key: key, at: reader))
            if reader.next() == UInt8(ascii: "{"), depth < maximumDepth {
                read(&reader, depth: depth + 1, to: &members)
            } else {
                _ = reader.takeValue()
            }
            members[index].valueEnd = UInt32(reader.offset)
            members[index].listCount = UInt32(reader.listCount) - members[index].listsBefore
            members[index].end = members.count
        }
    }
}
