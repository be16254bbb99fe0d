import CFHAttributes
import Glibc
import SystemPackage

/// The attributes of a file: owner, mode and extended attributes, which include ACLs.
enum FileAttributes {
    /// Copies the attributes of the old file to a new file.
    ///
    /// If there is no old file, sets the usual mode of a new file.
    static func copy(from old: FilePath, to file: FileDescriptor) {
        var info = stat()
        guard stat(old.string, &info) == 0 else {
            let mask = umask(0)
            umask(mask)
            fchmod(file.rawValue, 0o666 & ~mask)
            return
        }
        // A user who may not change the owner may still change the group. The mode comes last, because a new owner
        // clears some of its bits.
        if fchown(file.rawValue, info.st_uid, info.st_gid) != 0 { _ = fchown(file.rawValue, uid_t.max, info.st_gid) }
        fchmod(file.rawValue, info.st_mode & 0o7777)
        copyExtended(from: old, to: file)
    }

    /// Copies extended attributes as far as permitted, and removes the attributes that the file inherited from the
    /// folder.
    private static func copyExtended(from old: FilePath, to file: FileDescriptor) {
        guard let names = list({ listxattr(old.string, $0, $1) }) else { return }
        for name in list({ flistxattr(file.rawValue, $0, $1) }) ?? [] where !names.contains(name) {
            fremovexattr(file.rawValue, name)
        }
        for name in names {
            guard let value = bytes({ getxattr(old.string, name, $0, $1) }) else { continue }
            fsetxattr(file.rawValue, name, value, value.count, 0)
        }
    }

    /// Returns the names of the extended attributes; nil if the file system doesn't support them.
    private static func list(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [String]? {
        let bytes = bytes { target, size in read(target?.assumingMemoryBound(to: CChar.self), size) }
        return bytes?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes that a call provides; nil if the call fails.
    ///
    /// If the call gets no buffer, it returns the number of bytes.
    private static func bytes(_ read: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        let size = read(nil, 0)
        guard size >= 0 else { return nil }
        if size == 0 { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = bytes.withUnsafeMutableBytes { read($0.baseAddress, $0.count) }
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
