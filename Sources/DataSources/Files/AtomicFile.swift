import FeatureKit
import Glibc
import JSON
import SystemPackage

/// A file whose content is replaced whole: a reader sees the old or the new content, whatever happens in between.
struct AtomicFile {
    let path: FilePath

    init(_ path: FilePath) {
        self.path = path
    }

    /// The whole content, with the stamp that the file had before it was read.
    ///
    /// - Throws: also `invalidData`, where it is longer than a file of rows may be, and `fileError`, where it is no regular
    ///   file.
    func read(limit: Int = RowLimits.file) throws(Failure) -> (bytes: [UInt8], stamp: FileStamp) {
        let tooLong = Failure("invalidData", "\(path.string) is longer than \(limit) bytes; shorten it, then retry")
        do {
            // Who opens a pipe waits for a writer, and a device may do anything: those are not even opened, and not
            // waited for where one has come in between.
            _ = try FileStamp(of: path)
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter {
                let stamp = try FileStamp(of: file, at: path)
                if stamp.size > limit { throw tooLong }
                guard let bytes = try file.readAll(limit: limit, expecting: stamp.size) else { throw tooLong }
                // A host that writes it just now, or was killed when it did, has said what it is to hold.
                return (try EditJournal(of: resolved())?.content(insteadOf: bytes) ?? bytes, stamp)
            }
        } catch {
            throw error as? Failure ?? Failure(error, "read", path)
        }
    }

    /// Replaces the whole content; keeps the owner, the mode, and the extended attributes, which hold ACLs too.
    ///
    /// A file with one name is replaced by a new one. A file with several names (hard links) is written where it lies,
    /// with a journal beside it, so that all names see the new content.
    ///
    /// - Parameter isWanted: asked when all is written, right before the old content goes.
    /// - Returns: the new file's stamp; nil where it was not wanted any more.
    func replace(
        with bytes: [UInt8], ifStillWanted isWanted: () throws(Failure) -> Bool = { true }
    ) throws(Failure) -> FileStamp? {
        // A link stays a link: what it points at is replaced, or made.
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
                // Of this file and not of what stands at the path by now, which may be another's.
                return try FileStamp(of: temporary.file, at: target)
            }
        } catch {
            throw error as? Failure ?? Failure(error, "write", path)
        }
    }

    /// A file that nobody may write into is not replaced either, although its folder would allow it.
    private func checkWritable(_ target: FilePath) throws(Errno) {
        if faccessat(AT_FDCWD, target.string, W_OK, AT_EACCESS) == 0 || errno == ENOENT { return }
        throw Errno(rawValue: errno)
    }

    /// Where links lead, whether or not there is a file at their end.
    func resolved() -> FilePath {
        var place = path
        // As many links as the system itself follows.
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
    /// Makes a rename or a removal beside the file last; a file system that can't do it is no reason to fail.
    func syncFolder() {
        let folder = removingLastComponent()
        guard let file = try? FileDescriptor.open(folder.isEmpty ? "." : folder, .readOnly, options: .closeOnExec)
        else { return }
        fsync(file.rawValue)
        try? file.close()
    }
}

extension FileDescriptor {
    /// The bytes from where it stands to its end; nil where they are more than the limit.
    ///
    /// - Parameter size: how many there are, as far as that is known.
    /// - Throws: `ENOMEM` where there is no memory for them.
    func readAll(limit: Int, expecting size: Int = 0) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        guard MemoryRoom.isLeft(for: size) else { throw Errno.noMemory }
        bytes.reserveCapacity(min(size, limit))
        // One byte more finds the end of a small file in the first piece.
        var buffer = [UInt8](repeating: 0, count: min(max(size + 1, 1 << 12), 1 << 18))
        while true {
            let count = try buffer.withUnsafeMutableBytes { try read(into: $0) }
            if count == 0 { return bytes }
            // It is longer than expected.
            if bytes.count + count > bytes.capacity, !MemoryRoom.isLeft(for: 2 * (bytes.count + count)) {
                throw Errno.noMemory
            }
            bytes.append(contentsOf: buffer[..<count])
            if bytes.count > limit { return nil }
        }
    }
}
