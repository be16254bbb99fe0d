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

    /// Makes a block of one row.
    init(id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        count = 1
        let (middle, end) = (id.count, id.count + value.count)
        tableStart = end
        bytes = Array(unsafeUninitializedCapacity: end + 8) { buffer, length in
            let target = UnsafeMutableRawBufferPointer(buffer)
            target.copyMemory(from: id)
            UnsafeMutableRawBufferPointer(rebasing: target[middle...]).copyMemory(from: value)
            target.storeBytes(of: UInt32(middle), toByteOffset: end, as: UInt32.self)
            target.storeBytes(of: UInt32(end), toByteOffset: end + 4, as: UInt32.self)
            length = end + 8
        }
    }

    /// Gives the texts of one row, which stay valid for the call only.
    @inline(__always)
    func withTexts<Result>(
        _ place: Int, _ body: (_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withReader { $0.read(place, body) }
    }

    /// Reads rows one after the other.
    struct Reader {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let tableStart: Int
        fileprivate let count: Int

        @inline(__always)
        func read<Result>(
            _ place: Int, _ body: (_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Result
        ) -> Result {
            precondition(place >= 0 && place < count, "a row of the block")
            let entry = tableStart &+ 8 &* place
            let start = place == 0 ? 0 : Int(bytes.loadUnaligned(fromByteOffset: entry &- 4, as: UInt32.self))
            let middle = Int(bytes.loadUnaligned(fromByteOffset: entry, as: UInt32.self))
            let end = Int(bytes.loadUnaligned(fromByteOffset: entry &+ 4, as: UInt32.self))
            return body(
                UnsafeRawBufferPointer(rebasing: bytes[start..<middle]),
                UnsafeRawBufferPointer(rebasing: bytes[middle..<end]))
        }
    }

    /// Gives a reader, which must not be used after the call.
    @inline(__always)
    func withReader<Result>(_ body: (Reader) -> Result) -> Result {
        bytes.withUnsafeBytes { body(Reader(bytes: $0, tableStart: tableStart, count: count)) }
    }
}
