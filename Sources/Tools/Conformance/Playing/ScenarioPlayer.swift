import FHEventLoop
import FHJSON
import Glibc

/// Plays one scenario to one host or plugin.
final class ScenarioPlayer {
    private let scenario: Scenario
    private let way: Scenario.Way
    private let command: [String]
    private let schemas: SchemaSet
    private let timeoutMs: Int
    private let stage: Stage
    private var subject: Subject
    /// The connected clients, by name.
    ///
    /// The client on standard input and output has the empty name.
    private var conversations: [String: Conversation] = [:]
    /// The clients that have disconnected.
    private var past: [Conversation] = []
    private var names: Names

    /// Starts the program.
    ///
    /// - Parameter names: the values about the program that the scenario can refer to by name.
    /// - Throws: `SpawnFailure` or `StageFailure` if the program can't be started.
    init(
        _ scenario: Scenario, _ way: Scenario.Way, _ command: [String], _ schemas: SchemaSet, timeoutMs: Int,
        names: Names = [:]
    ) throws {
        self.scenario = way == .patches ? scenario.askingForPatches() : scenario
        self.way = way
        self.schemas = schemas
        self.names = names
        self.timeoutMs = min(timeoutMs, scenario.timeoutMs ?? .max)
        stage = try Stage(scenario)
        self.command = command + stage.arguments
        do {
            subject = try Subject(self.command, timeoutMs: self.timeoutMs)
        } catch {
            stage.remove()
            throw error
        }
        self.names["process"] = stage.bystander.map { .integer($0) }
        if !scenario.hasSocket { begin() }
    }

    /// Plays the scenario to its end, or to the first failed step.
    func play() -> Outcome {
        defer {
            subject.kill()
            stage.remove()
        }
        return Outcome(of: scenario.steps, conversations: { _ in past + conversations.values }, take: take)
    }

    // MARK: Clients

    private func begin() {
        let wire = subject.standardWire(way, keepsOutput: scenario.isRepeatable)
        let idKey = scenario.party == .plugin ? names["idKey"]?.stringValue ?? "id" : nil
        let front = Conversation(subject, wire, hasHeaders: way == .headers, Observer(schemas, ofPluginWithID: idKey))
        front.counts = scenario.party == .plugin
        front.readsPatches = way == .patches
        conversations[""] = front
    }

    /// Returns the client that performs a step.
    ///
    /// If the host is on a socket, a client connects for its first step.
    private func conversation(_ step: Step) throws(Reason) -> Conversation {
        if let known = conversations[step.by] { return known }
        guard scenario.hasSocket else { throw Reason("a client \(step.by) needs a socket") }
        return try connect(step.by, way, initialize: scenario.initialize)
    }

    @discardableResult
    private func connect(
        _ name: String, _ way: Scenario.Way, initialize: Step.Call?
    ) throws(Reason) -> Conversation {
        guard let wire = subject.connect(to: "\(stage.folder)/\(Stage.socket)", way) else {
            throw Reason("nobody can connect to it")
        }
        let new = Conversation(subject, wire, hasHeaders: way == .headers, Observer(schemas))
        if let old = conversations.updateValue(new, forKey: name) { past.append(old) }
        if let initialize { try new.take(initialize, &names) }
        return new
    }

    private static let largestCrowd = 1_000

    /// Connects clients that send at most their first request.
    private func gather(_ count: Int) throws(Reason) {
        guard count <= Self.largestCrowd else { throw .tooMuch }
        for number in 0..<max(0, count) { try connect("crowd \(number)", way, initialize: scenario.initialize) }
    }

    private func leave(_ name: String) {
        guard let old = conversations.removeValue(forKey: name) else { return }
        old.wire.close()
        past.append(old)
    }

    // MARK: Steps

