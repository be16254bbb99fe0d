/// A text whose lists are noted and not written, to be compared with another one of its kind.
///
/// It is made in a fraction of the time that the text takes, and what has not changed is found without a look at it.
public struct JSONOutline: Sendable {
    /// What stands in the text for a list: no JSON text has this byte.
    static let mark: UInt8 = 0x01

    let text: [UInt8]
    let lists: [any SharedList]
    private let members: [OutlineMember]
    private let isCompared: Bool

    /// How much text is compared; a longer one is written whole.
    private static let comparedSize = 1 << 20

    /// Notes what `body` writes, which must be exactly one value.
    public init(capacity: Int = 1 << 10, _ body: (inout JSONWriter) -> Void) {
        let shared = SharedLists()
        var json = JSONWriter(capacity: capacity)
        json.lists = shared
        body(&json)
        text = json.withUnsafeBytes { Array($0) }
        lists = shared.all
        isCompared = text.count <= Self.comparedSize
        if !isCompared {
            members = []
            return
        }
        members = text.withUnsafeBytes { bytes in
            var reader = OutlineReader(bytes)
            return OutlineMember.all(&reader)
        }
    }

    /// How long the text is that this is the outline of.
    private var byteCount: Int { lists.reduce(text.count) { $0 + $1.byteCount - 1 } }

    /// What leads from this text to a newer one: a JSON Patch (RFC 6902) of `add`, `remove` and `replace`.
    ///
    /// Elements of arrays that are objects with an `id`, or else a `key`, are known by it, so that one that moves is
    /// taken out and put in again and leaves the others alone. Where an operation for a whole value is the shortest,
    /// that is what there is. Nil where the texts without their lists are so long that comparing them would take a while.
    public func patch(to newer: JSONOutline) -> JSONText? {
        guard isCompared, newer.isCompared else { return nil }
        return JSONText.build(capacity: 1 << 9) { json in
            json.beginArray()
            write(patchTo: newer, at: [], to: &json)
            json.endArray()
        }
    }

    /// Writes the operations, for a value at a path: a JSON Pointer, as it stands in a JSON string.
    func write(patchTo newer: JSONOutline, at path: [UInt8], to json: inout JSONWriter) {
        text.withUnsafeBytes { bytes in
            newer.text.withUnsafeBytes { newBytes in
                var difference = Difference(
                    old: .init(bytes: bytes, lists: lists, members: members),
                    new: .init(bytes: newBytes, lists: newer.lists, members: newer.members), path: path)
                difference.write(to: &json)
            }
        }
    }

    /// Whether what stands for the text that this is the outline of is shorter than that.
    public func isLonger(than other: JSONText) -> Bool {
        text.count > other.bytes.count || byteCount > other.bytes.count
    }
}
