import FHJSON

/// The reading of a declared format.
extension CellFormat {
    /// A fault in the declaration of a format.
    public struct Mistake: Error, Sendable, Equatable {
        /// The path of the faulty value in the declaration; empty for the declaration itself.
        public let path: [String]
        /// The fault, as a phrase that follows the path.
        public let message: String
    }

    /// The faults in the declaration of a format.
    public struct Mistakes: Error, Sendable, Equatable {
        /// The faults, at least one.
        public let all: [Mistake]
    }

    /// Reads a format: the name of a kind, or an object with the member `type` and the details of the kind.
    public init(_ value: JSONValue) throws(Mistakes) {
        var reader = FormatReader(value)
        guard let kind = reader.kind() else { throw Mistakes(all: reader.mistakes) }
        let details = reader.details(of: kind)
        if !reader.mistakes.isEmpty { throw Mistakes(all: reader.mistakes) }
        self.init(kind, value.isObject ? JSONText(value) : .object("type", JSONText(value)), details)
    }
}

/// A reader of one declaration, which collects the faults.
private struct FormatReader {
    private let value: JSONValue
    private(set) var mistakes: [CellFormat.Mistake] = []

    init(_ value: JSONValue) {
        self.value = value
    }

    mutating func kind() -> CellFormat.Kind? {
        let names = CellFormat.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        let isNamed = value.stringValue != nil
        guard isNamed || value.isObject else {
            report("must be the name of a format, or an object with the type: \(names)")
            return nil
        }
        guard let type = isNamed ? value : value["type"] else {
            report("lacks type, one of \(names)")
            return nil
        }
        guard let kind = type.stringValue.flatMap(CellFormat.Kind.init(rawValue:)) else {
            report("must be one of \(names)", at: isNamed ? [] : ["type"])
            return nil
        }
        return kind
    }

    mutating func details(of kind: CellFormat.Kind) -> CellFormat.Details {
        var details = CellFormat.Details()
        let known = ["type"] + kind.members
        for (key, _) in value.isObject ? Array(value.members) : [] where !known.contains(key) {
            report("is not known here; known are \(known.joined(separator: ", "))", at: [key])
        }
        let members = Set(kind.members)
        func has(_ name: String) -> Bool { members.contains(name) }
        if has("decimals") { details.decimals = integer("decimals", in: 0...CellFormat.mostDecimals) }
        if has("grouping") { details.isGrouped = bool("grouping") ?? true }
        if has("binary") { details.isBinary = bool("binary") ?? false }
        if has("seconds") { details.showsSeconds = bool("seconds") ?? false }
        if has("minor") { details.isMinor = bool("minor") ?? false }
        if has("unit") { details.unit = kind.units.map { choice("unit", $0) } ?? string("unit") }
        if has("of") { details.whole = integer("of", in: 1...1_000_000_000) ?? 1 }
        if has("style") { details.isClock = choice("style", ["units", "clock"]) == "clock" }
        if has("title") { details.title = string("title") }
        if has("width") { details.drawing.width = integer("width", in: 1...100) }
        if has("min") { details.drawing.lowest = number("min") }
        if has("max") { details.drawing.highest = number("max") }
        if has("currency") { details.currency = currency() }
        if has("values") { details.tags = tags() }
        return details
    }

    private mutating func currency() -> String {
        guard let member = value["currency"] else {
            report("lacks currency, a code such as EUR")
            return ""
        }
        let code = member.stringValue ?? ""
        if code.utf8.count != 3 || !code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
            report("must be a code of three capital letters such as EUR", at: ["currency"])
        }
        return code
    }

    private mutating func tags() -> [String: CellFormat.Tag] {
        guard let values = value["values"] else {
            report("lacks values, an object with a tag for each value")
            return [:]
        }
        guard values.isObject else {
            report("must be an object with a tag for each value", at: ["values"])
            return [:]
        }
        var tags: [String: CellFormat.Tag] = [:]
        for (name, tag) in values.members {
            let path = ["values", name]
            if let title = tag.stringValue {
                tags[name] = CellFormat.Tag(title: title)
                continue
            }
            guard tag.isObject else {
                report("must be a title, or an object of title, tone and icon", at: path)
                continue
            }
            for (key, _) in tag.members where !["title", "tone", "icon"].contains(key) {
                report("is not known here; known are title, tone, icon", at: path + [key])
            }
            let tone = tag["tone"].flatMap { $0.stringValue.flatMap(Tone.init(rawValue:)) }
            if tag["tone"] != nil, tone == nil {
                report("must be one of \(Tone.allCases.map(\.rawValue).joined(separator: ", "))", at: path + ["tone"])
            }
            for key in ["title", "icon"] where tag[key] != nil && tag[key]?.stringValue == nil {
                report("must be a string", at: path + [key])
            }
            tags[name] = CellFormat.Tag(title: tag["title"]?.stringValue, tone: tone, icon: tag["icon"]?.stringValue)
        }
        return tags
    }

    // MARK: Members

    private mutating func report(_ message: String, at path: [String] = []) {
        mistakes.append(CellFormat.Mistake(path: path, message: message))
    }

    private mutating func read<Value>(_ key: String, _ wanted: String, _ body: (JSONValue) -> Value?) -> Value? {
        guard value.isObject, let member = value[key] else { return nil }
        let found = body(member)
        if found == nil { report("must be \(wanted)", at: [key]) }
        return found
    }

    private mutating func string(_ key: String) -> String? { read(key, "a string", \.stringValue) }

    private mutating func bool(_ key: String) -> Bool? { read(key, "true or false", \.boolValue) }

    private mutating func number(_ key: String) -> Double? { read(key, "a number", \.doubleValue) }

    private mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        read(key, "an integer from \(range.lowerBound) to \(range.upperBound)") { member in
            member.intValue.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private mutating func choice(_ key: String, _ choices: [String]) -> String? {
        read(key, "one of \(choices.joined(separator: ", "))") { member in
            member.stringValue.flatMap { choices.contains($0) ? $0 : nil }
        }
    }
}

extension CellFormat.Kind {
    /// The members that a declaration may have besides `type`.
    fileprivate var members: [String] {
        switch self {
        case .number: ["decimals", "grouping", "unit"]
        case .bytes: ["decimals", "binary", "unit"]
        case .percent: ["decimals", "of"]
        case .progress: ["of", "width"]
        case .duration: ["unit", "style"]
        case .currency: ["currency", "decimals", "minor"]
        case .date, .relative: ["unit"]
        case .dateTime: ["unit", "seconds"]
        case .tag: ["values"]
        case .link: ["title"]
        case .sparkline: ["min", "max", "width"]
        case .check, .email, .json, .image: []
        }
    }

    /// The possible values of `unit`; nil if it may be any text.
    fileprivate var units: [String]? {
        switch self {
        case .bytes: ["B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"]
        case .duration: ["ms", "s", "min", "h", "d"]
        case .date, .dateTime, .relative: ["s", "ms"]
        default: nil
        }
    }
}
