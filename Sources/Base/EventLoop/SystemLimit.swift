public import SystemPackage

extension Errno {
    /// The message for users, which includes the limit if one was reached.
    public var reason: String { Self.reason(self, limit) }

    /// The limit of the system or the process that a call has reached, for users; nil for another error.
    public var limit: String? {
        switch self {
        case .tooManyOpenFiles: "no further file may be opened (see ulimit -n)"
        case .tooManyOpenFilesInSystem: "the system can't open further files (see fs.file-max)"
        case .noMemory: "there is too little memory (see ulimit -v)"
        case .fileTooLarge: "no file may become so large (see ulimit -f)"
        default: nil
        }
    }

    /// The limit that was reached by a call that starts a process or a thread.
    package var limitOfStart: String? {
        self == .resourceTemporarilyUnavailable
            ? "no further process or thread may be started (see ulimit -u, ulimit -v)" : limit
    }

    /// The error of a call that starts a process or a thread, for users.
    var reasonOfStart: String { Self.reason(self, limitOfStart) }

    private static func reason(_ error: Errno, _ limit: String?) -> String {
        limit.map { "\(error): \($0)" } ?? "\(error)"
    }
}
