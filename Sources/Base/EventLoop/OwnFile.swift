import Glibc

/// The check that nobody else can have put a file in place, or can reach it by another name.
///
/// In a folder such as `/tmp`, another user may create a file with a name that this process uses.
public enum OwnFile {
    /// Returns why a file is not this user's own regular file with one name, as the predicate of a sentence; nil if it
    /// is.
    ///
    /// - Parameter info: The status of the file itself, and not of the target of a link.
    public static func objection(to info: stat) -> String? {
        if info.st_mode & S_IFMT == S_IFLNK { return "is a symbolic link" }
        if info.st_mode & S_IFMT != S_IFREG { return "is no regular file" }
        if info.st_uid != geteuid() { return "belongs to another user (\(info.st_uid))" }
        return info.st_nlink > 1 ? "has several names" : nil
    }
}
