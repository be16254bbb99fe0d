import FHEventLoop
import FeatureKit
import Glibc
import SystemPackage

/// A file with several names (hard links), which is overwritten in place.
///
/// While the file is written, a journal beside the edited name holds the old and the new content. A host that finds a
/// journal reads the new content, and completes the write of a killed host. The other names have no journal: their
/// readers may see a half-written file.
struct LinkedFile {
    /// The timeout in milliseconds for writes of other programs.
    private static let lockPatience = 10_000

    let target: FilePath

    init(_ target: FilePath) {
        self.target = target
    }

    /// Replaces the content; see ``AtomicFile/replace(with:ifStillWanted:)``.
    func replace(with bytes: [UInt8], ifStillWanted isWanted: () throws(Failure) -> Bool) throws -> FileStamp? {
        let file = try FileDescriptor.open(target, .readWrite, options: [.closeOnExec, .nonBlocking])
        return try file.closeAfter {
            _ = try FileStamp(of: file, at: target)
            try lock(file)
            guard try isWanted() else { return nil }
            guard let there = try file.readAll(limit: RowLimits.file) else { throw Errno.fileTooLarge }
            // The content that a killed host began to write is the one that was read, and is replaced.
            let old = try EditJournal(of: target)?.content(insteadOf: there) ?? there
            let journal = EditJournal(old: old, new: bytes)
            try journal.write(beside: target)
            do {
                try Self.write(bytes, to: file)
            } catch {
                // A full disk still has space for the old content.
                try? Self.write(old, to: file)
                EditJournal.remove(beside: target)
                throw error
            }
            EditJournal.remove(beside: target)
            target.syncFolder()
            return try FileStamp(of: file, at: target)
        }
    }

    /// Waits for programs that write the file under another name.
    private func lock(_ file: FileDescriptor) throws {
        var waited = 0
        while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
            let code = Errno(rawValue: errno)
            if code == .interrupted { continue }
            // Without locks there is nothing to wait for.
            guard code == .wouldBlock else { return }
            guard waited < Self.lockPatience else {
                throw Failure(
                    "fileError", "another program has locked \(target.string); try again when it is done")
            }
            usleep(5_000)
            waited += 5
        }
    }

    /// Writes bytes from the start and truncates the file after them.
    private static func write(_ bytes: [UInt8], to file: FileDescriptor) throws {
        _ = try file.writeAll(toAbsoluteOffset: 0, bytes)
        guard ftruncate(file.rawValue, bytes.count) == 0, fsync(file.rawValue) == 0 else {
            throw Errno(rawValue: errno)
        }
    }
}

/// The old and the new content of a file that is being overwritten in place.
struct EditJournal {
    private static let title = Array("featurehost journal 1\n".utf8)

    let old: [UInt8]
    let new: [UInt8]

    init(old: [UInt8], new: [UInt8]) {
        self.old = old
        self.new = new
    }

    private static func path(of target: FilePath) -> FilePath {
        let name = String(decoding: (target.lastComponent?.string ?? "file").utf8.prefix(200), as: UTF8.self)
        return target.removingLastComponent().appending(".\(name).featurehost-journal")
    }

    /// Reads the journal of a file; returns nil if there is no readable journal.
    ///
    /// - Throws: A failure if a limit of the system is reached, because otherwise an existing journal would be ignored.
    private static func bytes(of target: FilePath) throws -> [UInt8]? {
        do {
            let opened = try FileDescriptor.open(
                path(of: target), .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
            return try opened.closeAfter {
                _ = try FileStamp(of: opened, at: path(of: target))
                return try opened.readAll(limit: 2 * RowLimits.file + title.count + 16)
            }
        } catch let error as Errno where error.limit != nil {
            throw error
        } catch {
            return nil
        }
    }

    /// Reads the journal of a file; returns nil if there is no complete journal.
    ///
    /// - Throws: A failure if a limit of the system is reached, such as `EMFILE`.
    init?(of target: FilePath) throws {
        let bytes = try Self.bytes(of: target)
        let start = Self.title.count + 8
        guard let bytes, bytes.count >= start, bytes.starts(with: Self.title) else { return nil }
        var count: UInt64 = 0
        for byte in bytes[Self.title.count..<start].reversed() { count = count << 8 | UInt64(byte) }
        guard count <= UInt64(bytes.count - start) else { return nil }
        old = Array(bytes[start..<start + Int(count)])
        new = Array(bytes[(start + Int(count))...])
    }

    /// Writes the journal atomically.
    func write(beside target: FilePath) throws {
        let temporary = try TemporaryFile(for: target)
        try temporary.file.closeAfter {
            do {
                FileAttributes.copy(from: target, to: temporary.file)
                let count = UInt64(old.count)
                let head = Self.title + (0..<8).map { UInt8(truncatingIfNeeded: count >> UInt64(8 * $0)) }
                _ = try temporary.file.writeAll(head)
                _ = try temporary.file.writeAll(old)
                _ = try temporary.file.writeAll(new)
                guard fsync(temporary.file.rawValue) == 0,
                    rename(temporary.path.string, Self.path(of: target).string) == 0
                else { throw Errno(rawValue: errno) }
            } catch {
                unlink(temporary.path.string)
                throw error
            }
        }
        target.syncFolder()
    }

    static func remove(beside target: FilePath) {
        unlink(path(of: target).string)
    }

    /// Returns the new content if a file is the old content, partly overwritten with the new one.
    ///
    /// - Returns: Nil if another program has written the file since.
    func content(insteadOf bytes: [UInt8]) -> [UInt8]? {
        let common = zip(bytes, new).prefix { $0 == $1 }.count
        // The rest of the old content follows the written part; truncation comes last.
        let isWritten = bytes[common...].elementsEqual(old.dropFirst(common))
        return isWritten || common == new.count && bytes.count == common ? new : nil
    }
}
