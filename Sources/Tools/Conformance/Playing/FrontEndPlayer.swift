import FHEventLoop
import FHJSON
import FHUnixSockets
import SystemPackage

/// Plays the simulated host of one scenario to a client, which another program controls.
final class FrontEndPlayer {
    private let scenario: Scenario
    private let way: Scenario.Way
    private let schemas: SchemaSet
    private let role: HostRole
    private let stage: Stage
    private let listener: FileDescriptor
    private let subject: Subject
    private let orders: Orders
    /// The session of the client.
    private var session: Conversation?
    private var past: [Conversation] = []
    private var names: Names = [:]

    /// Starts the program that controls the client.
    ///
    /// - Throws: `SpawnFailure`, `StageFailure` or `Errno` if the program can't be started.
    init(
        _ scenario: Scenario, _ way: Scenario.Way, _ command: [String], _ schemas: SchemaSet, timeoutMs: Int
    ) throws {
        self.scenario = scenario
        self.way = way
        self.schemas = schemas
        guard let role = scenario.role else { preconditionFailure("it tries a host") }
        self.role = role
        let stage = try Stage(scenario)
        self.stage = stage
        do {
            listener = try UnixAddress("\(stage.folder)/\(Stage.socket)")?.listen() ?? { throw Errno.fileNameTooLong }()
            subject = try Subject(command, timeoutMs: timeoutMs)
        } catch {
            stage.remove()
            throw error
        }
        orders = Orders(subject)
        names["snapshot"] = role.snapshot
    }

    /// Plays the scenario to its end, or to the first failed step.
    func play() -> Outcome {
        defer {
            subject.dismiss()
            subject.kill()
            try? listener.close()
            stage.remove()
        }
        return Outcome(of: role.beginning + scenario.steps, conversations: hearTheRest) {
            step throws(Reason) in
            do throws(Reason) {
                try take(step)
            } catch {
                throw orders.complaint.map { Reason("\(error.text); \($0)", isUntried: error.isUntried) } ?? error
            }
        }
    }

    /// Returns all sessions.
    ///
    /// If no step has failed, waits for the client's missing answers first.
    private func hearTheRest(isWell: Bool) -> [Conversation] {
        guard let session else { return past }
        guard isWell else { return past + [session] }
        subject.beginStep()
        _ = subject.wait {
            session.takeIn()
            return !session.observer.isOwed || !session.wire.hasOutput
        }
        if session.wire.hasOutput { session.observer.noteEnd() }
        return past + [session]
    }

    private func take(_ step: Step) throws(Reason) {
        subject.beginStep()
        switch step.operation {
        case .order(let name, let params):
            let params = (params ?? .emptyObject).filled(from: names)
            if name == "start" { try start(params) } else { orders.give(name, params) }
        case .done(let pattern): try look(at: "result", pattern)
        case .failed(let pattern): try look(at: "error", pattern)
        case .remark: break
        default:
            guard let session else { throw Reason("there is no session") }
            try session.take(step, &names)
        }
    }

    /// Orders the program to start a session with the simulated host.
    private func start(_ params: JSONValue) throws(Reason) {
        let command = [
            "sh", "-c", "echo 'error: this is a log' >&2; exec \"$0\" connect --socket \"$1\"",
            OwnProcess.executable ?? "featurehost", "\(stage.folder)/\(Stage.socket)",
        ]
        let more = JSONText.build { json in
            json.beginObject()
            json.field("command", command)
            json.field("framing", way.framing)
            json.endObject()
        }
        orders.give("start", JSONValue(JSONMergePatch.apply(JSONValue(more), to: params)))
        guard let wire = subject.accept(on: listener, way) else { throw Reason("it does not start its host") }
        if let session { past.append(session) }
        let observer = FrontEndObserver(schemas, secret: role.secret)
        session = Conversation(subject, wire, hasHeaders: way == .headers, observer, as: role)
    }

    private func look(at member: String, _ pattern: JSONValue) throws(Reason) {
        let answer = try orders.answer { session?.takeIn() }
        guard let value = answer[member] else {
            let other = member == "result" ? "failed" : "was done"
            throw Reason("the order \(other): \(answer.shortened)")
        }
        if let mismatch = Expectation(pattern).mismatch(value, &names) { throw Reason("\(mismatch)") }
    }
}
