import FHEventLoop
import FeatureKit
import Glibc
import SystemPackage

/// A file with several names (hard links), which is overwritten in place.
///
/// While the file is written, an ``EditJournal`` in the folder of the edited name contains the old and the new content.
/// A host of the same user that finds the journal reads the new content, and completes the write of a killed host.
/// There is no journal for the other names of the file. Programs that read the file by these names, and hosts of other
/// users, may read half-written content.
struct LinkedFile {
    /// The timeout in milliseconds for another program's lock on the file.
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
            // If a killed host has left a journal, its new content is the content that readers have seen, and that is
            // now replaced.
            let found = try EditJournal.find(beside: target)
            if let stranger = found.stranger {
                throw Failure(
                    "fileError",
                    "can't write \(target.string): it has several names, which needs a journal, and \(stranger); "
                        + "remove that file")
            }
            let old = found.journal?.content(insteadOf: there) ?? there
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
            // On a file system without locks, there is nothing to wait for.
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
