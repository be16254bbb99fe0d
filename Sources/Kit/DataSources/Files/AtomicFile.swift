import FHJSON
import FeatureKit
import Glibc
import SystemPackage

/// A file that is replaced atomically: readers see either the old or the new content.
struct AtomicFile {
    let path: FilePath

    init(_ path: FilePath) {
        self.path = path
    }

    struct Reading {
        let bytes: [UInt8]
        /// The stamp that the file had before it was read.
        let stamp: FileStamp
        /// A sentence about a file that has the name of the ``EditJournal`` but is not a journal; nil if there is no
        /// such file.
        let stranger: String?
    }

    /// Reads the whole content.
    ///
    /// - Throws: `invalidData` if the file is longer than the limit; `fileError` if it is not a regular file; failures
    ///   of the system.
    func read(limit: Int = RowLimits.file) throws(Failure) -> Reading {
        let tooLong = Failure("invalidData", "\(path.string) is longer than \(limit) bytes; shorten it, then retry")
        do {
            // Opening a pipe blocks until the pipe has a writer, and opening a device may have any effect, so neither
            // is opened. If a pipe appears after this check, the non-blocking open does not wait.
            _ = try FileStamp(of: path)
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter {
                let stamp = try FileStamp(of: file, at: path)
                if stamp.size > limit { throw tooLong }
                guard let bytes = try file.readAll(limit: limit, expecting: stamp.size) else { throw tooLong }
                // If a host is writing the file, or was killed while writing, the journal contains the new content.
                let found = try EditJournal.find(beside: resolved())
                let content = found.journal?.content(insteadOf: bytes) ?? bytes
                return Reading(bytes: content, stamp: stamp, stranger: found.stranger)
            }
        } catch {
            throw error as? Failure ?? Failure(error, "read", path)
        }
    }

    /// Reads the first bytes of a long file.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - shortest: Files up to this length are not read.
    /// - Returns: Nil for a shorter file, and for a file with an ``EditJournal``, whose content may be another one.
    /// - Throws: As ``read(limit:)``.
    func readHead(_ count: Int, ofFilesLongerThan shortest: Int) throws -> [UInt8]? {
        guard let stamp = try FileStamp(of: path), stamp.size > shortest else { return nil }
        let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        return try file.closeAfter {
            guard try FileStamp(of: file, at: path) == stamp else { return nil }
            let found = try EditJournal.find(beside: resolved())
            if found.journal != nil || found.stranger != nil { return nil }
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
                length = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Replaces the whole content, and keeps the owner, the mode and the extended attributes, which include ACLs.
    ///
    /// A file with one name is replaced by a new file. A file with several names (hard links) is overwritten in place,
    /// with an ``EditJournal`` in its folder, so that all names have the new content.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - isWanted: Called after the new file has been written, or before a file is overwritten in place. Returns
    ///     false to cancel the replacement.
    /// - Returns: The stamp of the new file; nil if the replacement was cancelled.
    func replace(
        with bytes: [UInt8], ifStillWanted isWanted: () throws(Failure) -> Bool = { true }
    ) throws(Failure) -> FileStamp? {
        // A symbolic link is kept: its target is replaced or created.
        let target = resolved()
        do {
            try checkWritable(target)
            TemporaryFile.removeLeftovers(of: target)
            if let stamp = try FileStamp(of: target), stamp.linkCount > 1 {
                return try LinkedFile(target).replace(with: bytes, ifStillWanted: isWanted)
            }
            let temporary = try TemporaryFile(for: target)
            return try temporary.file.closeAfter {
                do {
                    FileAttributes.copy(from: target, to: temporary.file)
                    _ = try temporary.file.writeAll(bytes)
                    guard fsync(temporary.file.rawValue) == 0 else { throw Errno(rawValue: errno) }
                    guard try isWanted() else {
                        unlink(temporary.path.string)
                        return nil
                    }
                    guard rename(temporary.path.string, target.string) == 0 else { throw Errno(rawValue: errno) }
                } catch {
                    unlink(temporary.path.string)
                    throw error
                }
                EditJournal.remove(beside: target)
                target.syncFolder()
                // The stamp of the open file, because another program may have replaced the file at the path by now.
                return try FileStamp(of: temporary.file, at: target)
            }
        } catch {
            throw error as? Failure ?? Failure(error, "write", path)
        }
    }

    /// Throws if the file exists and is not writable, even if its folder would allow a replacement.
    private func checkWritable(_ target: FilePath) throws(Errno) {
        if faccessat(AT_FDCWD, target.string, W_OK, AT_EACCESS) == 0 || errno == ENOENT { return }
        throw Errno(rawValue: errno)
    }

    /// Follows symbolic links, whether or not their target exists.
    func resolved() -> FilePath {
        var place = path
        // Like the system, this follows at most 40 links.
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place.string, &buffer, buffer.count)
            guard count > 0 else { return place }
            let link = FilePath(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
            place = place.removingLastComponent().pushing(link)
        }
        return place
    }
}

extension FilePath {
    /// Makes a rename or a removal in the folder durable; does nothing on file systems that don't support this.
    func syncFolder() {
        let folder = removingLastComponent()
        guard let file = try? FileDescriptor.open(folder.isEmpty ? "." : folder, .readOnly, options: .closeOnExec)
        else { return }
        fsync(file.rawValue)
        try? file.close()
    }
}

extension FileDescriptor {
    /// Reads from the current position to the end; nil if there are more bytes than the limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - size: The expected number of bytes.
    /// - Throws: `ENOMEM` if there is not enough memory; the errors of `read(2)`.
    func readAll(limit: Int, expecting size: Int = 0) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        guard MemoryRoom.isLeft(for: size) else { throw Errno.noMemory }
        bytes.reserveCapacity(min(size, limit))
        // With the additional byte, the first read of a small file shows if the file is longer than expected.
        var buffer = [UInt8](repeating: 0, count: min(max(size + 1, 1 << 12), 1 << 18))
        while true {
            let count = try buffer.withUnsafeMutableBytes { try read(into: $0) }
            if count == 0 { return bytes }
            // The file is longer than expected.
            if bytes.count + count > bytes.capacity, !MemoryRoom.isLeft(for: 2 * (bytes.count + count)) {
                throw Errno.noMemory
            }
            bytes.append(contentsOf: buffer[..<count])
            if bytes.count > limit { return nil }
        }
    }
}
