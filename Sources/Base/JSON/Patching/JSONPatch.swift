/// JSON Patch (RFC 6902) with the operations that snapshots need: `add`, `remove` and `replace`.
public enum JSONPatch {
    /// Applies the operations of `patch` to `target` in order.
    ///
    /// - Throws: ``Fault`` if the patch is invalid, or if the target has no place for the path of an operation.
    public static func apply(_ patch: JSONValue, to target: JSONValue) throws(Fault) -> JSONValue {
        guard patch.isArray else { throw Fault("a patch is an array of operations") }
        var root = Node(target)
        for (number, operation) in patch.elements.enumerated() {
            do throws(Fault) {
                try apply(operation, to: &root)
            } catch {
                throw Fault("operation \(number): \(error.message)")
            }
        }
        return JSONText.build { root.write(to: &$0) }.value
    }

    /// The reason why a patch does not apply.
    public struct Fault: Error, CustomStringConvertible {
        /// The reason, with the number of the operation.
        public let message: String

        init(_ message: String) { self.message = message }

        /// The message.
        public var description: String { message }
    }

    private static func apply(_ operation: JSONValue, to root: inout Node) throws(Fault) {
        guard let path = operation["path"]?.stringValue, let pointer = try? JSONPointer(parsing: path) else {
            throw Fault("its path must be a JSON Pointer")
        }
        let name = operation["op"]?.stringValue
        guard let name, ["add", "remove", "replace"].contains(name) else {
            throw Fault("its op must be add, remove or replace")
        }
        let value = operation["value"]
        guard name == "remove" || value != nil else { throw Fault("it has no value") }
        guard let last = pointer.tokens.last else {
            guard name != "remove", let value else { throw Fault("the whole document can't be removed") }
            return root = Node(value)
        }
        try root.visit(pointer.tokens.dropLast()) { parent throws(Fault) in
            switch name {
            case "add": try parent.add(Node(value ?? .null), at: last)
            case "replace": try parent.replace(last, by: Node(value ?? .null))
            default: try parent.remove(last)
            }
        }
    }

    /// A value of the target that can be changed in place.
    ///
    /// An array or an object is split into nodes only when a value within it is changed.
    private indirect enum Node {
        case value(JSONValue)
        case object([(key: String, value: Node)])
        case array([Node])

        init(_ value: JSONValue) { self = .value(value) }

        /// Turns the members or elements of a container into nodes.
        private mutating func open() {
            guard case .value(let value) = self else { return }
            if value.isObject {
                self = .object(value.members.map { ($0.key, Node($0.value)) })
            } else if value.isArray {
                self = .array(value.elements.map { Node($0) })
            }
        }

        mutating func visit(
            _ tokens: ArraySlice<String>, _ body: (inout Node) throws(Fault) -> Void
        ) throws(Fault) {
            guard let token = tokens.first else { return try body(&self) }
            let (members, elements) = take()
            if var members, let index = members.firstIndex(where: { isSameText($0.key, token) }) {
                defer { self = .object(members) }
                return try members[index].value.visit(tokens.dropFirst(), body)
            }
            if var elements, let index = JSONPointer.index(token), index < elements.count {
                defer { self = .array(elements) }
                return try elements[index].visit(tokens.dropFirst(), body)
            }
            throw Fault("there is no \(token)")
        }

        /// Moves the members or elements out of the node, so that they can be changed without a copy.
        private mutating func take() -> ([(key: String, value: Node)]?, [Node]?) {
            open()
            switch self {
            case .object(let members):
                self = Node(.null)
                return (members, nil)
            case .array(let elements):
                self = Node(.null)
                return (nil, elements)
            case .value: return (nil, nil)
            }
        }

        mutating func add(_ node: Node, at token: String) throws(Fault) {
            let (members, elements) = take()
            if var members {
                defer { self = .object(members) }
                if let index = members.firstIndex(where: { isSameText($0.key, token) }) {
                    members[index].value = node
                } else {
                    members.append((token, node))
                }
            } else if var elements {
                guard let index = token == "-" ? elements.count : JSONPointer.index(token), index <= elements.count
                else { throw Fault("there is no place \(token)") }
                defer { self = .array(elements) }
                elements.insert(node, at: index)
            } else {
                throw Fault("the parent of \(token) is no object and no array")
            }
        }

        mutating func replace(_ token: String, by node: Node) throws(Fault) {
            try visit([token]) { (place: inout Node) throws(Fault) in place = node }
        }

        mutating func remove(_ token: String) throws(Fault) {
            let (members, elements) = take()
            if var members, let index = members.firstIndex(where: { isSameText($0.key, token) }) {
                defer { self = .object(members) }
                members.remove(at: index)
            } else if var elements, let index = JSONPointer.index(token), index < elements.count {
                defer { self = .array(elements) }
                elements.remove(at: index)
            } else {
                throw Fault("there is no \(token)")
            }
        }

        func write(to json: inout JSONWriter) {
            switch self {
            case .value(let value): json.value(value)
            case .object(let members):
                json.beginObject()
                for (key, value) in members {
                    json.key(key)
                    value.write(to: &json)
                }
                json.endObject()
            case .array(let elements):
                json.beginArray()
                for element in elements { element.write(to: &json) }
                json.endArray()
            }
        }
    }
}
