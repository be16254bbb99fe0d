public import FeatureKit
public import Glibc

extension Failure {
    /// Makes the failure for a file that should contain rows but is not a regular file.
    ///
    /// A pipe can be read only once, the content of a device may never end, and neither may be replaced by a file.
    ///
    /// - Returns: Nil for a regular file.
    public init?(ofIrregular info: stat, _ path: String) {
        let kind: String
        switch info.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: kind = "a folder"
        case S_IFIFO: kind = "a pipe"
        case S_IFSOCK: kind = "a socket"
        default: kind = "a device"
        }
        self.init("fileError", "\(path) is \(kind), and no regular file; name a regular file")
    }
}
