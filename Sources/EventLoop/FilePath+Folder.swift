public import SystemPackage

extension FilePath {
    /// The folder of what the path is about, and its name there; both are empty where there is none.
    ///
    /// By its bytes: the library looks for it in a collection of components, and the runtime takes a third of a
    /// millisecond to find out what that is when it is first used, which is a good part of a start.
    public var folderAndName: (folder: FilePath, name: String) {
        let bytes = string.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (FilePath(), string) }
        let end = slash == bytes.startIndex ? bytes.index(after: slash) : slash
        return (FilePath(String(string[..<end])), String(string[bytes.index(after: slash)...]))
    }
}
