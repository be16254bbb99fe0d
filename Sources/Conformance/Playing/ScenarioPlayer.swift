import EventLoop
import Glibc
import JSON

/// Plays one scenario to one program.
final class ScenarioPlayer {
    /// Why a step does not hold.
    struct Failure: Error {
        let step: Step
        let reason: String
    }

    private let scenario: Scenario
    private let stage: Stage
    private let subject: Subject
    private let observer: Observer
    private let way: Scenario.Way
    private var names: Names = [:]
    /// What was read and not looked at yet.
    private var waiting: [JSONValue] = []
    private var callCount = 0

    /// - Throws: `SpawnFailure` or `StageFailure` where the program can't be started.
    init(
        _ scenario: Scenario, _ way: Scenario.Way, _ command: [String], _ schemas: SchemaSet, patience: Int
    ) throws {
        self.scenario = scenario
        self.way = way
        stage = try Stage(scenario)
        do {
            subject = try Subject(command + stage.arguments, in: stage.folder, way, patience: patience)
        } catch {
            stage.remove()
            throw error
        }
        observer = Observer(schemas)
        names["process"] = .integer(stage.bystander)
    }

    /// Plays it to its end, or to the first step that does not hold.
    ///
    /// - Returns: the steps that held, the one that did not, and what was wrong with what the program said.
    func play() -> (held: [Step], failure: Failure?, faults: [Fault]) {
        defer {
            subject.kill()
            stage.remove()
        }
        var held: [Step] = []
        var failure: Failure?
        for step in scenario.steps {
            do {
                try take(step)
                held.append(step)
            } catch let reason as Reason {
                failure = Failure(step: step, reason: reason.text)
                break
            } catch {
                failure = Failure(step: step, reason: "\(error)")
                break
            }
        }
        return (held, failure, subject.faults + observer.faults)
    }

    /// Why a step does not hold, in a sentence.
    private struct Reason: Error {
        let text: String
    }

    private func take(_ step: Step) throws {
        switch step.deed {
        case .send(let message, let times):
            for _ in 0..<times { send(message.filled(from: names)) }
        case .sendText(let text): sendText(text)
        case .sendBytes(let bytes): subject.send(bytes)
        case .write(let files): for file in files { try stage.write(file.text, to: file.name) }
        case .call(let call): try take(call)
        case .next(let pattern): try match(pattern, try nextFrame())
        case .until(let pattern, let never): _ = try find(pattern, never: never)
        case .state(let pattern, let instance, let mustHoldNow):
            try see(pattern, of: instance, mustHoldNow: mustHoldNow)
        case .asked(let asked): try take(asked)
        case .endInput: subject.endInput()
        case .closeOutput: subject.closeOutput()
        case .signal(let name): subject.signal(Self.signals[name] ?? 0)
        case .endProcess: stage.endBystander()
        case .status(let status): try end(with: status)
        case .remark: break
        }
    }

    private static let signals = ["TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP, "KILL": SIGKILL, "USR1": SIGUSR1]

    // MARK: Speaking

    private func send(_ message: JSONValue) {
        observer.noteSent(message)
        sendText(JSONText(message).string + "\n")
    }

    private func sendText(_ text: String) {
        guard way == .headers else { return subject.send(text.utf8) }
        for body in text.split(separator: "\n") where !body.allSatisfy(\.isWhitespace) {
            subject.send("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        }
    }

    private func take(_ call: Step.Call) throws {
        callCount += 1
        let id = JSONValue.string("call-\(callCount)")
        send(
            .build { json in
                json.beginObject()
                json.field("jsonrpc", JSONText.string("2.0"))
                json.field("id", JSONText(id))
                json.field("method", JSONText.string(call.method))
                if let params = call.params { json.field("params", JSONText(params.filled(from: names))) }
                json.endObject()
            })
        var passed: [JSONValue] = []
        var answer = try read()
        while answer["method"] != nil || answer["id"] != id {
            passed.append(answer)
            answer = try read()
        }
        waiting += passed
        if let pattern = call.error {
            guard let error = answer["error"] else { throw Reason(text: "it is not refused: \(answer.shortened)") }
            return try match(pattern, error)
        }
        guard let result = answer["result"] else { throw Reason(text: "it is refused: \(answer.shortened)") }
        if let pattern = call.result { try match(pattern, result) }
    }

    private func take(_ asked: Step.Asked) throws {
        let pattern = JSONValue.build { json in
            json.beginObject()
            json.field("method", JSONText.string(asked.method))
            json.field("id", JSONText.object("$any", .bool(true)))
            if let params = asked.params { json.field("params", JSONText(params)) }
            json.endObject()
        }
        let request = try find(pattern, never: nil)
        send(
            .build { json in
                json.beginObject()
                json.field("jsonrpc", JSONText.string("2.0"))
                json.field("id", JSONText(request["id"] ?? .null))
                json.key(asked.member)
                json.value(JSONText(asked.value.filled(from: names)))
                json.endObject()
            })
    }

    // MARK: Listening

    private func read() throws -> JSONValue {
        switch subject.hear() {
        case .frame(let frame):
            observer.note(frame)
            return frame
        case .end:
            throw Reason(text: "the output ended" + (subject.log.isEmpty ? "" : "; the log ends: \(tail)"))
        case .nothing:
            throw Reason(text: "nothing came")
        }
    }

    private var tail: String { String(decoding: subject.log.suffix(300), as: UTF8.self) }

    private func nextFrame() throws -> JSONValue { waiting.isEmpty ? try read() : waiting.removeFirst() }

    private func match(_ pattern: JSONValue, _ value: JSONValue) throws {
        if let mismatch = Expectation(pattern).mismatch(value, &names) { throw Reason(text: "\(mismatch)") }
    }

    private func find(_ pattern: JSONValue, never: JSONValue?) throws -> JSONValue {
        var passed = 0
        var last: Mismatch?
        while true {
            let frame: JSONValue
            do {
                frame = try nextFrame()
            } catch let reason as Reason {
                let nearest = last.map { "; of the last that did, \($0)" } ?? ""
                throw Reason(
                    text: "\(reason.text) that matches \(pattern.shortened), \(passed) other frames did\(nearest)")
            }
            guard let mismatch = Expectation(pattern).mismatch(frame, &names) else { return frame }
            last = mismatch
            passed += 1
            var trial = names
            if let never, Expectation(never).mismatch(frame, &trial) == nil {
                throw Reason(text: "this may not come: \(frame.shortened)")
            }
        }
    }

    private func see(_ pattern: JSONValue, of instance: String, mustHoldNow: Bool) throws {
        while true {
            var reason = "there is no snapshot of \(instance)"
            if let newest = observer.newest(of: instance) {
                guard let mismatch = Expectation(pattern).mismatch(newest, &names) else { return }
                reason = "at revision \((newest["revision"] ?? .null).shortened), \(mismatch)"
            }
            if mustHoldNow { throw Reason(text: reason) }
            do {
                waiting.append(try read())
            } catch let end as Reason {
                throw Reason(text: "\(reason); then \(end.text)")
            }
        }
    }

    private func end(with status: Int) throws {
        subject.endInput()
        loop: while true {
            switch subject.hear() {
            case .frame(let frame): observer.note(frame)
            case .end: break loop
            case .nothing: throw Reason(text: "it did not end")
            }
        }
        guard let found = subject.end() else { throw Reason(text: "it did not end, though its output did") }
        guard found == .code(status) else { throw Reason(text: "the status should be \(status), and is \(found)") }
        observer.noteEnd()
    }
}
