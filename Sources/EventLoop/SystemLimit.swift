public import SystemPackage

extension Errno {
    /// The error for people, with the limit where the system or the process has met one.
    public var reason: String { limit.map { "\(self): \($0)" } ?? "\(self)" }

    /// The limit that a call has met, for people; nil where it failed for another reason.
    ///
    /// `EAGAIN` is taken to come from a call that starts a process or a thread.
    public var limit: String? {
        switch self {
        case .resourceTemporarilyUnavailable: "no further process or thread may be started (see ulimit -u)"
        case .tooManyOpenFiles: "no further file may be opened (see ulimit -n)"
        case .tooManyOpenFilesInSystem: "the system can't open further files (see fs.file-max)"
        case .noMemory: "there is too little memory (see ulimit -v)"
        case .fileTooLarge: "no file may become so large (see ulimit -f)"
        default: nil
        }
    }
}
