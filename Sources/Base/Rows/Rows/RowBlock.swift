import FHJSON

/// The texts of several rows in one buffer, shared by all ``SourceRow`` values for these rows.
///
/// The texts of a row are its id, its value and, if the source has versions of rows, its version. After all texts,
/// there is a table of the offsets at which each text ends. The place of a row is its index in the block.
package final class RowBlock: Sendable {
    /// The maximum number of rows in a block.
    package static let limit = 4_096
    /// The size in bytes at which a block is full and takes no more rows.
    static let fullSize = 1 << 20

    package let count: Int
    private let bytes: [UInt8]
    private let tableStart: Int
    /// True if the block contains a version for each row; an empty version means that the source gives none.
    private let hasVersions: Bool

    /// Makes a block by copying texts.
    ///
    /// - Parameters:
    ///   - texts: the texts of all rows, one after the other.
    ///   - ends: for each row, the offsets at which its id, its value and, if `hasVersions` is true, its version end.
    ///   - hasVersions: true if the texts contain a version for each row.
    init(_ texts: UnsafeRawBufferPointer, ends: [UInt32], hasVersions: Bool = false) {
        count = ends.count / (hasVersions ? 3 : 2)
        tableStart = texts.count
        self.hasVersions = hasVersions
        bytes = Array(unsafeUninitializedCapacity: texts.count + 4 * ends.count) { buffer, length in
            let target = UnsafeMutableRawBufferPointer(buffer)
            target.copyMemory(from: texts)
            let table = UnsafeMutableRawBufferPointer(rebasing: target[texts.count...])
            ends.withUnsafeBytes { table.copyMemory(from: $0) }
            length = target.count
        }
    }

    /// Makes a block of one row without a version.
    init(id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        count = 1
        hasVersions = false
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

    /// The size of the longest row, in bytes.
    package var longest: Int {
        if count <= 1 { return tableStart }
        return withReader { reader in
            (0..<count).reduce(0) { longest, place in
                max(longest, reader.read(place) { $0.count + $1.count + $2.count })
            }
        }
    }

    /// Calls `body` with the texts of one row.
    ///
    /// The texts are valid only during the call.
    @inline(__always)
    func withTexts<Result>(
        _ place: Int, _ body: (_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withReader { $0.read(place) { id, value, _ in body(id, value) } }
    }

    /// Calls `body` with the texts of one row; the version is empty if the source has none.
    ///
    /// The texts are valid only during the call.
    @inline(__always)
    package func withAllTexts<Result>(
        _ place: Int,
        _ body: (
            _ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ version: UnsafeRawBufferPointer
        ) -> Result
    ) -> Result {
        withReader { $0.read(place, body) }
    }

    /// Reads several rows of a block.
    package struct Reader {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let tableStart: Int
        fileprivate let count: Int
        fileprivate let hasVersions: Bool

        @inline(__always)
        package func read<Result>(
            _ place: Int,
            _ body: (
                _ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ version: UnsafeRawBufferPointer
            ) -> Result
        ) -> Result {
            precondition(place >= 0 && place < count, "a row of the block")
            let entry = tableStart &+ (hasVersions ? 12 : 8) &* place
            let start = place == 0 ? 0 : end(entry &- 4)
            let middle = end(entry)
            let valueEnd = end(entry &+ 4)
            let versionEnd = hasVersions ? end(entry &+ 8) : valueEnd
            return body(
                UnsafeRawBufferPointer(rebasing: bytes[start..<middle]),
                UnsafeRawBufferPointer(rebasing: bytes[middle..<valueEnd]),
                UnsafeRawBufferPointer(rebasing: bytes[valueEnd..<versionEnd]))
        }

        @inline(__always)
        private func end(_ offset: Int) -> Int {
            Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
    }

    /// Calls `body` with a reader of the block, which is valid only during the call.
    @inline(__always)
    package func withReader<Result>(_ body: (Reader) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            body(Reader(bytes: bytes, tableStart: tableStart, count: count, hasVersions: hasVersions))
        }
    }
}
