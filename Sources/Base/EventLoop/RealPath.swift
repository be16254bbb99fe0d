import Glibc
import SystemPackage

/// Returns an absolute path: a relative path is resolved from the working directory of this process.
public func absolutePath(of path: String) -> String {
    FilePath(path).isAbsolute ? path : FilePath(OwnProcess.folder).pushing(FilePath(path)).string
}

/// Resolves all symbolic links in a path; nil if the file or folder does not exist or can't be reached.
public func realPath(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
