/// Finds members by their keys.
struct MemberKeys {
    /// So many are looked through.
    private static let few = 16

    private let keys: [Range<Int>]
    private let bytes: UnsafeRawBufferPointer
    private let known: [BytesKey: Int]

    /// - Parameter keys: those of the members of one object, as they stand in a text.
    init(_ keys: [Range<Int>], in bytes: UnsafeRawBufferPointer) {
        self.keys = keys
        self.bytes = bytes
        let many = keys.count > Self.few ? keys : []
        known = Dictionary(zip(many.map { BytesKey($0, in: bytes) }, 0...)) { first, _ in first }
    }

    /// The number of the first member with the same key as one that stands elsewhere in the text; nil if there is none.
    func index(of key: Range<Int>) -> Int? {
        if keys.count > Self.few { return known[BytesKey(key, in: bytes)] }
        return keys.firstIndex { bytes.isSame($0, key) }
    }
}

/// Bytes that a dictionary knows, as long as they stay where they are.
struct BytesKey: Hashable {
    private let bytes: UnsafeRawBufferPointer

    init(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    static func == (a: BytesKey, b: BytesKey) -> Bool { a.bytes.elementsEqual(b.bytes) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
}
