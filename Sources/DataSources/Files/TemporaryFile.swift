import Glibc
import SystemPackage

/// A new file beside another, which takes its place by a rename.
///
/// Its writer holds a lock on it (`flock(2)`), by which those that killed programs have left behind are told.
struct TemporaryFile {
    let path: FilePath
    let file: FileDescriptor

    /// Names have so many letters and digits between the file's name and `tmp`.
    private static let tokenLength = 10...13

    /// Makes a hidden file beside the target, which nobody else writes into.
    init(for target: FilePath) throws {
        while true {
            let path = target.removingLastComponent().appending(Self.name(of: target))
            // Exclusively: nobody's file and no planted link is written into.
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            // File systems without locks have no leftovers removed either.
            _ = flock(file.rawValue, LOCK_EX)
            var info = stat()
            // Somebody may have taken it for a leftover before it was locked.
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

    /// A name that no other writer uses, not longer than a name may be.
    private static func name(of target: FilePath) -> String {
        // Enough for the shortest of them.
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

    /// Removes the files that programs have left beside the target which were killed while they wrote.
    static func removeLeftovers(of target: FilePath) {
        let folder = target.removingLastComponent()
        guard let listing = opendir(folder.isEmpty ? "." : folder.string) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            // Names are compared by their first byte before a string is made of each.
            guard entry.pointee.d_name.0 == CChar(0x2E) else { continue }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isName(name, of: target) { removeIfStale(folder.appending(name)) }
        }
    }

    /// Removes a file of this user on which nobody holds a lock.
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
