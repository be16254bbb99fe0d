/// The start of a frame that was not delivered, from which the id of its request can be recovered.
public struct DroppedFrame: Sendable, Hashable {
    /// The maximum number of bytes that are kept of a dropped frame.
    public static let maxPrefixBytes = 64 * 1024

    /// The first bytes of the frame.
    public private(set) var prefix: [UInt8] = []

    /// The number of bytes of the frame that were received, without its line break.
    public private(set) var byteCount = 0

    /// True if all bytes so far are white space.
    private(set) var isBlank = true

    init() {}

    mutating func absorb(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        isBlank = isBlank && bytes.allSatisfy(ASCII.isWhiteSpace)
        let wanted = Self.maxPrefixBytes - prefix.count
        if wanted > 0 { prefix.append(contentsOf: bytes.prefix(wanted)) }
    }
}
