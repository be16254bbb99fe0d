import CFHMalloc
public import SystemPackage

extension Errno {
    /// The message for users, which includes the limit if one was reached.
    public var reason: String { Self.reason(self, limit) }

    /// A description, for users, of the limit that a call has reached; nil for an error that is not due to a limit.
    public var limit: String? {
        switch self {
        case .tooManyOpenFiles: "no further file may be opened (see ulimit -n)"
        case .tooManyOpenFilesInSystem: "the system can't open further files (see fs.file-max)"
        case .noMemory: "there is too little memory (see \(String(cString: shim_memory_limits())))"
        case .fileTooLarge:
            "no file may become so large" + (shim_file_limit().map { " (see \(String(cString: $0)))" } ?? "")
        default: nil
        }
    }

    /// Like ``limit``, for a call that starts a process or a thread.
    package var limitOfStart: String? {
        if self != .resourceTemporarilyUnavailable { return limit }
        // A thread needs memory for its stack.
        let limits = [shim_start_limit(), shim_memory_limits()].compactMap { $0.map { String(cString: $0) } }
        let named = limits.filter { $0.hasPrefix("ulimit") }
        let list = (named.isEmpty ? limits : named).joined(separator: ", ")
        return "no further process or thread may be started (see \(list))"
    }

    /// The message for users about a call that failed to start a process or a thread.
    var reasonOfStart: String { Self.reason(self, limitOfStart) }

    private static func reason(_ error: Errno, _ limit: String?) -> String {
        limit.map { "\(error): \($0)" } ?? "\(error)"
    }
}
