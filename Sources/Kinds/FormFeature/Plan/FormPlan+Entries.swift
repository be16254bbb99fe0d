import FHJSON
import FeatureKit

/// Resolving an object of values into field entries.
extension FormPlan {
    /// A value for a field.
    ///
    /// For a repeated field, the value consists of rows.
    struct Entry {
        let address: FieldAddress
        let value: FieldValue
    }

    /// Returns an entry for each value in an object of values by field name.
    ///
    /// - Parameter isEntered: true if the user enters the values. Disabled fields refuse such values.
    func entries(
        _ values: JSONValue, isEntered: Bool = false, _ state: FormState
    ) throws(ActionRefusal) -> [Entry] {
        var collector = EntryCollector(plan: self, state: state, isEntered: isEntered)
        try collector.take(values, tree.allRoots, 0, JSONPointer(["values"]))
        return try collector.finish()
    }

    /// Returns the entries for the value of one field.
    ///
    /// The value of a group is an object, with an entry for each of its members.
    func entries(
        _ value: JSONValue, at address: FieldAddress, isEntered: Bool = false, _ state: FormState
    ) throws(ActionRefusal) -> [Entry] {
        var collector = EntryCollector(plan: self, state: state, isEntered: isEntered)
        try collector.take(value, index(address, state), address.container, JSONPointer(["value"]))
        return try collector.finish()
    }

    /// Refuses the value of a new item if its members are not valid for the fields of a repeated field.
    func check(item value: JSONValue, of node: Int) throws(ActionRefusal) {
        var collector = EntryCollector(plan: self, state: nil, isEntered: true)
        try collector.take(value, tree.nodes[node].children, 0, JSONPointer(["value"]))
        _ = try collector.finish()
    }

    /// Returns the entries for the values of the row that the form edits.
    func entries(ofRow values: JSONValue) -> [Entry] {
        readings(ofRow: values).enumerated().map { Entry(address: FieldAddress(0, $0), value: $1.value) }
    }

    /// Returns the validation errors for an object of values: one for each value that its field can't hold.
    ///
    /// Names that match no field, and values of secure fields, are ignored.
    func mistakes(inValues values: JSONValue) -> [ActionRefusal.Field] {
        var collector = EntryCollector(plan: self, state: nil, isEntered: false)
        do throws(ActionRefusal) {
            try collector.take(values, tree.allRoots, 0, JSONPointer(["values"]))
            return collector.mistakes
        } catch {
            if case .invalidParams(let mistakes) = error { return mistakes }
            return collector.mistakes
        }
    }
}

/// Collects the entries and the errors for an object of values.
private struct EntryCollector {
    let plan: FormPlan
    /// The state; nil if the form or the item does not exist yet.
    let state: FormState?
    let isEntered: Bool
    var entries: [FormPlan.Entry] = []
    var mistakes: [ActionRefusal.Field] = []
    private var budget = EntryBudget()

    init(plan: FormPlan, state: FormState?, isEntered: Bool) {
        self.plan = plan
        self.state = state
        self.isEntered = isEntered
    }

    /// True when a form is opened.
    ///
    /// Unknown names are then ignored, because they are checked separately.
    private var passesOver: Bool { state == nil && !isEntered }

    /// The collected entries, if there are no errors.
    func finish() throws(ActionRefusal) -> [FormPlan.Entry] {
        if !mistakes.isEmpty { throw .invalidParams(mistakes) }
        return entries
    }

    mutating func take(
        _ values: JSONValue, _ nodes: [Int], _ container: Int, _ place: JSONPointer
    ) throws(ActionRefusal) {
        for (name, value) in values.members {
            guard let node = nodes.first(where: { isSameText(plan.fields[$0].name, name) }) else {
                if passesOver { continue }
                throw plan.unknown(name, among: nodes, "field")
            }
            try take(value, node, container, place.appending(name))
        }
    }

