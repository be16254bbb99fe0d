import CAttributes
import Glibc
import SystemPackage

/// What a file has beside its content: owner, mode and extended attributes, of which ACLs are one.
enum FileAttributes {
    /// Gives a new file the attributes of the old one, or those that a new file gets where there is none.
    static func copy(from old: FilePath, to file: FileDescriptor) {
        var info = stat()
        guard stat(old.string, &info) == 0 else {
            let mask = umask(0)
            umask(mask)
            fchmod(file.rawValue, 0o666 & ~mask)
            return
        }
        // Who may not give a file away keeps it, but may be in its group; the mode comes after, since a new owner clears
        // some of its bits.
        if fchown(file.rawValue, info.st_uid, info.st_gid) != 0 { _ = fchown(file.rawValue, uid_t.max, info.st_gid) }
        fchmod(file.rawValue, info.st_mode & 0o7777)
        copyExtended(from: old, to: file)
    }

    /// Copies extended attributes as far as the system allows it, and removes those that the folder has given the file.
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

    /// The names of attributes; nil where the file system has none.
    private static func list(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [String]? {
        let bytes = bytes { target, size in read(target?.assumingMemoryBound(to: CChar.self), size) }
        return bytes?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What a call writes that gives the size where it gets no target; nil where it fails.
    private static func bytes(_ read: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        let size = read(nil, 0)
        guard size >= 0 else { return nil }
        if size == 0 { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = bytes.withUnsafeMutableBytes { read($0.baseAddress, $0.count) }
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