    private func take(_ step: Step) throws(Reason) {
        subject.beginStep()
        switch step.operation {
        case .write(let files):
            for file in files {
                do { try stage.write(file.text, to: file.name) } catch { throw Reason("\(error)") }
            }
        case .connect(let framing, let initializes):
            try connect(
                step.by, framing.flatMap(Scenario.Way.init) ?? way,
                initialize: initializes ? scenario.initialize : nil)
        case .leave: leave(step.by)
        case .crowd(let count): try gather(count.value(names))
        case .listens(let pattern):
            guard subject.listeners != nil else { throw Reason("the system does not tell", isUntried: true) }
            try wait(for: pattern) { subject.listeners }
        case .signal(let name): subject.signal(Self.signals[name] ?? 0)
        case .endProcess: stage.endBystander()
        case .restart: try restart()
        case .again(let status): try startAgain(status)
        case .file(let name, let pattern): try wait(for: pattern) { stage.look(at: name) }
        case .log(let pattern): try wait(for: pattern) { .string(String(decoding: subject.log, as: UTF8.self)) }
        case .gone(let file): try waitForEnd(of: file)
        case .status(let status, let endsInput): try end(with: status, endsInput: endsInput)
        case .remark: break
        default: try conversation(step).take(step, &names)
        }
    }

    private static let signals = ["TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP, "KILL": SIGKILL, "USR1": SIGUSR1]

    /// Restarts the program after it has ended.
    ///
    /// All its clients are disconnected.
    private func restart() throws(Reason) {
        guard subject.end() != nil else { throw Reason("it did not end") }
        subject.kill()
        for name in Array(conversations.keys) { leave(name) }
        subject = try started()
        if !scenario.hasSocket { begin() }
    }

    /// Starts a second instance of the program, in addition to the first.
    private func startAgain(_ pattern: JSONValue) throws(Reason) {
        let second = try started()
        defer { second.kill() }
        try match(pattern, second.end(), second)
    }

    private func started() throws(Reason) -> Subject {
        do throws(SpawnFailure) {
            return try Subject(command, timeoutMs: timeoutMs)
        } catch {
            throw Reason("it can't be started again: \(error.error)")
        }
    }

    private func match(_ pattern: JSONValue, _ status: ChildProcess.ExitStatus?, _ subject: Subject) throws(Reason) {
        guard let status else { throw Reason("it did not end") }
        let value = status.value
        if let mismatch = Expectation(pattern).mismatch(value, &names) { throw Reason("of its status, \(mismatch)") }
    }

    private func wait(for pattern: JSONValue, _ look: () -> JSONValue?) throws(Reason) {
        var mismatch: Mismatch?
        let holds = subject.wait {
            mismatch = Expectation(pattern).mismatch(look(), &names)
            return mismatch == nil
        }
        if !holds, let mismatch { throw Reason("\(mismatch)") }
    }

    /// Waits for the end of the process whose id is in a file.
    private func waitForEnd(of file: String) throws(Reason) {
        let text = stage.look(at: file)?["text"]?.stringValue ?? ""
        guard let id = pid_t(String(text.prefix { $0.isNumber })), id > 1 else {
            throw Reason("the file \(file) has no id of a process: \(text)")
        }
        if !subject.wait(until: { Glibc.kill(id, 0) != 0 || stage.isZombie(id) }) {
            throw Reason("the process \(id) is still there")
        }
    }

    private func end(with pattern: JSONValue, endsInput: Bool) throws(Reason) {
        for front in conversations.values {
            if endsInput, front.readsPatches, scenario.staysOpen { try front.compareSnapshots() }
            if endsInput, !scenario.hasSocket { front.wire.endInput() }
            if !front.wire.isDeaf { try front.readToEnd() }
        }
        let status = subject.end()
        try match(pattern, status, subject)
        // A host that has failed need not answer the pending requests.
        guard status == .code(0) else { return }
        for front in conversations.values where !front.wire.isDeaf { front.observer.noteEnd() }
    }
}

extension ChildProcess.ExitStatus {
    /// The exit status as a number.
    ///
    /// A signal is a negative number, as in Python.
    fileprivate var value: JSONValue {
        switch self {
        case .code(let code): .integer(code)
        case .signal(let number): .integer(-number)
        }
    }
}
