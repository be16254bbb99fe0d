import FHJSON
import FeatureKit

/// A JSON value of a workspace with its location.
///
/// Methods that read the value report validation errors, and then return nil or an empty value, so that reading
/// continues.
package struct WorkspaceNode {
    package let value: JSONValue
    package let pointer: JSONPointer
    package let mistakes: MistakeList

    package init(_ value: JSONValue, pointer: JSONPointer, mistakes: MistakeList) {
        self.value = value
        self.pointer = pointer
        self.mistakes = mistakes
    }

    /// Reports a diagnostic at this node, or at one of its members.
    package func report(_ message: String, at key: String? = nil) {
        mistakes.add(message, at: key.map { pointer.appending($0) } ?? pointer)
    }

    /// Reports that the value is none of the choices.
    func report(choices: [String]) { report("must be one of \(choices.joined(separator: ", "))") }

    /// Reports a diagnostic at a descendant; if that does not exist, at its nearest ancestor that exists.
    package func report(_ message: String, below inner: JSONPointer) {
        var tokens = inner.tokens
        while !tokens.isEmpty, value.value(at: JSONPointer(tokens)) == nil { tokens.removeLast() }
        mistakes.add(message, at: JSONPointer(pointer.tokens + tokens))
    }

    /// Reports invalid params.
    ///
    /// The params are the member `key` of this node.
    package func report(_ fields: [ActionRefusal.Field], of key: String, _ sentence: (String) -> String) {
        for field in fields {
            let inner = (try? JSONPointer(parsing: field.path))?.tokens ?? []
            report(sentence("\(field.path) \(field.message)"), below: JSONPointer([key] + inner))
        }
    }

    /// The member with a key; nil if it is absent.
    package func member(_ key: String) -> WorkspaceNode? {
        value[key].map { WorkspaceNode($0, pointer: pointer.appending(key), mistakes: mistakes) }
    }

    /// The members of the object.
    ///
    /// Reports a value that is not an object.
    package var members: [(String, WorkspaceNode)] {
        guard value.kind == .object else {
            report("must be an object")
            return []
        }
        return value.members.map { key, value in
            (key, WorkspaceNode(value, pointer: pointer.appending(key), mistakes: mistakes))
        }
    }

    /// The members of the object under a key, by name; empty if the key is absent.
    ///
    /// Reports names that are canonically equivalent (Unicode TR 15) to an earlier one, because Swift's `==` can't
    /// distinguish them.
    package func objects(_ key: String) -> [(String, WorkspaceNode)] {
        var known: Set<String> = []
        return (member(key)?.members ?? []).filter { name, node in
            if known.insert(name).inserted { return true }
            node.report("looks like an earlier name; rename one of them")
            return false
        }
    }

    /// The elements of the array.
    ///
    /// Reports a value that is not an array.
    package var elements: [WorkspaceNode] {
        guard value.kind == .array else {
            report("must be an array")
            return []
        }
        return value.elements.enumerated().map { index, value in
            WorkspaceNode(value, pointer: pointer.appending("\(index)"), mistakes: mistakes)
        }
    }

    /// The elements of the array; empty, without a report, if the value is not an array.
    package var elementsIfAny: [WorkspaceNode] { value.isArray ? elements : [] }

    /// Reports every key that is not in the list.
    package func expect(keys: [String]) {
        for (key, node) in members where !keys.contains(key) {
            node.report("is not known here; known are \(keys.joined(separator: ", "))")
        }
    }

    package func string(_ key: String) -> String? {
        guard let node = member(key) else { return nil }
        if node.value.stringValue == nil { node.report("must be a string") }
        return node.value.stringValue
    }

    package func requiredString(_ key: String) -> String? {
        if value.kind == .object, value[key] == nil { report("lacks \(key), a string") }
        return string(key)
    }

    /// Reads a string that must not be empty; nil if it is absent.
    package func nonEmptyString(_ key: String) -> String? {
        let text = string(key)
        if text == "" { report("must not be empty", at: key) }
        return text
    }

    /// Reads the path of a member of a row: a name or a JSON Pointer; nil if it is absent.
    package func rowMember(_ key: String) -> RowMember? {
        guard let text = string(key) else { return nil }
        do throws(RowMember.Fault) {
            return try RowMember(text)
        } catch {
            report(error.message, at: key)
            return nil
        }
    }

    package func bool(_ key: String) -> Bool? {
        guard let node = member(key) else { return nil }
        if node.value.boolValue == nil { node.report("must be true or false") }
        return node.value.boolValue
    }

    package func strings(_ key: String) -> [String]? {
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

    /// Reads a member that is an object, as JSON text.
    package func object(_ key: String) -> JSONText? {
        guard let node = member(key) else { return nil }
        guard node.value.kind == .object else {
            node.report("must be an object")
            return nil
        }
        return JSONText(node.value)
    }

    package func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let node = member(key) else { return nil }
        guard let integer = node.value.intValue, range.contains(integer) else {
            node.report("must be an integer from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return integer
    }

    /// Reads the member `timeoutMs`, which is at most one day.
    package var timeoutMs: Int? { integer("timeoutMs", in: 1...86_400_000) }

    /// Reads a member whose value is a case of an enum.
    package func oneOf<Value: RawRepresentable & CaseIterable>(_ key: String, _ type: Value.Type) -> Value?
    where Value.RawValue == String {
        guard let node = member(key) else { return nil }
        if let value = node.value.stringValue.flatMap(Value.init(rawValue:)) { return value }
        node.report(choices: Value.allCases.map(\.rawValue))
        return nil
    }

    /// Reads an object of strings whose keys are cases of an enum; empty if it is absent.
    package func texts<Key: RawRepresentable & CaseIterable & Hashable>(_ key: String, _ type: Key.Type) -> [Key:
        String]
    where Key.RawValue == String {
        guard let node = member(key) else { return [:] }
        node.expect(keys: Key.allCases.map(\.rawValue))
        var texts: [Key: String] = [:]
        for key in Key.allCases { texts[key] = node.string(key.rawValue) }
        return texts
    }
}
