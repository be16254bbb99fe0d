import Glibc
public import SystemPackage

/// The kind of a descriptor.
///
/// Kinds that are read and written in the same way share a case.
public enum DescriptorKind: Sendable {
    /// A pipe or a FIFO.
    case pipe
    /// A socket of any family.
    case socket
    /// A terminal or a pseudo-terminal.
    case terminal
    /// A regular file, whose reads and writes never wait.
    case file
    /// Another character device, such as `/dev/null`.
    case device
    /// A directory, a block device, or a descriptor that is not open.
    case other

    /// Determines the kind of a descriptor with `fstat`.
    public init(_ descriptor: FileDescriptor) {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else {
            self = .other
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        case S_IFREG: self = .file
        case S_IFCHR: self = isatty(descriptor.rawValue) == 1 ? .terminal : .device
        default: self = .other
        }
    }
}
