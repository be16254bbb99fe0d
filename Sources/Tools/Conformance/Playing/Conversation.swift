import DequeModule
import FHJSON

/// The connection of one client in a scenario.
///
/// If a client is tested, this is the simulated host's end of the connection.
final class Conversation {
    let wire: Wire
    let observer: any Watcher
    private let subject: Subject
    private let hasHeaders: Bool
    /// The received messages that no step has consumed.
    private var waiting: Deque<JSONValue> = []
    private var callCount = 0
    /// True if the ids of requests are numbers, as a host's ids are; false if they are strings.
    var counts = false
    /// True if a patch is converted to the resulting snapshot.
    var readsPatches = false
    /// The simulated host, if a client is tested; nil otherwise.
    private let role: HostRole?

    init(
        _ subject: Subject, _ wire: Wire, hasHeaders: Bool, _ observer: any Watcher, as role: HostRole? = nil
    ) {
        self.subject = subject
        self.wire = wire
        self.hasHeaders = hasHeaders
        self.observer = observer
        self.role = role
        counts = role != nil
    }

    /// Performs a step of this client.
    func take(_ step: Step, _ names: inout Names) throws(Reason) {
        switch step.operation {
        case .send(let sent): try send(sent, names)
        case .sendText(let text): sendText(text)
        case .sendBytes(let bytes): send(bytes)
        case .call(let call): try take(call, &names)
        case .next(let pattern): try next(pattern, &names)
        case .until(let pattern, let never): try find(pattern, never: never, &names)
        case .state(let pattern, let instance, let mustHoldNow):
            try see(pattern, of: instance, mustHoldNow: mustHoldNow, &names)
        case .asked(let asked): try take(asked, &names)
        case .endInput: wire.endInput()
        case .closeOutput: wire.closeOutput()
        case .ended: try readToEnd()
        case .reads(let reads): wire.isPaused = !reads
        case .halts: if !subject.halts(wire) { throw Reason("it has taken all that it was told") }
        default: break
        }
    }

    // MARK: Sending

    func send(_ message: JSONValue) {
        observer.noteSent(message)
        write(JSONText(message).string + "\n")
    }

    private static let mostMessages = 200_000
    private static let longestMessage = 64 << 20

    /// Sends a message as often as a step specifies.
    ///
    /// - Throws: `Reason` if the host's limits require more or longer messages than this program sends.
    func send(_ sent: Step.Sent, _ names: Names) throws(Reason) {
        var names = names
        let times = sent.times.value(names)
        guard times <= Self.mostMessages, sent.length?.value(names) ?? 0 <= Self.longestMessage else {
            throw .tooMuch
        }
        // A host may stop reading while its answers are unread, so its answers are read between the writes. A client
        // must not stop reading, so all messages are written before anything is read.
        wire.writesFirst = role != nil && times > 1
        let messages = (1...max(1, times)).map { number in
            names["number"] = .integer(number)
            return sent.message.filled(from: names)
        }
        if sent.isBatch {
            send(
                .build { json in
                    json.beginArray()
                    for message in messages { json.value(JSONText(message)) }
                    json.endArray()
                })
        } else if let length = sent.length?.value(names) {
            for message in messages {
                observer.noteSent(message)
                let text = JSONText(message).string
                write(String(repeating: " ", count: max(0, length - text.utf8.count)) + text + "\n")
            }
        } else {
            for message in messages { observer.noteSent(message) }
            write(messages.map { JSONText($0).string + "\n" }.joined())
        }
    }

    func sendText(_ text: String) {
        observer.noteSentText()
        write(text)
    }

    func send(_ bytes: [UInt8]) {
        observer.noteSentText()
        wire.send(bytes)
    }

    private func write(_ text: String) {
        guard hasHeaders else { return wire.send(text.utf8) }
        var bytes: [UInt8] = []
        for body in text.utf8.split(separator: UInt8(ascii: "\n")) {
            if body.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            bytes += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        }
        wire.send(bytes)
    }

    func take(_ call: Step.Call, _ names: inout Names) throws(Reason) {
        callCount += 1
        let id: JSONValue = counts ? .integer(callCount) : .string("call-\(callCount)")
        let params = call.params.map { JSONText($0.filled(from: names)) }
        send(JSONValue(Message.request(id, call.method, params)))
        var passed: [JSONValue] = []
        var answer = try read()
        while answer["method"] != nil || answer["id"] != id {
            passed.append(answer)
            answer = try read()
        }
        waiting += passed
        if let pattern = call.error {
            guard let error = answer["error"] else { throw Reason("it is not refused: \(answer.shortened)") }
            return try match(pattern, error, &names)
        }
        guard let result = answer["result"] else { throw Reason("it is refused: \(answer.shortened)") }
        if call.method == "initialize" {
            names["limits"] = result["limits"]
            subject.allow(result["limits"]?["drainMs"]?.intValue, result["limits"]?["realWaitMs"]?.intValue)
        }
        if let pattern = call.result { try match(pattern, result, &names) }
    }

