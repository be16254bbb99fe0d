import FeatureKit
import Synchronization
import SystemPackage

/// The bytes of a text of lines: a part of an open file, or bytes in memory.
///
/// A file is not mapped into memory, because reading a mapped file that another program has shortened would end the
/// process.
///
/// All members may be used from any thread.
final class LineText: Sendable {
    private enum Bytes {
        case file(FileDescriptor)
        case memory([UInt8])
    }

    private let bytes: Bytes
    private let outdated = Atomic(false)
    /// The name of the file, for messages.
    let name: String

    /// Makes a text of a file, which is closed when the text is released.
    init(_ file: FileDescriptor, name: String) {
        bytes = .file(file)
        self.name = name
    }

    /// Makes a text of bytes in memory.
    init(_ bytes: [UInt8], name: String) {
        self.bytes = .memory(bytes)
        self.name = name
    }

    deinit {
        if case .file(let file) = bytes { try? file.close() }
    }

    /// The open file; nil for bytes in memory.
    var file: FileDescriptor? { if case .file(let file) = bytes { file } else { nil } }

    /// Reads bytes from a place on into a buffer.
    ///
    /// - Returns: The number of bytes, which is that of the buffer except at the end of the text.
    /// - Throws: Failures of the system.
    func read(into buffer: UnsafeMutableRawBufferPointer, from place: Int) throws(Failure) -> Int {
        switch bytes {
        case .file(let file):
            do {
                return try file.read(into: buffer, from: place)
            } catch {
                throw Failure(error, "read", FilePath(name))
            }
        case .memory(let bytes):
            let end = min(place + buffer.count, bytes.count)
            guard place < end else { return 0 }
            bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<end])) }
            return end - place
        }
    }

    /// Reads a range of bytes into a buffer that is used again.
    ///
    /// - Throws: `fileError` if the text has become shorter.
    func read(_ range: Range<Int>, into buffer: inout [UInt8]) throws(Failure) {
        if buffer.count < range.count { buffer = [UInt8](repeating: 0, count: range.count) }
        let count = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(Failure) in
                try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]), from: range.lowerBound)
            }
        }
        guard try count.get() == range.count else { throw change() }
    }

    /// True if the text turned out to be another one than that of its index, which must be made again.
    var isOutdated: Bool { outdated.load(ordering: .relaxed) }

    /// Records that another program has changed the text, and returns the failure of reading it.
    func change() -> Failure {
        outdated.store(true, ordering: .relaxed)
        return Failure("fileError", "\(name) was changed while it was read; load it again")
    }
}
