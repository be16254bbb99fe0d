import JSON

/// The texts of some rows, one after the other, which all who hold one of the rows share.
///
/// Each row is its id and its value; behind the texts stand, for each row, where its id and its value end.
final class RowBlock: Sendable {
    /// How many rows a block has at most.
    static let limit = 4_096
    /// A block that has so many bytes takes no more rows.
    static let fullSize = 1 << 20

    let count: Int
    private let bytes: [UInt8]
    private let tableStart: Int

    /// Takes over texts.
    ///
    /// - Parameter ends: where each row's id and value end, in turn.
    init(_ texts: UnsafeRawBufferPointer, ends: [UInt32]) {
        count = ends.count / 2
        tableStart = texts.count
        bytes = Array(unsafeUninitializedCapacity: texts.count + 4 * ends.count) { buffer, length in
            let target = UnsafeMutableRawBufferPointer(buffer)
            target.copyMemory(from: texts)
            let table = UnsafeMutableRawBufferPointer(rebasing: target[texts.count...])
            ends.withUnsafeBytes { table.copyMemory(from: $0) }
            length = target.count
        }
    }

    /// Gives the texts of one row, which stay valid for the call only.
    @inline(__always)
    func withTexts<Result>(
        _ place: Int, _ body: (_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Result
    ) -> Result {
        precondition(place >= 0 && place < count, "a row of the block")
        return bytes.withUnsafeBytes { bytes in
            let entry = tableStart &+ 8 &* place
            let start = place == 0 ? 0 : Int(bytes.loadUnaligned(fromByteOffset: entry &- 4, as: UInt32.self))
            let middle = Int(bytes.loadUnaligned(fromByteOffset: entry, as: UInt32.self))
            let end = Int(bytes.loadUnaligned(fromByteOffset: entry &+ 4, as: UInt32.self))
            return body(
                UnsafeRawBufferPointer(rebasing: bytes[start..<middle]),
                UnsafeRawBufferPointer(rebasing: bytes[middle..<end]))
        }
    }
}