    func take(_ asked: Step.Asked, _ names: inout Names) throws(Reason) {
        let pattern = JSONValue.build { json in
            json.beginObject()
            json.field("method", asked.method)
            json.field("id", JSONText.object("$any", .bool(true)))
            if let params = asked.params { json.field("params", params) }
            json.endObject()
        }
        let request = try find(pattern, never: nil, &names)
        send(JSONValue(Message.answer(request["id"] ?? .null, asked.member, asked.value.filled(from: names))))
    }

    // MARK: Receiving

    /// Handles received frames without matching them.
    func takeIn() {
        while wire.hasFrame {
            let frame = wire.takeFrame()
            if !answer(frame) { waiting.append(seen(frame)) }
        }
        // The simulated host ends when its input has ended.
        if role != nil, !wire.hasOutput { wire.endInput() }
    }

    /// Observes a frame.
    ///
    /// Sends the default answer of the simulated host, if there is one.
    ///
    /// - Returns: true if an answer was sent.
    @discardableResult
    private func answer(_ frame: JSONValue) -> Bool {
        observer.note(frame)
        if role != nil, frame["method"]?.stringValue == "exit" { wire.endInput() }
        guard let answer = role?.answer(to: frame) else { return false }
        send(answer)
        return true
    }

    /// Returns the frame that steps check: with ``readsPatches``, the resulting snapshot instead of a patch.
    private func seen(_ frame: JSONValue) -> JSONValue {
        guard readsPatches, frame["method"]?.stringValue == "state/patch", let patch = frame["params"],
            let snapshot = observer.snapshot(after: patch)
        else { return frame }
        return .build { json in
            json.beginObject()
            json.field("jsonrpc", "2.0")
            json.field("method", "state/snapshot")
            json.field("params", snapshot)
            json.endObject()
        }
    }

    private func read() throws(Reason) -> JSONValue {
        while true {
            switch subject.hear(wire) {
            case .frame(let frame):
                if !answer(frame) { return seen(frame) }
            case .end:
                throw Reason("the output ended\(subject.lastWords)")
            case .nothing:
                throw Reason(wire.noteUnfinished() ?? "nothing came")
            }
        }
    }

    func next(_ pattern: JSONValue, _ names: inout Names) throws(Reason) {
        try match(pattern, waiting.isEmpty ? try read() : waiting.removeFirst(), &names)
    }

    private func match(_ pattern: JSONValue, _ value: JSONValue, _ names: inout Names) throws(Reason) {
        if let mismatch = Expectation(pattern).mismatch(value, &names) { throw Reason("\(mismatch)") }
    }

    @discardableResult
    func find(_ pattern: JSONValue, never: JSONValue?, _ names: inout Names) throws(Reason) -> JSONValue {
        var passed = 0
        var last: Mismatch?
        while true {
            let frame: JSONValue
            do throws(Reason) {
                frame = waiting.isEmpty ? try read() : waiting.removeFirst()
            } catch {
                let nearest = last.map { "; of the last that did, \($0)" } ?? ""
                throw Reason("\(error.text) that matches \(pattern.shortened), \(passed) other frames did\(nearest)")
            }
            guard let mismatch = Expectation(pattern).mismatch(frame, &names) else { return frame }
            last = mismatch
            passed += 1
            var trial = names
            if let never, Expectation(never).mismatch(frame, &trial) == nil {
                throw Reason("this may not come: \(frame.shortened)")
            }
        }
    }

    func see(_ pattern: JSONValue, of instance: String, mustHoldNow: Bool, _ names: inout Names) throws(Reason) {
        while true {
            var reason = "there is no snapshot of \(instance)"
            if let newest = observer.newest(of: instance) {
                guard let mismatch = Expectation(pattern).mismatch(newest, &names) else { return }
                reason = "at revision \((newest["revision"] ?? .null).shortened), \(mismatch)"
            }
            if mustHoldNow { throw Reason(reason) }
            do throws(Reason) {
                waiting.append(try read())
            } catch {
                throw Reason("\(reason); then \(error.text)")
            }
        }
    }

    /// Requests the snapshots that were received only as patches, and compares them with the results of the patches.
    ///
    /// Does nothing while a request is pending, because the host may then have stopped reading.
    func compareSnapshots() throws(Reason) {
        guard !wire.isDeaf, !observer.isOwed else { return }
        for (number, params) in observer.toldByPatches.enumerated() {
            let id = JSONValue.string("compare-\(number)")
            send(JSONValue(Message.request(id, "feature/snapshot", JSONText(params))))
            while try read()["id"] != id {}
        }
    }

    /// Reads to the end of the program's output.
    func readToEnd() throws(Reason) {
        while true {
            switch subject.hear(wire) {
            case .frame(let frame): answer(frame)
            case .end: return
            case .nothing: throw Reason("it did not end")
            }
        }
    }
}

/// The reason why a step failed, as a sentence.
struct Reason: Error {
    let text: String

    /// True if the step can't be tested with this host, which is not a failure.
    let isUntried: Bool

    init(_ text: String, isUntried: Bool = false) {
        self.text = text
        self.isUntried = isUntried
    }

    static let tooMuch = Reason("the host's limit is larger than what is sent here", isUntried: true)
}
