import Glibc

/// The absolute path of a file or a folder without links; nil where it is not there, or can't be reached.
public func realPath(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
