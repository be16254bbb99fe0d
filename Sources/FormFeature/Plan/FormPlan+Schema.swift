import JSON
import TextFormats

/// What a form hands on, as far as its declaration says it.
extension FormPlan {
    /// The JSON Schema of the values.
    var valuesSchema: JSONText { schema(of: tree.allRoots) }

    /// Of fields that stand together; what can be hidden or disabled need not be there.
    private func schema(of nodes: [Int]) -> JSONText {
        var object = ObjectSchema()
        for field in nodes.map({ fields[$0] }) where field.type != .secure {
            let alwaysCounts = field.visibleWhen == nil && field.enabledWhen == nil && field.stepWhen == nil
            object.add(field.name, schema(of: field), isRequired: alwaysCounts)
        }
        return object.text
    }

    private func schema(of field: PlanField) -> JSONText {
        switch field.type {
        case .group: schema(of: field.node.children)
        // That its items differ may be due to what is not handed on.
        case .repeated: field.arraySchema(of: schema(of: field.node.children), isUnique: false)
        case .multiPicker:
            field.arraySchema(
                of: PlanField.schema(of: field.options, or: PlanField.scalars),
                isUnique: field.node.field.constraints.uniqueItems)
        default: field.scalarSchema
        }
    }
}

/// Of a field that is right: what is empty is checked for nothing but that it may be.
extension PlanField {
    fileprivate static let scalars = ["string", "number", "boolean", "null"]

    private var constraints: FieldConstraints { node.field.constraints }

    /// Whether what is handed on may be what the field holds where nothing is entered.
    private var mayBeEmpty: Bool { !required && isEmpty(empty) }

    /// What can be picked; nil where a source says it.
    fileprivate var options: [FieldValue]? {
        optionsSource == nil ? node.field.options.compactMap { FieldValue(scalar: $0.value.value) } : nil
    }

    /// The values that are right; nil where they are not listed.
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

    fileprivate var scalarSchema: JSONText {
        if let values {
            let others = values.filter { !required || !isEmpty($0) }
            return Self.schema(of: others + (mayBeEmpty && !others.contains(empty) ? [empty] : []), or: [])
        }
        switch type {
        case .text, .multiline, .email, .file: return textSchema
        case .toggle: return .object("type", .string("boolean"))
        case .number, .stepper, .slider: return numberSchema
        case .date: return nullableText(format: "date")
        case .dateTime: return nullableText(format: "date-time")
        // Without an offset, which the format of that name has.
        case .time: return nullableText(format: nil)
        default: return Self.schema(of: nil, or: Self.scalars.filter { mayBeEmpty || $0 != "null" })
        }
    }

    private var textSchema: JSONText {
        .build { json in
            json.beginObject()
            json.field("type", "string")
            if !mayBeEmpty {
                let least = limit(.minLength) ?? .integer(1)
                writeLimit("minLength", max(least, .integer(1)), to: &json)
                if let pattern = constraints.pattern { json.field("pattern", pattern) }
                if let format = constraints.format { json.field("format", format.rawValue) }
            }
            if let most = limit(.maxLength) { writeLimit("maxLength", most, to: &json) }
            json.endObject()
        }
    }

    private var numberSchema: JSONText {
        .build { json in
            json.beginObject()
            writeType(node.field.isInteger ? "integer" : "number", to: &json)
            for limit in [FieldConstraints.Limit.minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum] {
                if let number = self.limit(limit) { writeLimit(limit.rawValue, number, to: &json) }
            }
            // Many readers divide binary fractions, and then 0.3 is no multiple of 0.1.
            if case .integer(let unit) = limit(.multipleOf) { json.field("multipleOf", unit) }
            json.endObject()
        }
    }

    private func nullableText(format: String?) -> JSONText {
        .build { json in
            json.beginObject()
            writeType("string", to: &json)
            if let format { json.field("format", format) }
            json.endObject()
        }
    }

    fileprivate func arraySchema(of items: JSONText, isUnique: Bool) -> JSONText {
        .build { json in
            json.beginObject()
            json.field("type", "array")
            json.field("items", items)
            // Of repeated fields the constraints hold also where there are no items.
            let least = mayBeEmpty && type != .repeated ? nil : limit(.minItems)
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

    /// A limit that does not depend on other fields.
    private func limit(_ limit: FieldConstraints.Limit) -> FieldNumber? {
        if case .number(let number) = constraints.limits[limit] { number } else { nil }
    }

    private func writeLimit(_ name: String, _ number: FieldNumber, to json: inout JSONWriter) {
        json.key(name)
        number.write(to: &json)
    }

    private func writeType(_ name: String, to json: inout JSONWriter) {
        if mayBeEmpty { json.field("type", [name, "null"]) } else { json.field("type", name) }
    }
}
