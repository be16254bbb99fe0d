import FHFormFeature
import FHJSON

/// A field of `featurehost form`, which becomes the declaration of a field in a workspace.
struct FormField {
    /// The id of the form in its workspace.
    static let feature = "form"
    private static let hints = ["placeholder", "help"]
    /// The types of fields without fields of their own, for the help.
    ///
    /// A field of another type has to be given as JSON.
    static var types: String {
        let names = FieldType.allCases.map(\.rawValue).filter { name in
            let values = FieldValueClass(ofFieldType: name)
            return values != .object && values != .rows
        }
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// The reason why a text is not a valid field.
    struct Failure: Error {
        /// A message for users.
        let message: String
    }

    /// The name.
    let name: String
    private let type: String
    private let declaration: JSONText

    /// True if the value is a secret, which the output of a feature never contains.
    var isSecret: Bool { type == FieldType.secure.rawValue }

    /// Reads a field: `NAME[:TYPE[:MEMBER]…]`, or JSON.
    init(_ text: String) throws(Failure) {
        if text.hasPrefix("{") {
            let value = try Self.value(text)
            name = value["name"]?.stringValue ?? ""
            type = value["type"]?.stringValue ?? ""
            declaration = JSONText(value)
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let type = parts.count > 1 && !parts[1].isEmpty ? parts[1] : "text"
        let members = parts.dropFirst(2).map { Member($0) }
        let values = FieldValueClass(ofFieldType: type)
        for member in members where member.key == "default" && values == .quantity {
            guard let value = member.value, Double(value) != nil else {
                throw Failure(message: "--field “\(text)”: the default of a \(type) is a number")
            }
        }
        name = parts[0]
        self.type = type
        declaration = Self.declaration(parts[0], type, members)
    }

    private static func value(_ text: String) throws(Failure) -> JSONValue {
        do throws(JSONParseError) {
            return try JSONValue(parsing: text)
        } catch {
            throw Failure(message: "--field “\(text)” is no JSON: it \(error.fault)")
        }
    }

    private static func declaration(_ name: String, _ type: String, _ members: [Member]) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("name", name)
            json.field("type", type)
            for member in members where !hints.contains(member.key) {
                json.key(member.key)
                member.write(to: &json, FieldValueClass(ofFieldType: type))
            }
            let given = members.filter { hints.contains($0.key) }
            if !given.isEmpty {
                json.key("hints")
                json.beginObject()
                for hint in given {
                    json.key(hint.key)
                    json.value(hint.value ?? "")
                }
                json.endObject()
            }
            json.endObject()
        }
    }

    /// A member of a field, such as `required` or `maxLength=80`.
    private struct Member {
        let key: String
        /// The text after `=`; nil if there is none.
        let value: String?

        init(_ text: String) {
            let end = text.firstIndex(of: "=")
            key = String(text[..<(end ?? text.endIndex)])
            value = end.map { String(text[text.index(after: $0)...]) }
        }

        /// Writes the value.
        ///
        /// - Parameter values: the class of the field's values; nil for an unknown type.
        func write(to json: inout JSONWriter, _ values: FieldValueClass?) {
            guard let value else { return json.value(true) }
            switch (key, values) {
            case ("options", _), ("default", .list): json.value(Self.list(value))
            case ("default", .boolean): json.value(value == "true")
            case ("default", let values) where values != .quantity: json.value(value)
            default: writeNumber(value, to: &json)
            }
        }

        private func writeNumber(_ value: String, to json: inout JSONWriter) {
            if let integer = Int(value) {
                json.value(integer)
            } else if let number = Double(value), number.isFinite {
                json.value(number)
            } else {
                json.value(value)
            }
        }

        private static func list(_ text: String) -> [String] {
            text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Returns the workspace of a form.
    ///
    /// - Parameter hasPipe: true to submit the values to the pipe `secret` in the folder of the workspace, because an
    ///   output never contains a secret.
    static func workspace(_ fields: [FormField], title: String, hasPipe: Bool) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            if hasPipe { writePipe(to: &json) }
            json.key("features")
            json.beginObject()
            json.key(feature)
            json.beginObject()
            json.field("kind", "form")
            json.field("title", title)
            json.field("empty", "keep")
            json.key("sections")
            json.beginArray()
            json.beginObject()
            json.key("fields")
            json.beginArray()
            for field in fields { json.value(field.declaration) }
            json.endArray()
            json.endObject()
            json.endArray()
            if hasPipe {
                json.key("submit")
                json.beginObject()
                json.field("source", "pipe")
                json.field("call", "perform")
                json.field("operation", "write")
                json.endObject()
            }
            json.endObject()
            json.endObject()
            json.endObject()
        }
    }

    private static func writePipe(to json: inout JSONWriter) {
        json.key("sources")
        json.beginObject()
        json.key("pipe")
        json.beginObject()
        json.field("type", "command")
        json.key("operations")
        json.beginObject()
        json.key("write")
        json.beginObject()
        json.field("argv", ["sh", "-c", "cat >secret"])
        json.field("timeoutMs", 5_000)
        json.endObject()
        json.endObject()
        json.endObject()
        json.endObject()
    }
}
