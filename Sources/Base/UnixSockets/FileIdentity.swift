import Glibc

/// The identity of a file, independent of its name.
///
/// It consists of the device and the inode number.
public struct FileIdentity: Equatable {
    private var device: UInt = 0
    private var number: UInt = 0

    /// Makes an identity that no file has.
    init() {}

    /// Reads the identity of the file at a path, without following a symbolic link; nil if there is no file.
    public init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
