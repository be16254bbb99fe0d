import FHJSON
import FeatureKit

/// Reading the edited row.
///
/// The form opens even if the row has values that a user could not enter.
extension FormPlan {
    /// Reads a row's members for the form's fields; returns the readings by local index.
    ///
    /// A field without a member in the row is empty.
    func readings(ofRow values: JSONValue) -> [FieldReading] {
        var readings = tree.emptyRow(of: 0).map { FieldReading(value: $0) }
        read(values, tree.allRoots, &readings)
        return readings
    }

    private func read(_ object: JSONValue, _ nodes: [Int], _ readings: inout [FieldReading]) {
        for node in nodes where fields[node].type != .secure {
            guard let json = object[fields[node].name] else { continue }
            let local = fields[node].node.local
            if fields[node].type == .group {
                if json.isObject {
                    read(json, fields[node].node.children, &readings)
                } else if !json.isNull {
                    readings[local].misfit = JSONText(json)
                }
            } else {
                readings[local] = reading(of: json, at: node)
            }
        }
    }

    private func reading(of json: JSONValue, at node: Int) -> FieldReading {
        let field = fields[node]
        if let reading = field.node.field.reading(of: json, empty: field.empty) { return reading }
        let value = tree.value(of: json, at: node, isWhole: false, isOfRow: true)
        return FieldReading(value: value ?? field.empty, misfit: value == nil ? JSONText(json) : nil)
    }

    /// Reads the members of an item of the row for the item's fields; returns the readings by local index.
    func readings(ofItem item: JSONValue, scope: Int) -> [FieldReading] {
        var readings = tree.emptyRow(of: scope).map { FieldReading(value: $0) }
        func read(_ object: JSONValue, _ nodes: [Int]) {
            for node in nodes where fields[node].type != .secure {
                guard let json = object[fields[node].name] else { continue }
                let local = fields[node].node.local
                if fields[node].type == .group, json.isObject {
                    read(json, fields[node].node.children)
                } else if let value = tree.value(of: json, at: node, isWhole: false, isOfRow: true) {
                    readings[local] = FieldReading(value: value)
                } else if !json.isNull {
                    readings[local].misfit = JSONText(json)
                }
            }
        }
        let owner = tree.scopes[scope].owner
        if let owner, item.isObject { read(item, tree.nodes[owner].children) }
        return readings
    }

    /// True if the values that were read from the row now, or their spelling, differ from the values or the spelling in
    /// the state.
    func differs(_ readings: [FieldReading], _ state: FormState) -> Bool {
        readings.enumerated().contains { local, reading in
            let address = FieldAddress(0, local)
            let own = state[address]
            return !state.known(at: address).isIdentical(to: reading.value) || own.spelling != reading.spelling
                || own.misfit != reading.misfit
        }
    }

    /// Stores the spelling of the row's values, and the values that the fields can't hold.
    func take(_ readings: [FieldReading], _ state: inout FormState) {
        for (local, reading) in readings.enumerated() {
            let address = FieldAddress(0, local)
            if state[address].spelling == reading.spelling, state[address].misfit == reading.misfit { continue }
            state[address].spelling = reading.spelling
            state[address].misfit = reading.misfit
            state.note(address, .dependent)
        }
    }
}

extension PlanField {
    /// The warning about a value that the field can't hold.
    func warning(of misfit: JSONText) -> Message {
        let text = misfit.string
        let shown = text.count > 80 ? text.prefix(80) + "…" : text[...]
        return Message(
            MessageCode.type.rawValue,
            "\(node.field.label) has \(shown), which is not \(type.noun). It stays as it is unless you change it.",
            .warning)
    }
}
