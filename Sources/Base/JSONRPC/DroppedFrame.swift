/// The start of a frame that was not delivered.
///
/// The id of the frame's request can be recovered from it.
public struct DroppedFrame: Sendable, Hashable {
    /// The maximum number of bytes of a dropped frame that are kept.
    public static let maxPrefixBytes = 64 * 1024

    /// The first bytes of the frame.
    public private(set) var prefix: [UInt8] = []

    /// The number of received bytes of the frame, without the `\n` that ends a line.
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
