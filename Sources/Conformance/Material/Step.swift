import JSON

/// A line of a scenario.
struct Step {
    /// What is done or expected.
    enum Deed {
        case send(JSONValue, times: Int)
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
        case signal(String)
        case endProcess
        case status(Int)
        case remark
    }

    /// A request, and what its answer has to match.
    struct Call {
        let method: String
        let params: JSONValue?
        let result: JSONValue?
        let error: JSONValue?
    }

    /// A request of the host's, and what it is answered with.
    struct Asked {
        let method: String
        let params: JSONValue?
        /// The answer's member: `result` or `error`.
        let member: String
        let value: JSONValue
    }

    let deed: Deed
    /// The ids of what is not met where it does not hold.
    let requirements: [String]
    /// Its line in the file, from 1.
    let line: Int

    private init(_ deed: Deed, requirements: [String] = [], line: Int) {
        self.deed = deed
        self.requirements = requirements
        self.line = line
    }

    init?(_ value: JSONValue, line: Int) {
        guard let deed = Deed(value) else { return nil }
        self.init(deed, requirements: value["requires"]?.elements.compactMap(\.stringValue) ?? [], line: line)
    }

    /// The request that comes first; nil where a scenario wants none.
    static func initialize(_ params: JSONValue?) -> Step? {
        if params?.boolValue == false { return nil }
        let usual = try? JSONValue(parsing: #"{"protocolVersions":["1"],"clientInfo":{"name":"conform"}}"#)
        let all = JSONValue(JSONMergePatch.apply(params ?? .emptyObject, to: usual ?? .emptyObject))
        return Step(.call(Call(method: "initialize", params: all, result: nil, error: nil)), line: 1)
    }
}

extension Step.Deed {
    init?(_ line: JSONValue) {
        if let message = line["send"] {
            self = .send(message, times: line["times"]?.intValue ?? 1)
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
        } else if let status = line["status"]?.intValue {
            self = .status(status)
        } else if let signal = line["signal"]?.stringValue {
            self = .signal(signal)
        } else {
            guard let plain = Self.plain.first(where: { line[$0.key] != nil }) else { return nil }
            self = plain.value
        }
    }

    private static var plain: [String: Step.Deed] {
        ["endInput": .endInput, "closeOutput": .closeOutput, "endProcess": .endProcess, "comment": .remark]
    }
}

extension [UInt8] {
    fileprivate init?(hexadecimal digits: String) {
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
