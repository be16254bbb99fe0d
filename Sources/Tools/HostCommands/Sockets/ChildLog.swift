import FHEventLoop
import Glibc
import SystemPackage

/// The file for the output of a started host.
///
/// Other users can create a file with this name in a folder such as `/tmp`. So the file must be a regular file of this
/// user without further hard links, and opening it never waits.
struct ChildLog {
    struct Failure: Error {
        let reason: String
    }

    let path: String
    let file: FileDescriptor

    /// Creates the file, or empties it; only its owner has permissions.
    init(_ path: String) throws(Failure) {
        guard !path.utf8.contains(0) else { throw Failure(reason: "a path has no null character") }
        // Opening a device can have any effect, and POSIX does not define how a pipe is opened for reading and writing.
        // So neither is opened.
        var info = stat()
        if lstat(path, &info) == 0 { try Self.check(info) }
        let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = open(path, flags, 0o600)
        guard opened >= 0 else { throw Failure(reason: Errno(rawValue: errno).reason) }
        let file = FileDescriptor(rawValue: opened)
        do throws(Failure) {
            // Another file may have replaced the checked one.
            guard fstat(opened, &info) == 0 else { throw Failure(reason: Errno(rawValue: errno).reason) }
            try Self.check(info)
            guard fchmod(opened, 0o600) == 0, ftruncate(opened, 0) == 0 else {
                throw Failure(reason: Errno(rawValue: errno).reason)
            }
        } catch {
            file.closeQuietly()
            throw error
        }
        self.path = path
        self.file = file
    }

    private static func check(_ info: stat) throws(Failure) {
        guard let objection = OwnFile.objection(to: info) else { return }
        throw Failure(reason: "it \(objection), and is left alone; remove it")
    }

    /// The text that the host has written so far.
    var text: String {
        guard lseek(file.rawValue, 0, SEEK_SET) == 0, let bytes = try? WholeFile.read(file, upTo: 1 << 20) else {
            return ""
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func close() { file.closeQuietly() }
}
