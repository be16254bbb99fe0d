public import SystemPackage

extension FilePath {
    /// The folder of the path, and the last component as the name.
    ///
    /// The folder is empty if the path has no slash.
    ///
    /// The path is split at a byte, and not into `FilePath`'s components. At the first use of components, the runtime
    /// looks up metadata, which takes a third of a millisecond: a large part of the start-up time.
    public var folderAndName: (folder: FilePath, name: String) {
        let bytes = string.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (FilePath(), string) }
        let end = slash == bytes.startIndex ? bytes.index(after: slash) : slash
        return (FilePath(String(string[..<end])), String(string[bytes.index(after: slash)...]))
    }
}
