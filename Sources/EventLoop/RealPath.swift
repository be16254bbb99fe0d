import Glibc
import SystemPackage

/// A path that means the same wherever it is used: a relative one begins at the folder of this process.
public func absolutePath(of path: String) -> String {
    FilePath(path).isAbsolute ? path : FilePath(OwnProcess.folder).pushing(FilePath(path)).string
}

/// The absolute path of a file or a folder without links; nil where it is not there, or can't be reached.
public func realPath(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
