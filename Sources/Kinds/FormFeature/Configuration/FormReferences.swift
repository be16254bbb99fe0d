import FHJSON
import FHKindParts
import FeatureKit

/// The references to fields from conditions, limits and rules, and the diagnostics for them.
struct FormReferences {
    private let tree: FieldTree
    private let configuration: FormConfiguration

    init(_ tree: FieldTree, _ configuration: FormConfiguration) {
        self.tree = tree
        self.configuration = configuration
    }

    /// The diagnostics, each with a pointer to the invalid member of the declaration.
    var mistakes: [DeclarationMistake] {
        var mistakes: [DeclarationMistake] = []
        for (place, step) in configuration.steps.enumerated() {
            if let condition = step.visibleWhen {
                mistakes += self.mistakes(in: condition, ["steps", "\(place)", "visibleWhen"], from: nil)
            }
        }
        mistakes += self.mistakes(in: configuration.rules, [], from: nil)
        for (index, node) in tree.nodes.enumerated() {
            mistakes += self.mistakes(ofConditions: node, index)
            mistakes += self.mistakes(in: node.field.rules, node.pointer, from: index)
            mistakes += self.mistakes(in: node.field.constraints, node.pointer, from: index)
            mistakes += self.mistakes(in: node.field.warnings, node.pointer + ["warnings"], from: index)
        }
        return mistakes + cycleMistakes
    }

    // MARK: Conditions

    private func mistakes(ofConditions node: FieldTree.Node, _ index: Int) -> [DeclarationMistake] {
        let field = node.field
        let conditions = [
            ("visibleWhen", field.visibleWhen), ("enabledWhen", field.enabledWhen),
            ("requiredWhen", field.requiredWhen),
        ]
        return conditions.flatMap { name, condition -> [DeclarationMistake] in
            guard let condition else { return [] }
            let pointer = node.pointer + [name]
            let mistakes = mistakes(in: condition, pointer, from: index)
            // A field whose visibility depends on itself is reported as a cycle.
            let isOwn = condition.references.contains { reference in
                (try? tree.find(reference, from: index)).map { isWithin($0, index) } == true
            }
            guard isOwn, name != "visibleWhen" else { return mistakes }
            return mistakes + [DeclarationMistake(pointer, "reads \(path(index)) itself; read other fields")]
        }
    }

    private func isWithin(_ node: Int, _ outer: Int) -> Bool {
        node == outer || tree.nodes[node].parent.map { isWithin($0, outer) } == true
    }

    private func mistakes(in rules: [FormRule], _ pointer: [String], from node: Int?) -> [DeclarationMistake] {
        rules.enumerated().flatMap { mistakes(in: $1.condition, pointer + ["rules", "\($0)", "holds"], from: node) }
    }

    private func mistakes(in condition: Condition, _ pointer: [String], from node: Int?) -> [DeclarationMistake] {
        func compared(_ name: String, _ member: String, _ operand: Condition.Operand) -> [DeclarationMistake] {
            let own = mistakes(inRead: name, pointer + ["field"], from: node)
            switch operand {
            case .value(let value): return own + mistakes(inValue: value, pointer + [member])
            case .field(let other): return own + mistakes(inRead: other, pointer + [member, "field"], from: node)
            }
        }
        switch condition {
        case .equals(let name, let operand): return compared(name, "equals", operand)
        case .contains(let name, let operand): return compared(name, "contains", operand)
        case .greater(let name, let operand): return compared(name, "greater", operand)
        case .less(let name, let operand): return compared(name, "less", operand)
        case .isIn(let name, let values):
            return mistakes(inRead: name, pointer + ["field"], from: node)
                + values.enumerated().flatMap { mistakes(inValue: $1, pointer + ["in", "\($0)"]) }
        case .isEmpty(let name):
            do throws(FieldTree.ReferenceMistake) {
                _ = try tree.find(name, from: node)
                return []
            } catch {
                return [mistake(error, name, pointer + ["field"], from: node)]
            }
        case .all(let parts): return mistakes(in: parts, pointer + ["all"], from: node)
        case .any(let parts): return mistakes(in: parts, pointer + ["any"], from: node)
        case .not(let part): return mistakes(in: part, pointer + ["not"], from: node)
        }
    }

    private func mistakes(in parts: [Condition], _ pointer: [String], from node: Int?) -> [DeclarationMistake] {
        parts.enumerated().flatMap { mistakes(in: $1, pointer + ["\($0)"], from: node) }
    }

    private func mistakes(inValue value: JSONText, _ pointer: [String]) -> [DeclarationMistake] {
        FieldValue(scalar: value.value) == nil
            ? [DeclarationMistake(pointer, "must be a string, a number, a Boolean or null")] : []
    }

