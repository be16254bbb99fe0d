import FHJSON

/// Replaces the references to params in a feature's declaration, `{"param": name}`, by values.
///
/// If a param has no value, what refers to it is left out: the member of an object, the element of an array, the
/// comparison, a condition whose parts are all left out, and a filter or a rule without its condition.
struct ParamReferences {
    let values: ParamValues
    /// True if the values are examples, which no title shows.
    var isExample = false
    /// The names of the params that the feature around the value declares itself, inside of this feature.
    private var inner: Set<String> = []

    /// Makes a replacement of references by values.
    init(values: ParamValues, isExample: Bool = false) {
        self.values = values
        self.isExample = isExample
    }

    /// The declaration of a feature with values in place of references.
    ///
    /// References to unknown params are reported, and stay.
    func bound(_ feature: WorkspaceNode) -> WorkspaceNode {
        let text = JSONText.build { json in
            json.beginObject()
            for (key, node) in feature.members {
                // The params' own declarations have no references.
                if key == "params" {
                    json.key(key)
                    json.value(node.value)
                } else if key == "title", let title = node.value.stringValue {
                    json.key(key)
                    json.value(filled(title, feature))
                } else if !isLeftOut(node.value) {
                    json.key(key)
                    write(node, to: &json)
                }
            }
            json.endObject()
        }
        return WorkspaceNode(text.value, pointer: feature.pointer, mistakes: feature.mistakes)
    }

    /// The text with the values of params in place of `{param.name}`.
    private func filled(_ text: String, _ feature: WorkspaceNode) -> String {
        let parts = text.split(separator: "{param.", omittingEmptySubsequences: false)
        var filled = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: "}"), values.names.contains(String(part[..<end])) else {
                let name = part.prefix { $0 != "}" }
                feature.report(
                    "there is no param \(name); \(WorkspaceContext.list(values.names.sorted()))", at: "title")
                filled += "{param.\(part)"
                continue
            }
            let name = String(part[..<end])
            if isExample {
                filled += "…"
            } else if let value = values.values[name] {
                filled += value.value.stringValue ?? value.string
            }
            filled += part[part.index(after: end)...]
        }
        return filled
    }

    /// The name in `{"param": name}`; nil for any other value.
    static func name(_ value: JSONValue) -> String? {
        value.isObject && value.count == 1 ? value["param"]?.stringValue : nil
    }

    /// The names of the params that a feature declares which is declared in the place of its name; nil for other values.
    static func params(ofFeature value: JSONValue) -> Set<String>? {
        guard value.isObject, value["kind"]?.stringValue != nil, let params = value["params"], params.isObject else {
            return nil
        }
        return Set(params.members.map { $0.key })
    }

    private static let operators: Set = ["equals", "contains", "in", "greater", "less", "empty"]
    private static let combinations: Set = ["all", "any", "not"]
    private static let subjects: Set = ["key", "field"]
    private static let condition = operators.union(combinations).union(subjects)
    private static let filter: Set = ["id", "title", "where"]
    private static let rule: Set = ["holds", "message", "code", "severity"]

    private func isLeftOut(_ value: JSONValue) -> Bool {
        if let name = Self.name(value) {
            return !inner.contains(name) && values.names.contains(name) && values.values[name] == nil
        }
        let lost = lostMembers(of: value)
        if lost.isEmpty { return false }
        let all = Set(value.members.map(\.key))
        // A filter or a rule without its condition.
        if lost.contains("holds"), all.isSubset(of: Self.rule) { return true }
        if lost.contains("where"), all.isSubset(of: Self.filter) { return true }
        // Any other object than a condition or a sort key loses only the member.
        guard all.isSubset(of: Self.condition.union(["descending"])) else { return false }
        // Without the member that it is about, or without its operands, a comparison says nothing.
        let kept = all.subtracting(lost)
        return kept.isEmpty || !lost.isDisjoint(with: Self.subjects)
            || !lost.isDisjoint(with: Self.operators) && kept.isDisjoint(with: Self.operators)
    }

    /// The names of the members that are left out of an object.
    private func lostMembers(of value: JSONValue) -> Set<String> {
        guard value.isObject else { return [] }
        var lost: Set<String> = []
        for (key, member) in value.members {
            // A list of conditions or of values to compare with is no list without elements.
            let isList = (key == "in" || Self.combinations.contains(key)) && member.isArray && member.count > 0
            if isLeftOut(member) || isList && member.elements.allSatisfy({ isLeftOut($0) }) { lost.insert(key) }
        }
        return lost
    }

    private func write(_ node: WorkspaceNode, to json: inout JSONWriter) {
        let value = node.value
        if let name = Self.name(value) {
            if inner.contains(name) { return json.value(value) }
            if !values.names.contains(name) {
                node.report("there is no param \(name); \(WorkspaceContext.list(values.names.sorted()))")
            }
            json.value(values.values[name] ?? JSONText(value))
        } else if value.isArray {
            json.beginArray()
            for element in node.elements where !isLeftOut(element.value) { write(element, to: &json) }
            json.endArray()
        } else if let own = Self.params(ofFeature: value), inner != own.union(inner) {
            var references = self
            references.inner.formUnion(own)
            references.write(node, to: &json)
        } else if value.isObject {
            let lost = lostMembers(of: value)
            json.beginObject()
            for (key, member) in node.members where !lost.contains(key) {
                json.key(key)
                write(member, to: &json)
            }
            json.endObject()
        } else {
            json.value(value)
        }
    }
}
