import Glibc
import SystemPackage

/// A new file that replaces another file by a rename.
///
/// The writer of the file keeps the file locked (`flock(2)`). A file without a lock is a leftover of a killed program.
struct TemporaryFile {
    let path: FilePath
    let file: FileDescriptor

    /// The number of letters and digits between the name of the target and `.tmp`.
    private static let tokenLength = 10...13

    /// Creates a hidden file in the folder of the target; no other program writes this file.
    init(for target: FilePath) throws {
        while true {
            let path = target.removingLastComponent().appending(Self.name(of: target))
            // The file is created exclusively, so that no existing file and no planted link is written to.
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            // A failure is ignored: on file systems without locks, leftovers are not removed either.
            _ = flock(file.rawValue, LOCK_EX)
            var info = stat()
            // Another program may have removed the file as a leftover before the file was locked.
            if fstat(file.rawValue, &info) != 0 || info.st_nlink > 0 {
                self.path = path
                self.file = file
                return
            }
            try file.close()
        }
    }

    private static func prefix(of target: FilePath) -> String {
        let name = String(decoding: (target.lastComponent?.string ?? "file").utf8.prefix(200), as: UTF8.self)
        return ".\(name)."
    }

    /// Returns a unique name that is not too long for the file system.
    private static func name(of target: FilePath) -> String {
        // The lower bound ensures that the token always has enough digits.
        let token = String(UInt64.random(in: 1 << 56 ... .max), radix: 36)
        return "\(prefix(of: target))\(token).tmp"
    }

    private static func isName(_ name: String, of target: FilePath) -> Bool {
        let prefix = prefix(of: target)
        guard name.hasPrefix(prefix), name.hasSuffix(".tmp") else { return false }
        let token = name.utf8.dropFirst(prefix.utf8.count).dropLast(4)
        return tokenLength.contains(token.count)
            && token.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Removes the temporary files that killed programs have left in the folder of the target.
    static func removeLeftovers(of target: FilePath) {
        let folder = target.removingLastComponent()
        guard let listing = opendir(folder.isEmpty ? "." : folder.string) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            // The first byte is compared before a string is made of each name.
            guard entry.pointee.d_name.0 == CChar(0x2E) else { continue }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isName(name, of: target) { removeIfStale(folder.appending(name)) }
        }
    }

    /// Removes a file if it belongs to this user and has no lock.
    private static func removeIfStale(_ path: FilePath) {
        let opened = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return }
        defer { close(opened) }
        var (own, there) = (stat(), stat())
        guard fstat(opened, &own) == 0, own.st_mode & S_IFMT == S_IFREG, own.st_uid == geteuid() else { return }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0, lstat(path.string, &there) == 0, there.st_ino == own.st_ino
        else { return }
        unlink(path.string)
    }
}
