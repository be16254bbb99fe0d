import Glibc

/// Which file stands at a path, whatever its name.
struct FileIdentity: Equatable {
    private var device: UInt = 0
    private var number: UInt = 0

    /// No file's.
    init() {}

    /// The file at a path, not what a link there leads to; nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
