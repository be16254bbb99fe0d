import FHJSON
import FHKindParts
import FeatureKit

/// Diagnostics for single fields.
extension FieldTree {
    /// Diagnostics for empty and duplicate names.
    var nameMistakes: [DeclarationMistake] {
        var known: [Int?: Set<String>] = [:]
        return nodes.compactMap { node in
            let pointer = node.pointer + ["name"]
            if node.field.name.isEmpty { return DeclarationMistake(pointer, "a field needs a name") }
            if known[node.parent, default: []].insert(node.field.name).inserted { return nil }
            return DeclarationMistake(
                pointer, "the name \(node.field.name) is another field's already; names must differ")
        }
    }

    /// The diagnostics for one field, without regard to other fields.
    func mistakes(of index: Int) -> [DeclarationMistake] {
        let node = nodes[index]
        let field = node.field
        let constraints = field.constraints.mistakes(of: field)
        let warnings = (field.warnings.mistakes(of: field) + field.warnings.repetitions(of: field.constraints))
            .map { DeclarationMistake(["warnings"] + $0.pointer.tokens, $0.message) }
        let own = constraints + warnings + field.optionMistakes + field.memberMistakes + defaultMistakes(index)
        return own.map { DeclarationMistake(node.pointer + $0.pointer.tokens, $0.message) }
    }

    private func defaultMistakes(_ index: Int) -> [DeclarationMistake] {
        let field = nodes[index].field
        guard let json = field.default?.value else { return [] }
        if field.type == .group {
            return [DeclarationMistake(["default"], "a group has no default; its fields may have one")]
        }
        return mistakes(inGiven: json, index, ["default"])
    }

    private func mistakes(inGiven json: JSONValue, _ index: Int, _ pointer: [String]) -> [DeclarationMistake] {
        let node = nodes[index]
        // Null means an empty value.
        if json.isNull { return node.field.mistakes(inGiven: json, pointer) }
        switch node.type {
        case .group: return mistakes(inMembersOf: json, node, pointer)
        case .repeated:
            guard json.isArray else { return [DeclarationMistake(pointer, "default must be \(node.type.noun)")] }
            return json.elements.enumerated().flatMap { place, item in
                mistakes(inMembersOf: item, node, pointer + ["\(place)"])
            }
        default: return node.field.mistakes(inGiven: json, pointer)
        }
    }

    private func mistakes(inMembersOf json: JSONValue, _ node: Node, _ pointer: [String]) -> [DeclarationMistake] {
        guard json.isObject else {
            return [
                DeclarationMistake(pointer, "what \(node.field.name) holds must be an object of values by field name")
            ]
        }
        let children = Dictionary(node.children.map { (nodes[$0].field.name, $0) }) { first, _ in first }
        return json.members.flatMap { name, value in
            let place = pointer + [name]
            if let child = children[name] { return mistakes(inGiven: value, child, place) }
            let known = LikelyName.list(
                node.children.prefix(LikelyName.longestList + 1).map { nodes[$0].field.name })
            return [DeclarationMistake(place, "\(name) is no field of \(node.field.name); fields are \(known)")]
        }
    }
}

extension FieldConfiguration {
    /// Diagnostics for a declared value that a user could not enter into the field.
    func mistakes(inGiven json: JSONValue, _ member: [String]) -> [DeclarationMistake] {
        let name = member[0]
        func mistake(_ what: String) -> [DeclarationMistake] { [DeclarationMistake(member, "must be \(what)")] }
        if type == .secure {
            return [DeclarationMistake(member, "a secure field has no \(name): it would not be secret")]
        }
        // A client may send a number as text, but a declaration must not contain it as text.
        let isTyped = type == .number && json.kind == .string
        let noun = type.example.map { "\(type.noun) such as \($0)" } ?? type.noun
        guard !isTyped, let value = type.value(of: json) else { return mistake(noun) }
        switch value {
        case .text(let text) where !text.isEmpty && type.format?(text) == false: return mistake(noun)
        case .number(.real) where isInteger: return mistake("a whole number")
        case .null: return []
        default: break
        }
        guard optionsSource == nil, type.hasOptions else { return [] }
        let known = options.compactMap { FieldValue(scalar: $0.value.value) }
        let given = if case .list(let items) = value { items } else { [value] }
        return given.allSatisfy(known.contains) ? [] : mistake("one of the options")
    }

    fileprivate var optionMistakes: [DeclarationMistake] {
        guard type.hasOptions else {
            let types = FieldType.allCases.filter(\.hasOptions).map { "a \($0.rawValue)" }
            let message = "only \(types.joined(separator: " and ")) have options"
            return options.isEmpty && optionsSource == nil ? [] : [DeclarationMistake(["options"], message)]
        }
        if optionsSource != nil {
            let message = "options are given, or come from a source; not both"
            return options.isEmpty ? [] : [DeclarationMistake(["options"], message)]
        }
        if options.isEmpty { return [DeclarationMistake(["options"], "a \(type.rawValue) needs options")] }
        var known: [FieldValue] = []
        // Most option values are texts, and a set makes the check for duplicate texts fast.
        var texts: Set<ExactText> = []
        return options.enumerated().compactMap { place, option in
            let pointer = ["options", "\(place)", "value"]
            guard let value = FieldValue(scalar: option.value.value) else {
                return DeclarationMistake(pointer, "an option's value must be a string, a number, a Boolean or null")
            }
            if case .text(let text) = value {
                if texts.insert(text) { return nil }
            } else if !known.contains(value) {
                known.append(value)
                return nil
            }
            return DeclarationMistake(pointer, "another option has the value \(option.value) already")
        }
    }

    /// Diagnostics for members that the field type doesn't support, and for missing members that the field type
    /// requires.
    fileprivate var memberMistakes: [DeclarationMistake] {
        var mistakes: [DeclarationMistake] = []
        func add(_ member: String, _ message: String) { mistakes.append(DeclarationMistake([member], message)) }
        if trim, !type.isText {
            add("trim", "only a text, multiline, email or file is trimmed")
        }
        if isInteger, type != .number { add("integer", "only a number is declared to be an integer") }
        if let step {
            if !type.hasStep {
                add("step", "only a stepper and a slider have a step")
            } else if step <= .integer(0) {
                add("step", "step must be more than 0")
            }
        }
        if type == .group {
            if required { add("required", "a group has no value; require its fields") }
            if requiredWhen != nil { add("requiredWhen", "a group has no value; require its fields") }
        }
        if type.hasFields {
            if fields.isEmpty { add("fields", "a \(type.rawValue) field needs fields") }
        } else if !fields.isEmpty {
            add("fields", "only a group and a repeated field have fields")
        }
        return mistakes
    }
}