    mutating func take(
        _ value: JSONValue, _ node: Int, _ container: Int, _ place: JSONPointer
    ) throws(ActionRefusal) {
        let field = plan.fields[node]
        let address = FieldAddress(container, field.node.local)
        if field.type == .secure {
            if passesOver { return }
            throw .unavailable("secret", detail: "the field \(field.suffix) is secure; it is set by setSecret")
        }
        if let state, isEntered, !state[address].isEnabled { throw plan.disabled(address, state) }
        if field.type == .group, value.isObject || value.isNull {
            return try take(value, field.node.children, container, place)
        }
        if !passesOver {
            if plan.holdsSecret(value, at: node) {
                let detail = "the value of \(field.suffix) has one for a secure field, which is set by setSecret"
                throw .unavailable("secret", detail: detail)
            }
            if let refusal = plan.unknownName(in: value, at: node) { throw refusal }
        }
        guard budget.spend(value), budget.spend(fields: plan.tree.fieldCount(of: value, at: node)) else {
            throw .invalidParams([EntryBudget.exceeded(at: place)])
        }
        if let own = plan.tree.value(of: value, at: node) {
            entries.append(FormPlan.Entry(address: address, value: own))
        } else {
            mistakes.append(plan.misfit(value, at: node, place))
        }
    }
}

extension FormPlan {
    fileprivate func unknown(_ name: String, among nodes: [Int], _ noun: String) -> ActionRefusal {
        let advice = LikelyName.advice(
            for: name, among: nodes.map { fields[$0].name }, whenEmpty: "There are none.")
        return .unavailable("gone", detail: "no \(noun) is called \(LikelyName.shown(name)). \(advice)")
    }

    /// The refusal of the first unknown name at any depth in the items of a repeated field; nil if all names are valid.
    fileprivate func unknownName(in value: JSONValue, at node: Int) -> ActionRefusal? {
        let field = fields[node]
        let objects =
            switch field.type {
            case .repeated: Array(value.elements)
            case .group: [value]
            default: [JSONValue]()
            }
        for object in objects {
            for (name, value) in object.members {
                guard let child = field.node.children.first(where: { isSameText(fields[$0].name, name) }) else {
                    let owner = field.type == .repeated ? "an item of \(field.suffix)" : field.suffix
                    return unknown(name, among: field.node.children, "field of \(owner)")
                }
                if let refusal = unknownName(in: value, at: child) { return refusal }
            }
        }
        return nil
    }

    /// Returns the error about the first value, at any depth of `value`, that its field can't hold.
    fileprivate func misfit(_ value: JSONValue, at node: Int, _ place: JSONPointer) -> ActionRefusal.Field {
        let field = fields[node]
        func mistake(_ whole: String, _ kind: JSONValue.Kind, _ place: JSONPointer) -> ActionRefusal.Field {
            ActionRefusal.Field(path: place.description, code: "type", message: "\(whole), not \(kind.noun)")
        }
        let elements = value.elements.enumerated().map { (value: $1, place: place.appending("\($0)")) }
        switch field.type {
        case let type where type.picksMany:
            if let wrong = elements.first(where: { FieldValue(scalar: $0.value) == nil }) {
                return mistake(
                    "the field \(field.suffix) holds values of options", wrong.value.kind, wrong.place)
            }
        case .repeated:
            for element in elements {
                guard element.value.isObject || element.value.isNull else {
                    return mistake(
                        "an item of \(field.suffix) is \(FieldType.group.noun)", element.value.kind, element.place)
                }
                if let wrong = misfit(inMembersOf: element.value, for: field.node.children, element.place) {
                    return wrong
                }
            }
        default: break
        }
        return mistake("the field \(field.suffix) holds \(field.type.noun)", value.kind, place)
    }

    private func misfit(
        inMembersOf object: JSONValue, for nodes: [Int], _ place: JSONPointer
    ) -> ActionRefusal.Field? {
        for node in nodes where fields[node].type != .secure {
            guard let value = object[fields[node].name] else { continue }
            let isGroup = fields[node].type == .group
            let fits = isGroup ? value.isNull : tree.value(of: value, at: node) != nil
            if fits { continue }
            let inner = place.appending(fields[node].name)
            if isGroup, value.isObject {
                if let wrong = misfit(inMembersOf: value, for: fields[node].node.children, inner) { return wrong }
            } else {
                return misfit(value, at: node, inner)
            }
        }
        return nil
    }
}

extension JSONValue.Kind {
    /// The name of the kind for messages, with an article.
    fileprivate var noun: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .real: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension FormPlan {
    /// True if a value contains a member for a secure field.
    fileprivate func holdsSecret(_ value: JSONValue, at node: Int) -> Bool {
        if fields[node].type == .secure { return true }
        let inner = tree.nodes[node]
        let objects = inner.itemScope == nil ? [value] : Array(value.elements)
        return objects.contains { object in
            inner.children.contains { child in object[fields[child].name].map { holdsSecret($0, at: child) } ?? false }
        }
    }
}
