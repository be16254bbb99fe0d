/// An index of the members of an object by key.
struct MemberKeys {
    /// The maximum number of members for which the search is linear.
    private static let few = 16

    private let keys: [Range<Int>]
    private let bytes: UnsafeRawBufferPointer
    private let known: [BytesKey: Int]

    /// Indexes the members of one object.
    ///
    /// - Parameters:
    ///   - keys: The ranges of the members' keys.
    ///   - bytes: The text that contains the keys.
    init(_ keys: [Range<Int>], in bytes: UnsafeRawBufferPointer) {
        self.keys = keys
        self.bytes = bytes
        let many = keys.count > Self.few ? keys : []
        known = Dictionary(zip(many.map { BytesKey($0, in: bytes) }, 0...)) { first, _ in first }
    }

    /// Returns the index of the first member whose key has the same bytes as a range of the text; nil if there is none.
    func index(of key: Range<Int>) -> Int? {
        if keys.count > Self.few { return known[BytesKey(key, in: bytes)] }
        return keys.firstIndex { bytes.isSame($0, key) }
    }
}

/// A dictionary key over bytes that it does not own.
///
/// It is valid as long as the bytes are valid.
struct BytesKey: Hashable {
    private let bytes: UnsafeRawBufferPointer

    init(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    static func == (a: BytesKey, b: BytesKey) -> Bool { a.bytes.elementsEqual(b.bytes) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
}
