import FHEventLoop
import FHJSON
import FeatureKit
import Synchronization

/// One run of an operation's command.
///
/// A failure quotes the last lines of standard error. If the input has a secret, these lines are logged instead, with
/// secrets redacted. Standard output that is not JSON is never quoted.
struct OperationRun {
    private let name: String
    private let command: ChildCommand
    private let timeoutMs: Int
    private let outputLimit: Int
    private let input: JSONText
    private let process: ChildRun
    private let redaction: Redaction
    private let log: @Sendable (String) -> Void

    /// The output of a run.
    private struct Printed: Sendable {
        var output: [UInt8] = []
        var errors: OutputTail
    }

    /// Prepares a run without starting it.
    ///
    /// - Parameters:
    ///   - name: The name of the operation.
    ///   - operation: The operation.
    ///   - input: The value, which the command reads from standard input.
    ///   - secrets: The strings in the input that must not be shown in failures or logged.
    ///   - source: The source.
    init(
        _ name: String, _ operation: CommandSource.Operation, for input: JSONText, secrets: [String],
        _ source: CommandSource
    ) throws(Failure) {
        self.name = name
        self.input = input
        command = ChildCommand(
            try OperationPlaces.arguments(operation.argv, for: input, secrets: secrets), folder: source.options.folder,
            environment: source.options.wholeEnvironment,
            hasInput: true)
        timeoutMs = operation.timeoutMs
        outputLimit = source.options.outputLimit
        redaction = Redaction(secrets)
        log = source.log
        do throws(SpawnFailure) {
            process = try ChildRun(command, timeoutMilliseconds: timeoutMs, in: source.children)
        } catch {
            throw Failure(error, command)
        }
    }

    /// Runs the command and returns the value that it prints; null if it prints nothing.
    ///
    /// - Throws: A failure with validation errors if the command prints an object with `errors`; `cancelled` if the
    ///   task is cancelled.
    func output() async throws(Failure) -> JSONText {
        if Task.isCancelled { throw .cancelled }
        let printed = Mutex(Printed(errors: OutputTail(redaction)))
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                process.start(input: Array((input.string + "\n").utf8)) { channel, bytes in
                    printed.withLock { printed in
                        switch channel {
                        case .errors: printed.errors.append(bytes)
                        case .output: printed.output += bytes
                        }
                        return printed.output.count <= outputLimit
                    }
                } onEnd: {
                    continuation.resume(returning: $0)
                }
            }
        } onCancel: {
            process.stop()
        }
        let errors = printed.withLock { $0.errors.text }
        switch end {
        case .ended(.code(0)): return try read(printed.withLock(\.output))
        case .ended(let status): throw .commandFailed(status, words(errors, .ended(status)), command)
        case .notStarted(let failure): throw Failure(failure, command)
        case .timedOut: throw .timeout(timeoutMs, command, errors.isEmpty ? "" : words(errors, .timedOut))
        case .stopped where Task.isCancelled: throw .cancelled
        case .stopped: throw .outputLimit("\(outputLimit) bytes", command)
        }
    }

    /// Returns the text about standard error for a failure; if the input has a secret, standard error is logged
    /// instead.
    private func words(_ errors: String, _ end: ChildRun.Outcome) -> String {
        if errors.isEmpty { return "it printed no error" }
        if redaction.isEmpty { return errors }
        log("operation \(name): \(command.program) \(end.words): \(errors)")
        return "its standard error is in the log, since the input holds a secret"
    }

    private func read(_ bytes: [UInt8]) throws(Failure) -> JSONText {
        if bytes.allSatisfy(" \t\r\n".utf8.contains) { return .null }
        let output: JSONValue
        do throws(JSONParseError) {
            output = try JSONValue(parsing: bytes)
        } catch {
            throw invalid(
                ", line \(error.line), column \(error.column): it \(error.kind == .syntax ? "is not JSON" : error.fault)",
                "let it print one value")
        }
        guard let errors = output["errors"] else { return JSONText(output) }
        guard let mistakes = Failure.Mistake.list(errors) else {
            throw invalid(" has errors that can't be read", "let it print an array of {path?, code, message}, strings")
        }
        if !mistakes.isEmpty { throw redaction.failure(.invalidValues(mistakes)) }
        // If the empty `errors` is the only member, there is no output.
        return output.count == 1 ? .null : JSONText(output)
    }

    private func invalid(_ what: String, _ advice: String) -> Failure { .invalidOutput(what, advice, command) }
}