    /// Diagnostics for the name of a field in a comparison.
    private func mistakes(inRead name: String, _ pointer: [String], from node: Int?) -> [DeclarationMistake] {
        do throws(FieldTree.ReferenceMistake) {
            let type = tree.nodes[try tree.find(name, from: node)].type
            guard type == .secure || type == .repeated else { return [] }
            return [
                DeclarationMistake(
                    pointer, "\(name) is of the type \(type.rawValue), for which `empty` is the only operator")
            ]
        } catch {
            return [mistake(error, name, pointer, from: node)]
        }
    }

    private func mistake(
        _ error: FieldTree.ReferenceMistake, _ name: String, _ pointer: [String], from node: Int?
    ) -> DeclarationMistake {
        switch error {
        case .isInItems:
            return DeclarationMistake(pointer, "\(name) is a field of items, and can only be read within its item")
        case .isGroup:
            return DeclarationMistake(pointer, "\(name) is a group, which has no value; name a field in it")
        case .unknown:
            let parent = name.hasPrefix("/") ? nil : node.flatMap { tree.nodes[$0].parent }
            let known = tree.fields(in: parent, atMost: LikelyName.longestList + 1).map { tree.nodes[$0].field.name }
            let names = known.map { name.hasPrefix("/") ? JSONPointer([$0]).description : $0 }
            return DeclarationMistake(pointer, "there is no field \(name); here are: \(LikelyName.list(names))")
        }
    }

    // MARK: Constraints

    private func mistakes(
        in constraints: FieldConstraints, _ pointer: [String], from node: Int
    ) -> [DeclarationMistake] {
        var mistakes: [DeclarationMistake] = []
        func read(_ name: String, _ pointer: [String], _ check: (Int) -> String?) {
            do throws(FieldTree.ReferenceMistake) {
                if let message = check(try tree.find(name, from: node)) {
                    mistakes.append(DeclarationMistake(pointer, message))
                }
            } catch {
                mistakes.append(mistake(error, name, pointer, from: node))
            }
        }
        for limit in FieldConstraints.Limit.allCases {
            guard case .field(let name) = constraints.limits[limit] else { continue }
            read(name, pointer + [limit.rawValue, "field"]) { other in
                [.number, .stepper, .slider].contains(tree.nodes[other].type)
                    ? nil : "\(name) is no number; a limit can be that of a number, stepper or slider"
            }
        }
        if let name = constraints.equalTo {
            read(name, pointer + ["equalTo"]) { other in
                if other == node { return "\(name) must be another field" }
                if tree.nodes[other].type == .repeated { return "\(name) has items, and can't be compared" }
                // A secret equals only another secret.
                return (tree.nodes[other].type == .secure) == (tree.nodes[node].type == .secure)
                    ? nil : "a secure field can only be compared with another secure field"
            }
        }
        return mistakes
    }

    // MARK: Cycles

    private var cycleMistakes: [DeclarationMistake] {
        let cyclic = FieldOrder(tree, steps: configuration.steps).cyclic
        // Each cyclic field reads a cyclic field, so a path that reaches a visited field leads to a known cycle.
        var passed: Set<Int> = []
        return cyclic.compactMap { start -> DeclarationMistake? in
            var way: [Int] = []
            var next = start
            while passed.insert(next).inserted {
                way.append(next)
                // The search always finds a cyclic field, because only a cycle keeps a field out of the order.
                next = FieldOrder.read(by: next, tree, configuration.steps).first(where: cyclic.contains) ?? next
            }
            let cycle = way.drop { $0 != next }
            if cycle.isEmpty { return nil }
            let names = (cycle + [next]).map(path).joined(separator: " → ")
            let places = zip(cycle, cycle.dropFirst() + [next]).compactMap(place)
            return DeclarationMistake(
                places.first ?? tree.nodes[next].pointer,
                "leads back to itself (\(names)); conditions and limits of a field must not depend on the field")
        }
    }

    /// The pointer to the condition or limit that makes a field depend on another field; nil if the field depends on
    /// its parent.
    private func place(of index: Int, reading other: Int) -> [String]? {
        let node = tree.nodes[index]
        func finds(_ names: [String], from index: Int?) -> Bool {
            names.contains { (try? tree.find($0, from: index)) == other }
        }
        if finds(node.field.visibleWhen?.references ?? [], from: index) { return node.pointer + ["visibleWhen"] }
        for limit in FieldConstraints.Limit.allCases {
            if case .field(let name) = node.field.constraints.limits[limit], finds([name], from: index) {
                return node.pointer + [limit.rawValue]
            }
        }
        let condition = configuration.steps[node.step].visibleWhen
        if node.parent == nil, finds(condition?.references ?? [], from: nil) {
            return ["steps", "\(node.step)", "visibleWhen"]
        }
        return nil
    }

    private func path(_ index: Int) -> String { JSONPointer(tree.names(of: index)).description }
}
