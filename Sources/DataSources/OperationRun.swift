import EventLoop
import FeatureKit
import JSON
import Synchronization

/// One run of an operation's command.
///
/// Its input may hold secrets: nothing of that is kept, and no failure repeats what the command printed, be it on
/// standard error or instead of JSON. Only what it says in JSON, on standard output and with status 0, is for others.
struct OperationRun {
    private let command: ChildCommand
    private let timeoutMs: Int
    private let outputLimit: Int
    private let process: ChildRun

    /// Prepares a run; nothing is started yet.
    init(
        _ operation: CommandSource.Operation, _ options: CommandSource.Options, _ children: ChildProcesses
    ) throws(Failure) {
        command = ChildCommand(operation.argv, folder: options.folder, hasInput: true)
        timeoutMs = operation.timeoutMs
        outputLimit = options.outputLimit
        do throws(SpawnFailure) {
            process = try ChildRun(command, timeoutMilliseconds: timeoutMs, in: children)
        } catch {
            throw Failure(error, command)
        }
    }

    /// Runs the command, and gives the one value that it prints; null where it prints nothing.
    ///
    /// - Throws: a failure with mistakes where it prints an object with `errors`, and `cancelled` where the task is.
    func output(for input: JSONText) async throws(Failure) -> JSONText {
        if Task.isCancelled { throw .cancelled }
        let printed = Mutex<[UInt8]>([])
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                process.start(input: Array((input.string + "\n").utf8)) { channel, bytes in
                    // Standard error is read, so that the command need not wait, and forgotten.
                    channel == .errors
                        || printed.withLock { printed in
                            printed += bytes
                            return printed.count <= outputLimit
                        }
                } onEnd: {
                    continuation.resume(returning: $0)
                }
            }
        } onCancel: {
            process.stop()
        }
        switch end {
        case .ended(.code(0)): return try read(printed.withLock(\.self))
        case .ended(let status):
            throw .commandFailed(status, "its standard error is not shown, since it may repeat a secret", command)
        case .notStarted(let failure): throw Failure(failure, command)
        case .timedOut: throw .timeout(timeoutMs, command)
        case .stopped where Task.isCancelled: throw .cancelled
        case .stopped: throw .outputLimit("\(outputLimit) bytes", command)
        }
    }

    private func read(_ bytes: [UInt8]) throws(Failure) -> JSONText {
        if bytes.allSatisfy(" \t\r\n".utf8.contains) { return .null }
        let output: JSONValue
        do throws(JSONParseError) {
            output = try JSONValue(parsing: bytes)
        } catch {
            throw invalid(", line \(error.line), column \(error.column): it \(error.kind == .syntax ? "is not JSON" : error.fault)", "let it print one value")
        }
        guard let errors = output["errors"] else { return JSONText(output) }
        guard let mistakes = Failure.Mistake.list(errors) else {
            throw invalid(" has errors that can't be read", "let it print an array of {path?, code, message}, strings")
        }
        if !mistakes.isEmpty { throw .invalidValues(mistakes) }
        // Nothing is wrong, and nothing else is said.
        return output.count == 1 ? .null : JSONText(output)
    }

    private func invalid(_ what: String, _ advice: String) -> Failure { .invalidOutput(what, advice, command) }
}
