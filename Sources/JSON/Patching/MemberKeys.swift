/// Finds members by their keys.
struct MemberKeys {
    /// So many are looked through.
    private static let few = 16

    private let members: ArraySlice<OutlineMember>
    private let places: [Int]
    private let bytes: UnsafeRawBufferPointer
    private let known: [BytesKey: Int]

    /// - Parameter places: those of the members of one object.
    init(_ members: ArraySlice<OutlineMember>, _ places: [Int], in bytes: UnsafeRawBufferPointer) {
        self.members = members
        self.places = places
        self.bytes = bytes
        let many = places.count > Self.few ? places : []
        known = Dictionary(many.map { (BytesKey(members[$0].key, in: bytes), $0) }) { first, _ in first }
    }

    /// Where the member with a key stands, which is given as it stands in a text; nil if there is none.
    func place(of key: Range<Int>, in text: UnsafeRawBufferPointer) -> Int? {
        let key = BytesKey(key, in: text)
        if places.count > Self.few { return known[key] }
        return places.first { BytesKey(members[$0].key, in: bytes) == key }
    }
}

/// Bytes that a dictionary knows, as long as they stay where they are.
struct BytesKey: Hashable {
    private let bytes: UnsafeRawBufferPointer

    init(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    static func == (a: BytesKey, b: BytesKey) -> Bool {
        OutlineReader.isSame(a.bytes, a.bytes.indices, b.bytes, b.bytes.indices)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
}
