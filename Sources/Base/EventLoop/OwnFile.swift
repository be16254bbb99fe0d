import Glibc

/// A check that a file belongs to this user alone.
///
/// In a folder such as `/tmp`, another user may create a file with a name that this process uses.
public enum OwnFile {
    /// Returns why a file is unsafe; nil for a regular file that this user owns and that has one name (hard link).
    ///
    /// The reason follows the name of the file in messages, such as `is a symbolic link`.
    ///
    /// - Parameter info: The status of the file itself (`lstat`), and not of the target of a link.
    public static func objection(to info: stat) -> String? {
        if info.st_mode & S_IFMT == S_IFLNK { return "is a symbolic link" }
        if info.st_mode & S_IFMT != S_IFREG { return "is no regular file" }
        if info.st_uid != geteuid() { return "belongs to another user (\(info.st_uid))" }
        return info.st_nlink > 1 ? "has several names" : nil
    }
}
