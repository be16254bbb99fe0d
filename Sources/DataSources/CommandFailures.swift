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
        let what =
            switch failure.subject {
            case .command: "it can't be used: "
            case .folder: "its folder \(command.folder ?? "") can't be used: "
            case .system: ""
            }
        self.init(code, "can't run \(command.program): \(what)\(failure.reason); \(advice)")
    }

    /// The command ended, but not well.
    ///
    /// - Parameter words: what is said of it beside that.
    static func commandFailed(
        _ status: ChildProcess.ExitStatus, _ words: String, _ command: ChildCommand
    ) -> Failure {
        Failure("commandFailed", "\(command.program) \(ChildRun.Outcome.ended(status).words): \(words)")
    }

    /// The command ran for too long.
    ///
    /// - Parameter words: the end of its standard error; empty where it printed none.
    static func timeout(_ milliseconds: Int, _ command: ChildCommand, _ words: String) -> Failure {
        Failure(
            "timeout",
            "\(command.program) did not end within \(milliseconds) ms; give it more time, or less to do"
                + (words.isEmpty ? "" : ": \(words)"))
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

extension ChildRun.Outcome {
    /// The end of the run, for people.
    var words: String {
        switch self {
        case .ended(.code(let code)): "ended with status \(code)"
        case .ended(.signal(let signal)): "was ended by signal \(signal)"
        case .notStarted: "was not started"
        case .timedOut: "did not end in time"
        case .stopped: "was stopped"
        }
    }
}

extension ChildCommand {
    /// The program's name, for people.
    var program: String { arguments.first ?? "" }
}
