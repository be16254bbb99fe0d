import FeatureKit
import Glibc
import SystemPackage

/// A file that is replaced whole: a reader sees the old or the new content, whatever happens in between.
struct AtomicFile {
    let path: FilePath

    init(_ path: FilePath) {
        self.path = path
    }

    /// The whole content, with the stamp that the file had before it was read.
    ///
    /// - Throws: also `invalidData`, where it is longer than a file of rows may be, or never ends.
    func read(limit: Int = RowLimits.file) throws(Failure) -> (bytes: [UInt8], stamp: FileStamp?) {
        let tooLong = Failure("invalidData", "\(path.string) is longer than \(limit) bytes; shorten it, then retry")
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            return try file.closeAfter {
                let stamp = FileStamp(of: file)
                if let stamp, stamp.size > limit { throw tooLong }
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 1 << 18)
                while true {
                    let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                    if count == 0 { return (bytes, stamp) }
                    bytes.append(contentsOf: buffer[..<count])
                    if bytes.count > limit { throw tooLong }
                }
            }
        } catch {
            throw error as? Failure ?? Failure(error, "read", path)
        }
    }

    /// Writes a file beside it, syncs that to the disk and renames it over the old one; keeps the old one's mode.
    ///
    /// - Parameter isWanted: asked when all is written, right before the old file goes.
    /// - Returns: the new file's stamp; nil where it was not wanted any more.
    func replace(
        with bytes: [UInt8], ifStillWanted isWanted: () throws(Failure) -> Bool = { true }
    ) throws(Failure) -> FileStamp? {
        // A link stays a link: what it points at is replaced, or made.
        let target = resolved()
        let temporary = target.removingLastComponent().appending(temporaryName(of: target))
        do {
            try checkWritable(target)
            // Exclusively: nobody's file and no planted link is written into.
            let file = try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
            return try file.closeAfter {
                do {
                    takeOver(from: target, file)
                    _ = try file.writeAll(bytes)
                    guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
                    guard try isWanted() else {
                        unlink(temporary.string)
                        return nil
                    }
                    guard rename(temporary.string, target.string) == 0 else { throw Errno(rawValue: errno) }
                } catch {
                    unlink(temporary.string)
                    throw error
                }
                syncFolder(of: target)
                // Of this file and not of what stands at the path by now, which may be another's.
                guard let stamp = FileStamp(of: file) else { throw Errno(rawValue: errno) }
                return stamp
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

    /// A hidden name beside the target that no other writer uses, not longer than a name may be.
    private func temporaryName(of target: FilePath) -> String {
        let name = String(decoding: (target.lastComponent?.string ?? "file").utf8.prefix(200), as: UTF8.self)
        return ".\(name).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    }

    /// Gives a new file the owner and the mode of the old one, or those that a new file gets.
    private func takeOver(from target: FilePath, _ file: FileDescriptor) {
        var info = stat()
        guard stat(target.string, &info) == 0 else {
            let mask = umask(0)
            umask(mask)
            fchmod(file.rawValue, 0o666 & ~mask)
            return
        }
        // Who may not give a file away keeps it, but may be in its group; the mode comes after, since a new owner clears
        // some of its bits.
        if fchown(file.rawValue, info.st_uid, info.st_gid) != 0 { _ = fchown(file.rawValue, uid_t.max, info.st_gid) }
        fchmod(file.rawValue, info.st_mode & 0o7777)
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

    /// Makes the rename itself last; a file system that can't do it is no reason to fail.
    private func syncFolder(of target: FilePath) {
        let folder = target.removingLastComponent()
        guard let file = try? FileDescriptor.open(folder.isEmpty ? "." : folder, .readOnly, options: .closeOnExec)
        else { return }
        fsync(file.rawValue)
        try? file.close()
    }
}

/// What tells that a file has changed.
struct FileStamp: Equatable {
    private let device: UInt
    private let inode: UInt
    let size: Int
    /// Whether it is no pipe, whose content is gone when it has been read.
    let isRegular: Bool
    private let seconds: Int
    private let nanoseconds: Int
    /// When the system last noted a change, which nobody can set back.
    private let changeSeconds: Int
    private let changeNanoseconds: Int

    /// - Returns: nil where there is no file.
    init?(of path: FilePath) throws(Failure) {
        var info = stat()
        guard stat(path.string, &info) == 0 else {
            if errno == ENOENT { return nil }
            throw Failure(Errno(rawValue: errno), "read", path)
        }
        self.init(info)
    }

    /// - Returns: nil where the system doesn't tell.
    init?(of file: FileDescriptor) {
        var info = stat()
        guard fstat(file.rawValue, &info) == 0 else { return nil }
        self.init(info)
    }

    private init(_ info: stat) {
        device = UInt(info.st_dev)
        inode = UInt(info.st_ino)
        size = info.st_size
        isRegular = info.st_mode & S_IFMT == S_IFREG
        seconds = info.st_mtim.tv_sec
        nanoseconds = info.st_mtim.tv_nsec
        changeSeconds = info.st_ctim.tv_sec
        changeNanoseconds = info.st_ctim.tv_nsec
    }
}

extension Failure {
    /// What became of a file.
    init(_ error: any Error, _ verb: String, _ path: FilePath) {
        let code: String
        let advice: String
        switch error as? Errno {
        case .noSuchFileOrDirectory: (code, advice) = ("notFound", "check the path")
        case .permissionDenied, .notPermitted: (code, advice) = ("permissionDenied", "check who may \(verb) it")
        case .noSpace, .diskQuotaExceeded: (code, advice) = ("diskFull", "free some space, then retry")
        case .readOnlyFileSystem: (code, advice) = ("readOnlyFileSystem", "mount it writable, then retry")
        default: (code, advice) = ("fileError", "see what the system says")
        }
        self.init(code, "can't \(verb) \(path.string): \(error); \(advice)")
    }
}
