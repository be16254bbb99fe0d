import FHJSON
import FHRows

enum FieldValue: Sendable {
    case null
    case bool(Bool)
    case number(FieldNumber)
    case text(String)
    case list([FieldValue])
    case secret(Secret)
    /// The items of a repeated field, as indices of their containers.
    case items([Int])
    /// The values of a repeated field's items.
    case rows([FieldRow])

    /// A scalar value; nil for an array or object.
    init?(scalar json: JSONValue) {
        switch json.kind {
        case .null: self = .null
        case .bool: self = .bool(json.boolValue == true)
        case .string: self = .text(json.stringValue ?? "")
        case .integer, .real:
            guard let number = FieldNumber(json) else { return nil }
            self = .number(number)
        case .array, .object: return nil
        }
    }

    /// Writes the value as clients see it.
    func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let bool): json.value(bool)
        case .number(let number): number.write(to: &json)
        case .text(let text): json.value(text)
        case .list(let values):
            json.beginArray()
            for value in values { value.write(to: &json) }
            json.endArray()
        case .secret(let secret):
            json.beginObject()
            json.field("isSet", secret.isSet)
            json.endObject()
        case .items(let items):
            json.beginArray()
            for item in items { json.value(FormState.key(ofItem: item)) }
            json.endArray()
        // Rows represent items internally, and are never part of a snapshot.
        case .rows: json.null()
        }
    }

    /// The value without white space at both ends, if it is a text.
    var trimmed: FieldValue {
        guard case .text(let text) = self else { return self }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return .text("") }
        return .text(String(scalars[first...last]))
    }
}

extension FieldValue: Hashable {
    /// True if both are the same JSON value.
    ///
    /// Texts are compared by byte, and numbers by value.
    static func == (left: FieldValue, right: FieldValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.secret(let left), .secret(let right)): left == right
        case (.items(let left), .items(let right)): left == right
        case (.rows(let left), .rows(let right)): left == right
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        // Nothing derived from a secret is exposed, not even its hash.
        case .null, .secret: break
        case .bool(let bool): hasher.combine(bool)
        case .number(let number): hasher.combine(number)
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .list(let values): hasher.combine(values)
        case .items(let items): hasher.combine(items)
        case .rows(let rows): hasher.combine(rows)
        }
    }
}

extension FieldValue: ConditionValue {
    /// Passes the value to a condition.
    ///
    /// Secrets and items are only passed as present or missing.
    func lend<Result>(_ body: (ScannedValue) -> Result) -> Result {
        switch self {
        case .null: body(.missing)
        case .bool(let bool): body(.bool(bool))
        case .text(let text): ScannedValue.lending(text, body)
        case .number, .list: JSONText.build { write(to: &$0) }.lend(body)
        case .secret(let secret): body(secret.isSet ? .opaque : .missing)
        case .items(let items): body(items.isEmpty ? .missing : .opaque)
        case .rows(let rows): body(rows.isEmpty ? .missing : .opaque)
        }
    }
}
