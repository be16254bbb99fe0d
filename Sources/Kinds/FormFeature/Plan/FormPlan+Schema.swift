import FHJSON
import FHKindParts
import FHTextFormats

/// The schema of a form's output, as far as the declaration determines the schema.
extension FormPlan {
    /// The JSON Schema of the output.
    ///
    /// - Parameter isPatch: true if the output is a merge patch of a row.
    func valuesSchema(isPatch: Bool) -> JSONText { schema(of: tree.allRoots, isPatch) }

    /// The schema of an object of fields.
    ///
    /// Fields that can be hidden, disabled or omitted are not required.
    private func schema(of nodes: [Int], _ isPatch: Bool, isItem: Bool = false) -> JSONText {
        var object = ObjectSchema()
        for node in nodes where fields[node].type != .secure {
            object.add(fields[node].name, schema(of: fields[node], isPatch), isRequired: !isPatch && isSure(node))
        }
        // An item of a row keeps its members without a field.
        if isItem { object.isClosed = false }
        return object.text
    }

    /// True if every object that the form emits for a new row has a member for the field.
    private func isSure(_ node: Int) -> Bool {
        let field = fields[node]
        guard field.visibleWhen == nil, field.enabledWhen == nil, field.stepWhen == nil, field.type != .secure else {
            return false
        }
        if field.type == .group { return field.node.children.contains { isSure($0) } }
        return field.keepsEmpty || field.required || !field.isCleared(field.empty)
    }

    private func schema(of field: PlanField, _ isPatch: Bool) -> JSONText {
        switch field.type {
        case .group: schema(of: field.node.children, isPatch)
        // The uniqueness of items may depend on members that are not in the output, such as secrets.
        case .repeated:
            field.arraySchema(
                of: schema(of: field.node.children, false, isItem: isPatch), isPatch, isUnique: false)
        case let type where type.picksMany:
            field.arraySchema(
                of: PlanField.schema(of: field.options, or: PlanField.scalars), isPatch,
                isUnique: field.node.field.constraints.uniqueItems)
        default: field.scalarSchema(isPatch)
        }
    }
}

/// The schema of a valid field.
///
/// For an empty value, the schema only determines whether the value is permitted.
extension PlanField {
    fileprivate static let scalars = ["string", "number", "boolean", "null"]

    private var constraints: FieldConstraints { node.field.constraints }

    /// The representation of an empty field in the output.
    private enum EmptyValue {
        /// The member is omitted.
        case none
        /// The empty value of the field.
        case own
        /// Null, which removes a member from a row.
        case null
    }

    private func emptyValue(_ isPatch: Bool) -> EmptyValue {
        if required || !isEmpty(empty) { return .none }
        if keepsEmpty || type == .toggle || isPatch && type == .repeated { return .own }
        return isPatch ? .null : .none
    }

    private func mayBeNull(_ isPatch: Bool) -> Bool {
        switch emptyValue(isPatch) {
        case .none: false
        case .own: empty == .null
        case .null: true
        }
    }

    /// The values of the options; nil if they come from a source.
    fileprivate var options: [FieldValue]? {
        optionsSource == nil ? node.field.options.compactMap { FieldValue(scalar: $0.value.value) } : nil
    }

    /// The permitted values; nil if the declaration does not list them.
    private var values: [FieldValue]? {
        if let const = constraints.const { return type.value(of: const.value).map { [$0] } }
        if let values = constraints.values { return values.compactMap { type.value(of: $0.value) } }
        switch type {
        case .picker: return options
        case .toggle: return required ? [.bool(true)] : nil
        default: return nil
        }
    }

    fileprivate static func schema(of values: [FieldValue]?, or types: [String]) -> JSONText {
        .build { json in
            json.beginObject()
            if let values {
                json.key("enum")
                FieldValue.list(values).write(to: &json)
            } else {
                json.field("type", types)
            }
            json.endObject()
        }
    }

