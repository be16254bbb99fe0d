import EventLoop
import FeatureKit

/// What becomes of a command, for people.
extension Failure {
    /// The command could not be started.
    init(_ failure: SpawnFailure, _ options: CommandSource.Options) {
        let (code, advice) =
            switch failure.subject {
            case .command: ("commandNotFound", "name a program that is there and may be run")
            case .folder: ("commandNotFound", "name a folder that is there and may be entered")
            case .system: ("commandFailed", "retry when the system has room")
            }
        let what = failure.subject == .folder ? "its folder \(options.folder ?? "")" : "it"
        self.init(code, "can't run \(options.argv[0]): \(what) can't be used: \(failure.error); \(advice)")
    }

    /// The command ended, but not well.
    static func commandFailed(
        _ status: ChildProcess.ExitStatus, _ errors: String, _ options: CommandSource.Options
    ) -> Failure {
        let end =
            switch status {
            case .code(let code): "ended with status \(code)"
            case .signal(let signal): "was ended by signal \(signal)"
            }
        let words = errors.isEmpty ? "it printed no error" : errors
        return Failure("commandFailed", "\(options.argv[0]) \(end): \(words)")
    }

    /// The command ran for too long.
    static func timeout(_ options: CommandSource.Options) -> Failure {
        Failure(
            "timeout",
            "\(options.argv[0]) did not end within \(options.timeoutMs) ms; give it more time, or less to do")
    }

    /// The command printed too much.
    static func outputLimit(_ options: CommandSource.Options) -> Failure {
        Failure(
            "outputLimit",
            """
            \(options.argv[0]) printed more than \(options.outputLimit) bytes, with 8 more for each row; \
            allow more, or let it print less
            """)
    }

    /// The command printed what its format does not allow.
    static func invalidOutput(_ mistake: InvalidRecord, _ options: CommandSource.Options) -> Failure {
        Failure(
            "invalidData",
            """
            the output of \(options.argv[0]), line \(mistake.line): it \(mistake.what); \
            correct the command or its format, then retry
            """)
    }
}
