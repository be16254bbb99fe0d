import FHEventLoop
import FeatureKit

/// The failures of commands, with messages for users.
extension Failure {
    /// Makes the failure of a command that could not be started.
    init(_ failure: SpawnFailure, _ command: ChildCommand) {
        let (code, advice) =
            switch failure.subject {
            case .command: ("commandNotFound", "name a program that exists and is executable")
            case .folder: ("commandNotFound", "name a folder that exists and is accessible")
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

    /// Makes the failure of a command that ended with an error status.
    ///
    /// - Parameters:
    ///   - status: The exit status.
    ///   - words: The error that the command has printed, as the rest of the message.
    ///   - command: The command.
    static func commandFailed(
        _ status: ChildProcess.ExitStatus, _ words: String, _ command: ChildCommand
    ) -> Failure {
        Failure("commandFailed", "\(command.program) \(ChildRun.Outcome.ended(status).words): \(words)")
    }

    /// Makes the failure of a command that ran beyond its timeout.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout.
    ///   - command: The command.
    ///   - words: The end of the command's standard error; empty if the command has printed no error.
    static func timeout(_ milliseconds: Int, _ command: ChildCommand, _ words: String) -> Failure {
        Failure(
            "timeout",
            "\(command.program) did not end within \(milliseconds) ms; give it more time, or less to do"
                + (words.isEmpty ? "" : ": \(words)"))
    }

    /// Makes the failure of a command that printed too much.
    ///
    /// - Parameters:
    ///   - measure: The limit with its unit, such as `1000 bytes`.
    ///   - command: The command.
    static func outputLimit(_ measure: String, _ command: ChildCommand) -> Failure {
        Failure("outputLimit", "\(command.program) printed more than \(measure); allow more, or let it print less")
    }

    /// Makes the failure of a command whose output is invalid.
    ///
    /// - Parameters:
    ///   - what: The line and the error, such as `, line 2: it is not JSON`.
    ///   - advice: The correction, such as `let it print one value`.
    ///   - command: The command.
    static func invalidOutput(_ what: String, _ advice: String, _ command: ChildCommand) -> Failure {
        Failure("invalidData", "the output of \(command.program)\(what); \(advice), then retry")
    }
}

extension ChildRun.Outcome {
    /// The outcome as a phrase that follows the name of the program, for users.
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
    /// The name of the program, for users.
    var program: String { arguments.first ?? "" }
}

extension CommandSource.Options {
    /// The failure of a command that prints more than ``outputLimit`` bytes of rows.
    func tooMuch(of command: ChildCommand) -> Failure {
        .outputLimit("\(outputLimit) bytes, with 8 more for each row", command)
    }
}
