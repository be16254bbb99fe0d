import FHEventLoop
import FeatureKit
import Glibc
import SystemPackage

/// The journal of a file that is being overwritten in place: its old and its new content.
///
/// The journal is a file in the same folder. Its content can replace the content of the user's file, so a file counts
/// as a journal only if no other user can have written it. In a folder such as `/tmp`, any user can create a file with
/// the name of a journal.
struct EditJournal {
    /// The result of looking for the journal of a file.
    struct Finding {
        /// The journal; nil if there is none, or if it is not complete.
        var journal: EditJournal?
        /// A sentence about a file that has the name of the journal but is not a journal of this user; nil if there is
        /// no such file.
        var stranger: String?
    }

    private static let title = Array("featurehost journal 1\n".utf8)
    /// The number of bytes before the old content: the title and the length of the old content.
    private static let headLength = title.count + 8
    private static let maxLength = headLength + 2 * RowLimits.file

    let old: ArraySlice<UInt8>
    let new: ArraySlice<UInt8>

    init(old: [UInt8], new: [UInt8]) {
        self.old = old[...]
        self.new = new[...]
    }

    private static func path(of target: FilePath) -> FilePath {
        let name = String(decoding: (target.lastComponent?.string ?? "file").utf8.prefix(200), as: UTF8.self)
        return target.removingLastComponent().appending(".\(name).featurehost-journal")
    }

    /// Returns the reason why a file is not a journal of this user; nil if it can be a journal.
    private static func objection(to info: stat) -> String? {
        if let objection = OwnFile.objection(to: info) { return objection }
        if info.st_mode & (S_IWGRP | S_IWOTH) != 0 { return "can be written by other users" }
        if info.st_size > maxLength { return "is longer than \(maxLength) bytes" }
        return nil
    }

    /// Looks for the journal of a file.
    ///
    /// - Throws: A failure if a limit of the system is reached, such as `EMFILE`, because otherwise an existing journal
    ///   would be ignored.
    static func find(beside target: FilePath) throws -> Finding {
        let path = path(of: target)
        func stranger(_ reason: String) -> Finding { Finding(stranger: "\(path.string) \(reason)") }
        do {
            var info = stat()
            // A file that can't be a journal is not opened.
            guard lstat(path.string, &info) == 0 else { throw Errno(rawValue: errno) }
            if let objection = objection(to: info) { return stranger(objection) }
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
            return try file.closeAfter {
                guard fstat(file.rawValue, &info) == 0 else { throw Errno(rawValue: errno) }
                if let objection = objection(to: info) { return stranger(objection) }
                return Finding(journal: try EditJournal(in: file, size: info.st_size))
            }
        } catch let error as Errno {
            if error.limit != nil { throw error }
            return error == .noSuchFileOrDirectory ? Finding() : stranger("can't be read: \(error)")
        }
    }

    /// Reads an open journal; returns nil if it is not complete.
    private init?(in file: FileDescriptor, size: Int) throws {
        var head = [UInt8](repeating: 0, count: Self.headLength)
        guard try head.withUnsafeMutableBytes({ try file.read(into: $0) }) == head.count,
            head.starts(with: Self.title)
        else { return nil }
        var count: UInt64 = 0
        for byte in head[Self.title.count...].reversed() { count = count << 8 | UInt64(byte) }
        let left = size - head.count
        guard left >= 0, count <= UInt64(left), let bytes = try file.readAll(limit: left, expecting: left),
            count <= UInt64(bytes.count)
        else { return nil }
        old = bytes[..<Int(count)]
        new = bytes[Int(count)...]
    }

    /// Writes the journal atomically.
    ///
    /// Only this user can read or write the journal, even if other users can read or write the target.
    func write(beside target: FilePath) throws {
        let temporary = try TemporaryFile(for: target)
        try temporary.file.closeAfter {
            do {
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

    /// Removes the journal of a file; does nothing if the file with its name is not a journal of this user.
    static func remove(beside target: FilePath) {
        let path = path(of: target).string
        var info = stat()
        if lstat(path, &info) == 0, objection(to: info) == nil { unlink(path) }
    }

    /// Returns the new content if the file contains the old content, or the old content with its first bytes
    /// overwritten.
    ///
    /// - Parameter bytes: The content of the file.
    /// - Returns: The new content; nil if another program has written the file after the journal was made.
    func content(insteadOf bytes: [UInt8]) -> [UInt8]? {
        let common = zip(bytes, new).prefix { $0 == $1 }.count
        // The rest of the old content follows the written part; truncation comes last.
        let isWritten = bytes[common...].elementsEqual(old.dropFirst(common))
        return isWritten || common == new.count && bytes.count == common ? Array(new) : nil
    }
}