    fileprivate func scalarSchema(_ isPatch: Bool) -> JSONText {
        if let values { return Self.schema(of: handedOn(values, isPatch), or: []) }
        switch type {
        case .text, .multiline, .email, .file: return textSchema(isPatch)
        case .toggle: return .object("type", .string("boolean"))
        case .number, .stepper, .slider: return numberSchema(isPatch)
        case .date: return dateSchema(isPatch, format: "date")
        case .dateTime: return dateSchema(isPatch, format: "date-time")
        // The time has no offset, but the format `time` of JSON Schema requires one.
        case .time: return dateSchema(isPatch, format: nil)
        default: return Self.schema(of: nil, or: Self.scalars.filter { mayBeNull(isPatch) || $0 != "null" })
        }
    }

    /// Returns the values that the output may contain: the given values, and the value that stands for an empty field.
    private func handedOn(_ values: [FieldValue], _ isPatch: Bool) -> [FieldValue] {
        let empty: FieldValue? =
            switch emptyValue(isPatch) {
            case .none: nil
            case .own: self.empty
            case .null: .null
            }
        let others = values.filter { !isEmpty($0) || $0 == empty }
        return others + (empty.map { others.contains($0) ? [] : [$0] } ?? [])
    }

    private func textSchema(_ isPatch: Bool) -> JSONText {
        .build { json in
            json.beginObject()
            writeType("string", isPatch, to: &json)
            if emptyValue(isPatch) != .own {
                let least = limit(.minLength) ?? .integer(1)
                writeLimit("minLength", max(least, .integer(1)), to: &json)
                if let pattern = constraints.pattern { json.field("pattern", pattern) }
                if let format = constraints.format { json.field("format", format.rawValue) }
            }
            if let most = limit(.maxLength) { writeLimit("maxLength", most, to: &json) }
            json.endObject()
        }
    }

    private func numberSchema(_ isPatch: Bool) -> JSONText {
        .build { json in
            json.beginObject()
            writeType(node.field.isInteger ? "integer" : "number", isPatch, to: &json)
            for limit in [FieldConstraints.Limit.minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum] {
                if let number = self.limit(limit) { writeLimit(limit.rawValue, number, to: &json) }
            }
            // Many validators calculate with binary fractions, where 0.3 is not a multiple of 0.1.
            if case .integer(let unit) = limit(.multipleOf) { json.field("multipleOf", unit) }
            json.endObject()
        }
    }

    private func dateSchema(_ isPatch: Bool, format: String?) -> JSONText {
        .build { json in
            json.beginObject()
            writeType("string", isPatch, to: &json)
            if let format { json.field("format", format) }
            json.endObject()
        }
    }

    fileprivate func arraySchema(of items: JSONText, _ isPatch: Bool, isUnique: Bool) -> JSONText {
        .build { json in
            json.beginObject()
            writeType("array", isPatch, to: &json)
            json.field("items", items)
            // The constraints of a repeated field also apply to an empty array.
            let least = emptyValue(isPatch) == .own && type != .repeated ? nil : limit(.minItems)
            if required {
                writeLimit("minItems", max(least ?? .integer(1), .integer(1)), to: &json)
            } else if let least {
                writeLimit("minItems", least, to: &json)
            }
            if let most = limit(.maxItems) { writeLimit("maxItems", most, to: &json) }
            if isUnique { json.field("uniqueItems", true) }
            json.endObject()
        }
    }

    // MARK: Keywords

    /// Returns a limit; nil if it is not declared, or depends on another field.
    private func limit(_ limit: FieldConstraints.Limit) -> FieldNumber? {
        if case .number(let number) = constraints.limits[limit] { number } else { nil }
    }

    private func writeLimit(_ name: String, _ number: FieldNumber, to json: inout JSONWriter) {
        json.key(name)
        number.write(to: &json)
    }

    private func writeType(_ name: String, _ isPatch: Bool, to json: inout JSONWriter) {
        if mayBeNull(isPatch) { json.field("type", [name, "null"]) } else { json.field("type", name) }
    }
}
