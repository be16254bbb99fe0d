public import SystemPackage

extension Errno {
    /// The error for people, with the limit where one was met.
    public var reason: String { Self.reason(self, limit) }

    /// The limit of the system or of the process that a call has met, for people; nil where it failed for another reason.
    public var limit: String? {
        switch self {
        case .tooManyOpenFiles: "no further file may be opened (see ulimit -n)"
        case .tooManyOpenFilesInSystem: "the system can't open further files (see fs.file-max)"
        case .noMemory: "there is too little memory (see ulimit -v)"
        case .fileTooLarge: "no file may become so large (see ulimit -f)"
        default: nil
        }
    }

    /// The same of a call that starts a process or a thread.
    var limitOfStart: String? {
        self == .resourceTemporarilyUnavailable
            ? "no further process or thread may be started (see ulimit -u, ulimit -v)" : limit
    }

    /// The error of a call that starts a process or a thread, for people.
    var reasonOfStart: String { Self.reason(self, limitOfStart) }

    private static func reason(_ error: Errno, _ limit: String?) -> String {
        limit.map { "\(error): \($0)" } ?? "\(error)"
    }
}
