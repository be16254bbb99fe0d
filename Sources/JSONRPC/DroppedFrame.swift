/// What is kept of a frame that was not delivered: enough to recover the id of its request.
public struct DroppedFrame: Sendable, Hashable {
    /// How many bytes of a dropped frame are kept, at most.
    public static let maxPrefixBytes = 64 * 1024

    /// The frame's first bytes.
    public private(set) var prefix: [UInt8] = []

    /// How many bytes of the frame arrived, its line break not counted.
    public private(set) var byteCount = 0

    /// Whether all bytes so far are white space.
    private(set) var isBlank = true

    init() {}

    mutating func absorb(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        isBlank = isBlank && bytes.allSatisfy(ASCII.isWhiteSpace)
        let wanted = Self.maxPrefixBytes - prefix.count
        if wanted > 0 { prefix.append(contentsOf: bytes.prefix(wanted)) }
    }
}
