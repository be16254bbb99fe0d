import FeatureKit
import JSON

/// A value of a workspace with its place; reading it notes what is wrong and goes on.
struct WorkspaceNode {
    let value: JSONValue
    let pointer: JSONPointer
    let mistakes: MistakeList

    init(_ value: JSONValue, pointer: JSONPointer, mistakes: MistakeList) {
        self.value = value
        self.pointer = pointer
        self.mistakes = mistakes
    }

    /// Notes a mistake at this place, or at a member of it.
    func report(_ message: String, at key: String? = nil) {
        mistakes.add(message, at: key.map { pointer.appending($0) } ?? pointer)
    }

    /// Notes a mistake at a place further inside; where there is nothing, at what is nearest to it.
    func report(_ message: String, below inner: JSONPointer) {
        var tokens = inner.tokens
        while !tokens.isEmpty, value.value(at: JSONPointer(tokens)) == nil { tokens.removeLast() }
        mistakes.add(message, at: JSONPointer(pointer.tokens + tokens))
    }

    /// Notes what is wrong with params that stand under a key.
    func report(_ fields: [ActionRefusal.Field], of key: String, _ sentence: (String) -> String) {
        for field in fields {
            let inner = (try? JSONPointer(parsing: field.path))?.tokens ?? []
            report(sentence("\(field.path) \(field.message)"), below: JSONPointer([key] + inner))
        }
    }

    /// The member of this key; nil if it is absent.
    func member(_ key: String) -> WorkspaceNode? {
        value[key].map { WorkspaceNode($0, pointer: pointer.appending(key), mistakes: mistakes) }
    }

    /// The members of an object; notes it where the value is none.
    var members: [(String, WorkspaceNode)] {
        guard value.kind == .object else {
            report("must be an object")
            return []
        }
        return value.members.map { key, value in
            (key, WorkspaceNode(value, pointer: pointer.appending(key), mistakes: mistakes))
        }
    }

    /// The members of the object under a key, which are known by their names; none if it is absent.
    ///
    /// Notes those whose names nobody could tell from one before: by canonical equivalence (Unicode TR 15), as Swift does.
    func objects(_ key: String) -> [(String, WorkspaceNode)] {
        var known: Set<String> = []
        return (member(key)?.members ?? []).filter { name, node in
            if known.insert(name).inserted { return true }
            node.report("looks like a name before it; name one of them otherwise")
            return false
        }
    }

    /// The elements of an array; notes it where the value is none.
    var elements: [WorkspaceNode] {
        guard value.kind == .array else {
            report("must be an array")
            return []
        }
        return value.elements.enumerated().map { index, value in
            WorkspaceNode(value, pointer: pointer.appending("\(index)"), mistakes: mistakes)
        }
    }

    /// The elements of an array; none where the value is none, which was noted before.
    var elementsIfAny: [WorkspaceNode] { value.isArray ? elements : [] }

    /// Notes every key that is not one of these.
    func expect(keys: [String]) {
        for (key, node) in members where !keys.contains(key) {
            node.report("is not known here; known are \(keys.joined(separator: ", "))")
        }
    }

    func string(_ key: String) -> String? {
        guard let node = member(key) else { return nil }
        if node.value.stringValue == nil { node.report("must be a string") }
        return node.value.stringValue
    }

    func requiredString(_ key: String) -> String? {
        if value.kind == .object, value[key] == nil { report("lacks \(key), a string") }
        return string(key)
    }

    /// A string that must not be empty; nil if it is absent.
    func nonEmptyString(_ key: String) -> String? {
        let text = string(key)
        if text == "" { report("must not be empty", at: key) }
        return text
    }

    func bool(_ key: String) -> Bool? {
        guard let node = member(key) else { return nil }
        if node.value.boolValue == nil { node.report("must be true or false") }
        return node.value.boolValue
    }

    /// An array of strings.
    func strings(_ key: String) -> [String]? {
        guard let node = member(key) else { return nil }
        guard node.value.kind == .array else {
            node.report("must be an array of strings")
            return nil
        }
        return node.elements.compactMap { element in
            if element.value.stringValue == nil { element.report("must be a string") }
            return element.value.stringValue
        }
    }

    /// A member that is an object, as text.
    func object(_ key: String) -> JSONText? {
        guard let node = member(key) else { return nil }
        guard node.value.kind == .object else {
            node.report("must be an object")
            return nil
        }
        return JSONText(node.value)
    }

    func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let node = member(key) else { return nil }
        guard let integer = node.value.intValue, range.contains(integer) else {
            node.report("must be an integer from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return integer
    }

    /// The member `timeoutMs`: up to a day.
    var timeoutMs: Int? { integer("timeoutMs", in: 1...86_400_000) }

    /// A member that is one of an enum's names.
    func oneOf<Value: RawRepresentable & CaseIterable>(_ key: String, _ type: Value.Type) -> Value?
    where Value.RawValue == String {
        guard let node = member(key) else { return nil }
        if let value = node.value.stringValue.flatMap(Value.init(rawValue:)) { return value }
        node.report("must be one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        return nil
    }

    /// An object of texts whose keys are an enum's names; empty if it is absent.
    func texts<Key: RawRepresentable & CaseIterable & Hashable>(_ key: String, _ type: Key.Type) -> [Key: String]
    where Key.RawValue == String {
        guard let node = member(key) else { return [:] }
        node.expect(keys: Key.allCases.map(\.rawValue))
        var texts: [Key: String] = [:]
        for key in Key.allCases { texts[key] = node.string(key.rawValue) }
        return texts
    }
}
