import FeatureKit
import SystemPackage

/// The end of the last complete line of a file, with what shows that the file still has the text before it.
///
/// All of this text is compared, or of a file of more than 64 MiB only one or two MiB at both ends.
struct FileEnd: Sendable {
    /// The length of a piece whose digest is kept.
    private static let pieceLength = 1 << 20
    /// The number of pieces up to which all are compared; of a longer file, the first and the last ones are.
    private static let mostPieces = 64

    /// The number of bytes up to the end of the last complete line.
    private(set) var length = 0
    private var digests: [UInt64] = []
    /// The bytes behind the last whole piece.
    private var rest: [UInt8] = []

    /// Moves the end behind further text.
    ///
    /// - Parameter lines: The complete lines that follow the end.
    mutating func move(behind lines: UnsafeRawBufferPointer) {
        length += lines.count
        var lines = lines[...]
        while rest.count + lines.count >= Self.pieceLength {
            let piece = lines.prefix(Self.pieceLength - rest.count)
            lines = lines[piece.endIndex...]
            if rest.isEmpty {
                digests.append(RowDigest(UnsafeRawBufferPointer(rebasing: piece)).bits)
            } else {
                rest.append(contentsOf: piece)
                digests.append(Self.digest(rest))
                rest.removeAll(keepingCapacity: true)
            }
        }
        rest.append(contentsOf: lines)
    }

    /// True if a file has the same text before the end.
    func isEnd(of file: FileDescriptor) throws -> Bool {
        let isShort = digests.count <= Self.mostPieces
        for piece in isShort ? Array(digests.indices) : [0, digests.count - 1] {
            let bytes = try file.read(Self.pieceLength, from: piece * Self.pieceLength)
            if Self.digest(bytes) != digests[piece] { return false }
        }
        return try file.read(rest.count, from: length - rest.count) == rest
    }

    private static func digest(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { RowDigest($0).bits } }
}

extension FileDescriptor {
    /// Reads bytes from a place on; fewer bytes at the end of the file.
    func read(_ count: Int, from place: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = try read(into: UnsafeMutableRawBufferPointer(buffer), from: place)
        }
    }

    /// Reads bytes from a place on into a buffer.
    ///
    /// - Returns: The number of bytes, which is that of the buffer except at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, from place: Int) throws -> Int {
        var length = 0
        while length < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
            let count = try read(fromAbsoluteOffset: Int64(place + length), into: rest)
            if count == 0 { break }
            length += count
        }
        return length
    }
}
