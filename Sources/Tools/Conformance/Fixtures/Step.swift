import FHJSON

/// A line of a scenario.
struct Step {
    /// The operation or expectation of a step.
    enum Operation {
        case send(Sent)
        case sendText(String)
        case sendBytes([UInt8])
        case write([(name: String, text: String?)])
        case call(Call)
        case next(JSONValue)
        case until(JSONValue, never: JSONValue?)
        case state(JSONValue, of: String, mustHoldNow: Bool)
        case asked(Asked)
        case endInput
        case closeOutput
        /// Expects the output to end.
        case ended
        case connect(framing: String?, initializes: Bool)
        case leave
        /// Connects this many additional clients, which send at most their first request.
        case crowd(Amount)
        /// Pauses or resumes reading the output.
        case reads(Bool)
        /// Expects the program to stop reading its input.
        case halts
        /// Expects the host to listen on sockets that match the pattern.
        case listens(JSONValue)
        case signal(String)
        case endProcess
        case restart
        case again(JSONValue)
        case file(String, JSONValue)
        case log(JSONValue)
        case gone(String)
        case status(JSONValue, endsInput: Bool)
        /// Sends an order to the program that controls a client; see ``Orders``.
        case order(String, JSONValue?)
        case done(JSONValue)
        case failed(JSONValue)
        case remark
    }

    /// A message to send, and the number of repetitions.
    struct Sent {
        let message: JSONValue
        let times: Amount
        /// True to send all repetitions together as one batch.
        let isBatch: Bool
        /// The length in bytes to which each message is padded with blanks; nil for no padding.
        let length: Amount?
    }

    /// A number, or a sum of a number and a fraction of a limit that the host reports.
    struct Amount {
        let number: Int
        let limit: String?
        private let divisor: Int

        init?(_ value: JSONValue?) {
            guard let value else { return nil }
            limit = value["limit"]?.stringValue
            number = value.intValue ?? value["plus"]?.intValue ?? 0
            divisor = max(1, value["over"]?.intValue ?? 1)
        }

        func value(_ names: Names) -> Int {
            guard let limit else { return number }
            let (sum, overflow) = ((names["limits"]?[limit]?.intValue ?? 0) / divisor).addingReportingOverflow(number)
            return overflow ? .max : sum
        }
    }

    /// A request, with the patterns for its answer.
    struct Call {
        let method: String
        let params: JSONValue?
        let result: JSONValue?
        let error: JSONValue?
    }

    /// A request that the host is expected to send, with the answer to it.
    struct Asked {
        let method: String
        let params: JSONValue?
        /// The member of the answer: `result` or `error`.
        let member: String
        let value: JSONValue
    }

    let operation: Operation
    /// The ids of the requirements that a failure of the step violates.
    let requirements: [String]
    /// The name of the client that performs the step; empty if the line names none.
    let by: String
    /// The line number in the file, from 1.
    let line: Int

    private init(_ operation: Operation, requirements: [String] = [], by: String = "", line: Int) {
        self.operation = operation
        self.requirements = requirements
        self.by = by
        self.line = line
    }

    init?(_ value: JSONValue, line: Int) {
        guard let operation = Operation(value) else { return nil }
        self.init(
            operation, requirements: value["requires"]?.elements.compactMap(\.stringValue) ?? [],
            by: value["by"]?.stringValue ?? "", line: line)
    }

    /// The members of each kind of line, in addition to the member that determines the kind.
    ///
    /// If `checks` is false, lines of the kind can't have requirements. `party` is the role of the programs whose
    /// scenarios can have lines of the kind, where `.host` includes plugins; nil for all roles.
    private static let members: [(name: String, checks: Bool, others: Set<String>, party: Party?)] = [
        ("send", false, ["times", "isBatch", "length"], nil), ("sendRaw", false, [], nil),
        ("sendBytes", false, [], nil),
        ("write", false, [], .host), ("endInput", false, [], nil), ("closeOutput", false, [], .host),
        ("leave", false, [], .host), ("signal", false, [], .host), ("endProcess", false, [], .host),
        ("comment", false, [], nil), ("order", false, ["params"], .frontEnd), ("done", true, [], .frontEnd),
        ("failed", true, [], .frontEnd), ("call", true, ["params", "result", "error"], nil), ("next", true, [], nil),
        ("until", true, ["never"], nil), ("state", true, ["of"], .host), ("shows", true, ["of"], .host),
        ("asked", true, ["params", "answer", "refuse"], nil), ("status", true, [], .host), ("ends", true, [], .host),
        ("crowd", false, [], .host), ("reads", false, [], .host), ("halts", true, [], .host),
        ("listens", true, [], .host), ("ended", true, [], nil), ("file", true, ["is"], .host), ("log", true, [], .host),
        ("gone", true, [], .host),
        ("again", true, [], .host), ("restart", true, [], .host), ("connect", true, ["framing", "initialize"], .host),
    ]

