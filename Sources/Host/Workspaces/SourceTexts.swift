import FHDataSources
import FHDeclarations
import FHJSON
import FeatureKit

/// The values of params as texts in the declaration of a source.
struct SourceTexts {
    let placeholders: Placeholders
    private let values: [String: Placeholders.Value]
    /// The names of the params whose values are any strings.
    private let texts: Set<String>

    init(_ params: ParamValues) {
        var values: [String: Placeholders.Value] = [:]
        for name in params.names { values[name] = Self.value(params.values[name]) }
        self.values = values
        texts = params.texts
        placeholders = Placeholders(values)
    }

    private static func value(_ text: JSONText?) -> Placeholders.Value {
        guard let text else { return .absent }
        let value = text.value
        return value.isArray ? .texts(value.elements.map(self.text), json: text.string) : .text(self.text(value))
    }

    /// A scalar as text: a string as it is, any other value as JSON.
    private static func text(_ value: JSONValue) -> String { value.stringValue ?? JSONText(value).string }

    /// A value that a source can't take.
    typealias Mistake = (param: String, message: String)

    /// Returns what is wrong with the values in a source; nil if the source can take them.
    func mistake(in declaration: JSONValue) -> Mistake? {
        for (name, value) in values {
            let texts: [String] =
                switch value {
                case .absent: []
                case .text(let text): [text]
                case .texts(let texts, _): texts
                }
            if texts.contains(where: { $0.utf8.contains(0) }) {
                return (name, "has the character U+0000, which can't be passed on")
            }
        }
        for key in ["path", "folder", "watch"] {
            let member = declaration[key] ?? .null
            for path in (member.isArray ? Array(member.elements) : [member]).compactMap(\.stringValue) {
                if let mistake = mistake(inPath: path, key) { return mistake }
            }
        }
        var commands = [declaration["argv"], declaration["search"]?["argv"]]
        commands += (declaration["operations"] ?? .null).members.map { $0.value["argv"] }
        commands += EditingDeclaration.kinds.map { declaration[$0]?["argv"] }
        return commands.lazy.compactMap { mistake(inCommand: $0 ?? .null) }.first
    }

    /// Returns what is wrong with the values in the arguments of a command; nil if they can be passed.
    ///
    /// A value that a link has set must not become an option of the program.
    private func mistake(inCommand argv: JSONValue) -> Mistake? {
        let arguments = argv.elements.compactMap(\.stringValue)
        for program in ShellProgram.indices(in: arguments) {
            if let found = Placeholders.all(in: arguments[program]).first(where: { values[$0.name] != nil }) {
                return (found.name, ShellProgram.message)
            }
        }
        for argument in arguments.dropFirst() {
            if Placeholders.endsOptions(argument) { return nil }
            let places = Placeholders.all(in: argument).filter { values[$0.name] != nil }
            guard let first = places.first, first.range.lowerBound == argument.startIndex,
                places.contains(where: { texts.contains($0.name) })
            else { continue }
            let option = placeholders.arguments(["", argument]).dropFirst().first { $0.utf8.first == UInt8(ascii: "-") }
            if option != nil {
                let message =
                    "must not begin with -, since the program would read it as an option; "
                    + "the workspace can put -- before \(argument), if the program knows that"
                return (first.name, message)
            }
        }
        return nil
    }

    /// Returns what is wrong with the values in a path; nil if the path can be used.
    ///
    /// A path that begins with text of its own stays below the folder that this text names. Without this rule, a link
    /// could name any file.
    private func mistake(inPath path: String, _ key: String) -> Mistake? {
        let found = Placeholders.all(in: path).filter { values[$0.name] != nil }
        guard let first = found.first else { return nil }
        let filled = placeholders.text(path)
        if filled.isEmpty { return key == "watch" ? nil : (first.name, "is missing: without it, the \(key) is empty") }
        if first.range.lowerBound == path.startIndex { return nil }
        let isRooted: Bool
        switch values[first.name] {
        case .text(let text): isRooted = text.utf8.first == UInt8(ascii: "/")
        case .texts, .absent, nil: isRooted = false
        }
        // The whole path is looked at, since a part `..` can be made of text and values.
        if isRooted || Self.countOfUps(filled) > Self.countOfUps(path) {
            let folder = path[..<first.range.lowerBound]
            return (first.name, "must not lead out of \(folder): no part .., and no / at the beginning")
        }
        return nil
    }

    /// The number of parts `..` of a path.
    private static func countOfUps(_ path: String) -> Int {
        path.utf8.split(separator: UInt8(ascii: "/")).count { $0.elementsEqual("..".utf8) }
    }

    /// The names in the placeholders of a source, whether they are params or not.
    static func names(in declaration: JSONValue) -> Set<String> {
        var names: Set<String> = []
        func add(_ text: String?) {
            // The name of a param has no dots.
            if let text { names.formUnion(Placeholders.all(in: text).map(\.name).filter { !$0.contains(".") }) }
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
            // Some names have a meaning of their own in the arguments of a search, of an operation and of an edit.
            let others = names
            add(argv: declaration["search"]?["argv"])
            for name in ["query", "filter"] where !others.contains(name) { names.remove(name) }
            for (_, operation) in (declaration["operations"] ?? .null).members { add(argv: operation["argv"]) }
            for edit in EditingDeclaration.kinds { add(argv: declaration[edit]?["argv"]) }
            names = names.filter { others.contains($0) || !OperationPlaces.contains($0) }
        case "sqlite":
            if let query = declaration["query"]?.stringValue { names = SQLParams.names(in: query) }
        case "client", "plugin":
            names = Set((declaration["params"] ?? .null).elements.compactMap(\.stringValue))
        default: break
        }
        return names
    }
}
