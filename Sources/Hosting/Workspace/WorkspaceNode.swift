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

    /// The members of the object under a key; none if it is absent.
    func objects(_ key: String) -> [(String, WorkspaceNode)] {
        member(key)?.members ?? []
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

    func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let node = member(key) else { return nil }
        guard let integer = node.value.intValue, range.contains(integer) else {
            node.report("must be an integer from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return integer
    }

    /// A member that is one of an enum's names.
    func oneOf<Value: RawRepresentable & CaseIterable>(_ key: String, _ type: Value.Type) -> Value?
    where Value.RawValue == String {
        guard let node = member(key) else { return nil }
        if let value = node.value.stringValue.flatMap(Value.init(rawValue:)) { return value }
        node.report("must be one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        return nil
    }
}

/// Gathers the mistakes of a workspace with their lines.
final class MistakeList {
    private let text: [UInt8]
    private(set) var all: [WorkspaceMistake] = []

    init(text: [UInt8]) {
        self.text = text
    }

    func add(_ message: String, at pointer: JSONPointer) {
        let mistake = text.withUnsafeBytes { bytes in
            let range = try? JSONScanner.range(of: pointer, in: bytes)
            let line = range.map { JSONScanner.place(of: $0.lowerBound, in: bytes).line } ?? 1
            return WorkspaceMistake(pointer: pointer.description, line: line, message: message)
        }
        if !all.contains(mistake) { all.append(mistake) }
    }
}
