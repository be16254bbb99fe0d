import EventLoop
import FeatureKit

/// What becomes of a command, for people.
extension Failure {
    /// The command could not be started.
    init(_ failure: SpawnFailure, _ command: ChildCommand) {
        let (code, advice) =
            switch failure.subject {
            case .command: ("commandNotFound", "name a program that is there and may be run")
            case .folder: ("commandNotFound", "name a folder that is there and may be entered")
            case .system: ("commandFailed", "retry when the system has room")
            }
        let what = failure.subject == .folder ? "its folder \(command.folder ?? "")" : "it"
        self.init(code, "can't run \(command.program): \(what) can't be used: \(failure.error); \(advice)")
    }

    /// The command ended, but not well.
    ///
    /// - Parameter words: what is said of it beside that.
    static func commandFailed(
        _ status: ChildProcess.ExitStatus, _ words: String, _ command: ChildCommand
    ) -> Failure {
        let end =
            switch status {
            case .code(let code): "ended with status \(code)"
            case .signal(let signal): "was ended by signal \(signal)"
            }
        return Failure("commandFailed", "\(command.program) \(end): \(words)")
    }

    /// The command ran for too long.
    static func timeout(_ milliseconds: Int, _ command: ChildCommand) -> Failure {
        Failure(
            "timeout",
            "\(command.program) did not end within \(milliseconds) ms; give it more time, or less to do")
    }

    /// The command printed too much.
    ///
    /// - Parameter measure: how what it printed is counted.
    static func outputLimit(_ measure: String, _ command: ChildCommand) -> Failure {
        Failure("outputLimit", "\(command.program) printed more than \(measure); allow more, or let it print less")
    }

    /// The command printed what it must not.
    ///
    /// - Parameters:
    ///   - what: where the mistake is, and what it is.
    ///   - advice: what would be right.
    static func invalidOutput(_ what: String, _ advice: String, _ command: ChildCommand) -> Failure {
        Failure("invalidData", "the output of \(command.program)\(what); \(advice), then retry")
    }
}

extension ChildCommand {
    /// The program's name, for people.
    fileprivate var program: String { arguments.first ?? "" }
}
