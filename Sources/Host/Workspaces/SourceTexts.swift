import FHDataSources
import FHDeclarations
import FHJSON
import FeatureKit

/// The values of params as texts in the declaration of a source.
struct SourceTexts {
    let placeholders: Placeholders
    private let values: [String: Placeholders.Value]

    init(_ params: ParamValues) {
        var values: [String: Placeholders.Value] = [:]
        for name in params.names { values[name] = Self.value(params.values[name]) }
        self.values = values
        placeholders = Placeholders(values)
    }

    private static func value(_ text: JSONText?) -> Placeholders.Value {
        guard let text else { return .absent }
        let value = text.value
        return value.isArray ? .texts(value.elements.map(self.text)) : .text(self.text(value))
    }

    /// A scalar as text: a string as it is, any other value as JSON.
    private static func text(_ value: JSONValue) -> String { value.stringValue ?? JSONText(value).string }

    /// Returns what is wrong with the values in a source; nil if the source can take them.
    func mistake(in declaration: JSONValue) -> String? {
        for (name, value) in values {
            let texts: [String] =
                switch value {
                case .absent: []
                case .text(let text): [text]
                case .texts(let texts): texts
                }
            if texts.contains(where: { $0.utf8.contains(0) }) {
                return "the param \(name) has the character U+0000, which can't be passed to a command"
            }
        }
        for key in ["path", "folder", "watch"] {
            let member = declaration[key] ?? .null
            for path in (member.isArray ? Array(member.elements) : [member]).compactMap(\.stringValue) {
                if let mistake = mistake(inPath: path, key) { return mistake }
            }
        }
        return nil
    }

    /// Returns what is wrong with the values in a path; nil if the path can be used.
    ///
    /// A path that begins with text of its own stays below the folder that this text names. Without this rule, a link
    /// could name any file.
    private func mistake(inPath path: String, _ key: String) -> String? {
        let found = Placeholders.all(in: path).filter { values[$0.name] != nil }
        guard let first = found.first else { return nil }
        let filled = placeholders.text(path)
        if filled.isEmpty { return "the \(key) \(path) is empty with these params" }
        if first.range.lowerBound == path.startIndex { return nil }
        for found in found {
            guard case .text(let text)? = values[found.name] else { continue }
            let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            if text.utf8.first == UInt8(ascii: "/") || parts.contains(where: { Array($0) == Array("..".utf8) }) {
                return "the param \(found.name) leads out of \(path[..<first.range.lowerBound]); "
                    + "it must not begin with / nor contain .."
            }
        }
        return nil
    }

    /// The names in the placeholders of a source, whether they are params or not.
    static func names(in declaration: JSONValue) -> Set<String> {
        var names: Set<String> = []
        func add(_ text: String?) {
            if let text { names.formUnion(Placeholders.all(in: text).map(\.name)) }
        }
        func add(argv declared: JSONValue?) {
            for argument in (declared ?? .null).elements { add(argument.stringValue) }
        }
        switch declaration["type"]?.stringValue {
        case "file": add(declaration["path"]?.stringValue)
        case "command":
            add(declaration["folder"]?.stringValue)
            add(argv: declaration["argv"])
            add(argv: declaration["watch"])
            for (_, value) in (declaration["env"] ?? .null).members { add(value.stringValue) }
            for (_, operation) in (declaration["operations"] ?? .null).members { add(argv: operation["argv"]) }
            // These two have a meaning of their own in the arguments of a search.
            let others = names
            add(argv: declaration["search"]?["argv"])
            for name in ["query", "filter"] where !others.contains(name) { names.remove(name) }
        case "sqlite":
            if let query = declaration["query"]?.stringValue { names = SQLParams.names(in: query) }
        case "client", "plugin":
            names = Set((declaration["params"] ?? .null).elements.compactMap(\.stringValue))
        default: break
        }
        return names
    }
}
