import FHEventLoop
import FHJSON

/// The handshake with a program before its test, in a separate session.
final class Handshake {
    private let subject: Subject
    private let wire: Wire
    private let observer: Observer
    private var count = 0

    /// Starts the tested program.
    ///
    /// - Parameter arguments: the arguments after the command.
    init(_ options: ConformanceRun.Options, _ arguments: [String], _ schemas: SchemaSet) throws(ConformanceFailure) {
        subject = try Self.subject(options, arguments)
        wire = subject.standardWire(.lines)
        observer = Observer(schemas)
    }

    deinit { subject.kill() }

    /// Starts the tested program.
    static func subject(_ options: ConformanceRun.Options, _ arguments: [String]) throws(ConformanceFailure) -> Subject
    {
        do {
            return try Subject(options.command + arguments, timeoutMs: options.timeoutMs)
        } catch {
            throw ConformanceFailure("\(options.command.joined(separator: " ")) can't be started: \(error.error)")
        }
    }

    /// Sends a request, and returns the answer with its `result` or `error`.
    func ask(_ method: String, _ params: JSONText = .emptyObject) throws(ConformanceFailure) -> JSONValue {
        count += 1
        let request = JSONValue(Message.request(.integer(count), method, params))
        observer.noteSent(request)
        wire.send("\(JSONText(request).string)\n".utf8)
        while case .frame(let frame) = subject.hear(wire) {
            observer.note(frame)
            if frame["id"] == .integer(count), frame["method"] == nil { return frame }
        }
        let unfinished = wire.noteUnfinished()
        let reasons = (wire.faults + observer.faults).map(\.reason) + (unfinished.map { [$0] } ?? [])
        let why = reasons.first ?? (wire.hasOutput ? "nothing came" : "it ended with \(subject.end().told)")
        throw ConformanceFailure("\(method) was not answered: \(why)\(subject.lastWords)")
    }
}

extension ChildProcess.ExitStatus? {
    /// A description for messages.
    fileprivate var told: String {
        switch self {
        case .code(let code): "status \(code)"
        case .signal(let number): "signal \(number)"
        case nil: "its output alone"
        }
    }
}
