import FHJSON

/// An action of `featurehost call`, parsed from arguments of the command line.
struct CallStep: Equatable {
    /// The path of the child to which the action is sent; empty for the feature itself.
    let path: [String]
    let action: String
    let params: JSONText

    /// Parses the arguments.
    ///
    /// The opening params precede the first action, and each action is followed by its params.
    ///
    /// - Parameters:
    ///   - words: the arguments after the feature.
    ///   - feature: the id of the feature.
    ///   - given: the reader of values from files, variables and standard input.
    ///   - schema: returns the JSON Schema of an action's params, which distinguishes strings from other types.
    /// - Throws: ``CallMistake`` for an invalid argument.
    static func parse(
        _ words: [String], of feature: String, _ given: GivenTexts, schema: (String) -> JSONValue?
    ) throws(CallMistake) -> (opening: JSONText, steps: [CallStep]) {
        var opening: JSONText?
        var steps: [CallStep] = []
        var name = feature
        var params = ParamTree()

        func endParams() throws(CallMistake) {
            if opening == nil { opening = params.text } else { steps.append(try CallStep(name, params.text)) }
        }

        for word in words {
            if word.hasPrefix("{") {
                do {
                    try params.merge(JSONValue(parsing: word))
                } catch {
                    // An invalid argument is not quoted, because it may contain a secret.
                    throw CallMistake("a text in the params of \(name) \(error.fault) (column \(error.column))")
                }
            } else if let sign = Self.sign(in: word) {
                let isJSON = word[..<sign].last == ":"
                let key = String(word[..<sign].dropLast(isJSON ? 1 : 0))
                let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                guard !path.contains("") else {
                    throw CallMistake("\(word[...sign])… is not key=value, key:=JSON or key@FILE")
                }
                let rest = String(word[word.index(after: sign)...])
                if word[sign] == "@" {
                    let text = try given.text(at: rest, for: "\(name) \(key)")
                    // If values are not read, the text is unknown, so it can't be parsed as JSON.
                    let isText = !isJSON || !given.areRead
                    params.set(path[...], to: isText ? .string(text) : try Self.json(text, of: name))
                    continue
                }
                let type = path.count == 1 && opening != nil ? schema(name)?["properties"]?[path[0]] : nil
                params.set(path[...], to: isJSON ? try Self.json(rest, of: name) : Self.value(rest, type))
            } else {
                try endParams()
                name = word
                params = ParamTree()
            }
        }
        try endParams()
        return (opening ?? .emptyObject, steps)
    }

    /// The position of the sign that ends a key, the first `=` or `@`; nil for the name of an action.
    ///
    /// An `@` after a `/` doesn't end a key, because the path of an action can contain the `@` of an id.
    private static func sign(in word: String) -> String.Index? {
        guard let sign = word.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return nil }
        return word[sign] == "@" && word[..<sign].contains("/") ? word[sign...].firstIndex(of: "=") : sign
    }

    /// Parses `ACTION` or `CHILD/ACTION`.
    ///
    /// The child is written as tokens of a JSON Pointer.
    private init(_ name: String, _ params: JSONText) throws(CallMistake) {
        do {
            let tokens = try JSONPointer(parsing: "/" + name).tokens
            path = Array(tokens.dropLast())
            action = tokens.last ?? ""
        } catch {
            // An invalid path is not quoted, because it may contain a secret.
            throw CallMistake("there is a path to an action that can't be read: \(error.message)")
        }
        self.params = params
    }

    /// The maximum number of unknown members that a message names.
    private static let mostNamed = 5

    /// Rejects params that the action doesn't have.
    ///
    /// - Parameter schema: the JSON Schema of the params; nil if the schema is unknown.
    func checkParams(_ schema: JSONValue?) throws(CallMistake) {
        let unknown = schema.flatMap(ClosedMembers.init)?.unknown(in: params.value) ?? []
        if unknown.isEmpty { return }
        let named = unknown.prefix(Self.mostNamed).map { "at \($0.pointer): \($0)" }.joined(separator: "; ")
        let more = unknown.count > Self.mostNamed ? "; and \(unknown.count - Self.mostNamed) more" : ""
        throw CallMistake("\(action) is not sent: \(named)\(more)")
    }

    private static func json(_ text: String, of name: String) throws(CallMistake) -> JSONText {
        do {
            return try JSONText(parsing: text)
        } catch {
            throw CallMistake("a value of \(name) \(error.fault) (column \(error.column))")
        }
    }

    /// The value of an argument: a string, unless the schema requires another type.
    ///
    /// If the schema permits strings, alone or among other types, an argument such as `2024` or `true` stays a string.
    private static func value(_ word: String, _ schema: JSONValue?) -> JSONText {
        let alternatives = schema.map { schema in schema["anyOf"].map { Array($0.elements) } ?? [schema] } ?? []
        let kinds = alternatives.map { $0["type"]?.stringValue }
        if kinds.isEmpty || kinds.contains(nil) || kinds.contains("string") { return .string(word) }
        let parsed = try? JSONText(parsing: word)
        if let parsed, kinds.count > 1, parsed.value.isObject, kinds.contains("object") { return parsed }
        let isList = alternatives.contains {
            $0["type"]?.stringValue == "array" && $0["items"]?["type"]?.stringValue == "string"
        }
        if isList, parsed?.value.kind != .array {
            return JSONText.build { json in
                json.beginArray()
                for item in word.split(separator: ",") { json.value(String(item)) }
                json.endArray()
            }
        }
        return parsed ?? .string(word)
    }
}

/// An error in the arguments of a call.
struct CallMistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Params that are built argument by argument.
private indirect enum ParamTree {
    case leaf(JSONText)
    case branch([(key: String, value: ParamTree)])

    init() {
        self = .branch([])
    }

    mutating func set(_ path: ArraySlice<String>, to value: JSONText) {
        guard let key = path.first else {
            self = .leaf(value)
            return
        }
        var members = if case .branch(let members) = self { members } else { [(key: String, value: ParamTree)]() }
        let index = members.firstIndex { $0.key == key } ?? members.count
        if index == members.count { members.append((key, ParamTree())) }
        members[index].value.set(path.dropFirst(), to: value)
        self = .branch(members)
    }

    mutating func merge(_ object: JSONValue) {
        for (key, value) in object.members { set([key], to: JSONText(value)) }
    }

    var text: JSONText {
        switch self {
        case .leaf(let text): text
        case .branch(let members):
            JSONText.build { json in
                json.beginObject()
                for member in members {
                    json.key(member.key)
                    json.value(member.value.text)
                }
                json.endObject()
            }
        }
    }
}