    /// The error in the members of a line, as a sentence; nil if they are valid.
    ///
    /// - Parameter party: the role of the tested program.
    static func diagnostic(in line: JSONValue, for party: Party) -> String? {
        let operations = members.filter { line[$0.name] != nil }
        guard let operation = operations.first, operations.count == 1 else {
            return "this is \(operations.count) steps and not one"
        }
        // Scenarios for plugins have the same kinds of lines as scenarios for hosts.
        if let only = operation.party, only != (party == .plugin ? .host : party) {
            return "\(operation.name) is nothing that is done where a \(party.rawValue) is tried"
        }
        let known = operation.others.union([operation.name, "by", "requires"])
        if let strange = line.members.first(where: { !known.contains($0.key) }) {
            return "a line with \(operation.name) has no \(strange.key)"
        }
        if line["requires"] != nil, !operation.checks {
            return "\(operation.name) checks nothing that could be required"
        }
        if line["result"] != nil, line["error"] != nil { return "a call has a result or an error" }
        return nil
    }

    /// The patterns in a line.
    static func patterns(in line: JSONValue) -> [JSONValue] {
        let names = [
            "next", "until", "never", "state", "shows", "result", "error", "status", "ends", "is", "log", "again",
            "done", "failed", "listens",
        ]
        return (names + (line["asked"] == nil ? [] : ["params"])).compactMap { line[$0] }
    }

    /// The default params of `initialize`.
    static let introduction = JSONText.build {
        $0.raw(#"{"protocolVersions":["1"],"clientInfo":{"name":"conform"}}"#)
    }

    /// The first request of a client; nil if the scenario has none.
    static func initialize(_ params: JSONValue?) -> Call? {
        if params?.boolValue == false { return nil }
        let all = JSONValue(JSONMergePatch.apply(params ?? .emptyObject, to: JSONValue(introduction)))
        return Call(method: "initialize", params: all, result: nil, error: nil)
    }

    /// Creates a step that is performed before the first line.
    init(before operation: Operation) { self.init(operation, line: 1) }
}

extension Step.Operation {
    init?(_ line: JSONValue) {
        if let message = line["send"] {
            self = .send(
                Step.Sent(
                    message: message, times: Step.Amount(line["times"]) ?? Step.Amount(.integer(1))!,
                    isBatch: line["isBatch"]?.boolValue ?? false, length: Step.Amount(line["length"])))
        } else if let text = line["sendRaw"]?.stringValue {
            self = .sendText(text)
        } else if let digits = line["sendBytes"]?.stringValue {
            guard let bytes = [UInt8](hexadecimal: digits) else { return nil }
            self = .sendBytes(bytes)
        } else if let files = line["write"] {
            self = .write(files.members.map { ($0.key, $0.value.stringValue) })
        } else if let method = line["call"]?.stringValue {
            self = .call(
                Step.Call(method: method, params: line["params"], result: line["result"], error: line["error"]))
        } else if let pattern = line["next"] {
            self = .next(pattern)
        } else if let pattern = line["until"] {
            self = .until(pattern, never: line["never"])
        } else if let pattern = line["state"] ?? line["shows"], let instance = line["of"]?.stringValue {
            self = .state(pattern, of: instance, mustHoldNow: line["state"] != nil)
        } else if let method = line["asked"]?.stringValue {
            let refusal = line["refuse"]
            self = .asked(
                Step.Asked(
                    method: method, params: line["params"], member: refusal == nil ? "result" : "error",
                    value: refusal ?? line["answer"] ?? .null))
        } else if let pattern = line["status"] ?? line["ends"] {
            self = .status(pattern, endsInput: line["status"] != nil)
        } else if let name = line["file"]?.stringValue {
            self = .file(name, line["is"] ?? .null)
        } else if let pattern = line["log"] {
            self = .log(pattern)
        } else if let file = line["gone"]?.stringValue {
            self = .gone(file)
        } else if let count = Step.Amount(line["crowd"]) {
            self = .crowd(count)
        } else if let reads = line["reads"]?.boolValue {
            self = .reads(reads)
        } else if let pattern = line["listens"] {
            self = .listens(pattern)
        } else if let pattern = line["again"] {
            self = .again(pattern)
        } else if let name = line["order"]?.stringValue {
            self = .order(name, line["params"])
        } else if let pattern = line["done"] {
            self = .done(pattern)
        } else if let pattern = line["failed"] {
            self = .failed(pattern)
        } else if line["connect"] != nil {
            self = .connect(
                framing: line["framing"]?.stringValue, initializes: line["initialize"]?.boolValue ?? true)
        } else if let signal = line["signal"]?.stringValue {
            self = .signal(signal)
        } else {
            guard let plain = Self.plain.first(where: { line[$0.key] != nil }) else { return nil }
            self = plain.value
        }
    }

    private static var plain: [String: Step.Operation] {
        [
            "endInput": .endInput, "closeOutput": .closeOutput, "ended": .ended, "leave": .leave,
            "halts": .halts, "endProcess": .endProcess, "restart": .restart, "comment": .remark,
        ]
    }
}

extension [UInt8] {
    fileprivate init?(hexadecimal digits: String) {
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
