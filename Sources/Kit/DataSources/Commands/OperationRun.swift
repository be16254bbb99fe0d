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
    private let reportsProgress: Bool
    private let redaction: Redaction
    private let log: @Sendable (String) -> Void

    /// The output of a run.
    fileprivate struct Printed: Sendable {
        var output: [UInt8] = []
        /// The lines of an operation with progress; nil for any other operation.
        var lines: OperationLines?
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
        reportsProgress = operation.reportsProgress
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
    /// The progress of a command that prints lines of JSON is reported to ``WorkProgress/report`` of the task.
    ///
    /// - Throws: A failure with validation errors if the command prints an object with `errors`; `cancelled` if the
    ///   task is cancelled.
    func output() async throws(Failure) -> JSONText {
        if Task.isCancelled { throw .cancelled }
        let lines = reportsProgress ? OperationLines(limit: outputLimit, redaction: redaction) : nil
        let printed = Mutex(Printed(lines: lines, errors: OutputTail(redaction)))
        let report = WorkProgress.report
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                process.start(input: Array((input.string + "\n").utf8)) { channel, bytes in
                    switch channel {
                    case .errors: printed.withLock { $0.errors.append(bytes) }
                    case .output where reportsProgress: return read(bytes, to: printed, report)
                    case .output: return printed.withLock { $0.append(bytes, limit: outputLimit) }
                    }
                    return true
                } onEnd: {
                    continuation.resume(returning: $0)
                }
            }
        } onCancel: {
            process.stop()
        }
        let errors = printed.withLock { $0.errors.text }
        switch end {
        case .ended(.code(0)) where reportsProgress: return try readLines(printed)
        case .ended(.code(0)): return try read(printed.withLock(\.output))
        case .ended(let status): throw .commandFailed(status, words(errors, .ended(status)), command)
        case .notStarted(let failure): throw Failure(failure, command)
        case .timedOut: throw .timeout(timeoutMs, command, errors.isEmpty ? "" : words(errors, .timedOut))
        case .stopped where Task.isCancelled: throw .cancelled
        case .stopped:
            throw .outputLimit("\(outputLimit) bytes" + (reportsProgress ? " in a line" : ""), command)
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
        return try result(output)
    }

    /// Reads lines, and reports the newest progress, once for all lines that were printed together.
    ///
    /// - Returns: false if a line is too long.
    private func read(
        _ bytes: UnsafeRawBufferPointer, to printed: borrowing Mutex<Printed>, _ report: ProgressReport
    ) -> Bool {
        let (progress, logged, isWithin) = printed.withLock { printed in
            let earlier = printed.lines?.progress
            printed.lines?.append(bytes)
            let newest = printed.lines?.progress
            return (
                newest == earlier ? nil : newest, printed.lines?.takeLogged() ?? [], printed.lines?.isTooLong != true
            )
        }
        for line in logged { log("operation \(name): \(line)") }
        if let progress { report(progress) }
        return isWithin
    }

    private func readLines(_ printed: borrowing Mutex<Printed>) throws(Failure) -> JSONText {
        let (lines, logged) = printed.withLock { printed in
            printed.lines?.finish()
            return (printed.lines, printed.lines?.takeLogged() ?? [])
        }
        for line in logged { log("operation \(name): \(line)") }
        if let mistake = lines?.mistake {
            throw invalid(
                ", line \(mistake.line): \(mistake.what)",
                #"let it print lines such as {"progress": 0.5, "message": "…"}, and at last {"output": …}"#)
        }
        guard let output = lines?.output else {
            throw invalid(" has no result", #"let the last line be {"output": …}"#)
        }
        return try result(output.value)
    }

    /// Returns the output, or throws the validation errors that it lists.
    private func result(_ output: JSONValue) throws(Failure) -> JSONText {
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

extension OperationRun.Printed {
    /// Appends output; returns false if it exceeds the limit.
    fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Bool {
        output += bytes
        return output.count <= limit
    }
}

/// The lines of JSON that an operation with progress prints: reports of its progress, lines for the log, and its output.
///
/// A wrong line doesn't stop the operation, which may have done a part of its work; the operation fails at its end.
struct OperationLines: Sendable {
    /// A line that can't be used.
    struct Mistake: Sendable, Equatable {
        /// The number of the line, counted from 1.
        let line: Int
        /// The error, such as `it is not JSON`.
        let what: String
    }

    /// The maximum number of characters of a message, as Unicode scalars.
    private static let longestMessage = 200

    private let limit: Int
    private let redaction: Redaction
    private var rest: [UInt8] = []
    private var line = 0
    /// The newest progress.
    private(set) var progress = WorkProgress()
    /// The output; nil before the line that has it.
    private(set) var output: JSONText?
    /// The first wrong line; nil if there is none.
    private(set) var mistake: Mistake?
    /// The lines for the log that were not taken.
    private var logged: [String] = []

    /// Makes the reader of a run's output.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes of a line.
    ///   - redaction: the secrets that are replaced in messages and in lines for the log.
    init(limit: Int, redaction: Redaction) {
        self.limit = limit
        self.redaction = redaction
    }

    /// True if the incomplete line is longer than allowed.
    var isTooLong: Bool { rest.count > limit }

    /// Reads the lines that are complete now.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var left = bytes[...]
        while let end = left.firstIndex(of: UInt8(ascii: "\n")) {
            rest.append(contentsOf: left[..<end])
            left = left[(end + 1)...]
            if isTooLong { return }
            endLine()
        }
        rest.append(contentsOf: left)
    }

    /// Reads the text after the last line break.
    mutating func finish() {
        if !rest.isEmpty { endLine() }
    }

    /// Removes and returns the lines for the log.
    mutating func takeLogged() -> [String] {
        defer { logged = [] }
        return logged
    }

    private mutating func endLine() {
        line += 1
        defer { rest.removeAll(keepingCapacity: true) }
        if mistake != nil || rest.allSatisfy(isJSONSpace) { return }
        do throws(JSONParseError) {
            if let what = read(try JSONValue(parsing: rest)) { mistake = Mistake(line: line, what: what) }
        } catch {
            mistake = Mistake(line: line, what: error.kind == .syntax ? "it is not JSON" : "it \(error.fault)")
        }
    }

    /// Reads a line; returns the error in it, or nil.
    private mutating func read(_ value: JSONValue) -> String? {
        if output != nil { return "it follows the output, which is the last line" }
        guard value.isObject else { return "it is not an object" }
        if let output = value["output"] {
            self.output = JSONText(output)
            return nil
        }
        guard value["progress"] != nil || value["message"] != nil || value["log"] != nil else {
            return "it has no member progress, message, log or output"
        }
        var next = progress
        if let progress = value["progress"] {
            if !progress.isNull {
                guard let fraction = progress.doubleValue, (0...1).contains(fraction) else {
                    return "its progress is not a number from 0 to 1"
                }
                next.fraction = fraction
            } else {
                next.fraction = nil
            }
        }
        if let message = value["message"] {
            guard message.isNull || message.stringValue != nil else { return "its message is not a string" }
            next.message = message.stringValue.map {
                String(redaction.text(of: $0).unicodeScalars.prefix(Self.longestMessage))
            }
        }
        if let log = value["log"] {
            guard let text = log.stringValue else { return "its log is not a string" }
            logged.append(redaction.text(of: text))
        }
        progress = next
        return nil
    }
}
