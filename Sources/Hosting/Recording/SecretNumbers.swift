import JSON
import Synchronization

/// Numbers the secrets that come to a host, so that its recording can do without them.
///
/// A secret is what `setSecret` sends, however wrong that is, and whatever has the name of a secure field of the workspace
/// where a front end sends it otherwise: a host takes no secret from there.
final class SecretNumbers: Sendable {
    private static let mark = "$secret"
    /// What a request says that is no secret, whatever its action.
    private static let plain: Set = ["instance", "action", "path", "await", "timeoutMs", "ifRevision"]

    /// How pointers to the secure fields end, and how they do where somebody has forgotten the escapes.
    private let endings: Set<[UInt8]>
    private let count = Mutex(0)

    /// - Parameter workspace: its text; nil where there is none.
    init(workspace: String?) {
        var endings: Set<[UInt8]> = []
        if let workspace, let root = try? JSONValue(parsing: workspace) { Self.collect(root, &endings) }
        self.endings = endings
    }

    private static func collect(_ value: JSONValue, _ endings: inout Set<[UInt8]>) {
        if value["type"]?.stringValue == "secure", let name = value["name"]?.stringValue {
            endings.insert(Array("/\(name)".utf8))
            endings.insert(Array(JSONPointer([name]).description.utf8))
        }
        for element in value.elements { collect(element, &endings) }
        for (_, member) in value.members { collect(member, &endings) }
    }

    // MARK: Masking

    /// A frame with numbers in the place of its secrets; nil where it has none.
    func masked(_ bytes: [UInt8]) -> JSONText? {
        guard mayHaveSecret(bytes), let message = try? JSONValue(parsing: bytes) else { return nil }
        var hasChanged = false
        let text = JSONText.build { json in
            guard message.isArray else { return write(message, &hasChanged, to: &json) }
            json.beginArray()
            for member in message.elements { write(member, &hasChanged, to: &json) }
            json.endArray()
        }
        return hasChanged ? text : nil
    }

    /// Most have none, and are not parsed again.
    private func mayHaveSecret(_ bytes: [UInt8]) -> Bool {
        if !endings.isEmpty { return true }
        // Without regard to case and escapes.
        return bytes.contains(UInt8(ascii: "\\")) || bytes.firstRange(of: Array("ecret".utf8)) != nil
            || bytes.firstRange(of: Array("ECRET".utf8)) != nil
    }

    private func write(_ message: JSONValue, _ hasChanged: inout Bool, to json: inout JSONWriter) {
        guard message.isObject else { return copy(message, &hasChanged, to: &json) }
        writeObject(message, &hasChanged, to: &json) { name, member, hasChanged, json in
            if name == "params" {
                writeParams(member, &hasChanged, to: &json)
            } else {
                copy(member, &hasChanged, to: &json)
            }
        }
    }

    /// Writes a value that has no secrets, but perhaps what looks like the number of one.
    private func copy(_ value: JSONValue, _ hasChanged: inout Bool, to json: inout JSONWriter) {
        if value.isObject {
            writeObject(value, &hasChanged, to: &json) { _, member, hasChanged, json in
                copy(member, &hasChanged, to: &json)
            }
        } else if value.isArray {
            json.beginArray()
            for element in value.elements { copy(element, &hasChanged, to: &json) }
            json.endArray()
        } else {
            json.value(value)
        }
    }

    private func writeParams(_ params: JSONValue, _ hasChanged: inout Bool, to json: inout JSONWriter) {
        let words = params.isArray ? params.elements.map(\.stringValue) : [params["action"]?.stringValue]
        let isSecret = words.contains { $0?.lowercased() == "setsecret" }
        write(params, isSecret: isSecret, &hasChanged, to: &json)
    }

    /// Writes a value without its secrets.
    ///
    /// - Parameter isSecret: whether all of it is one.
    private func write(_ value: JSONValue, isSecret: Bool, _ hasChanged: inout Bool, to json: inout JSONWriter) {
        if value.isObject {
            let names = value["path"]?.stringValue.map(isField) ?? false
            writeObject(value, &hasChanged, to: &json) { name, member, hasChanged, json in
                let isPlain = Self.plain.contains(name)
                let isOne = isField(name) || (!isPlain && (isSecret || names))
                write(member, isSecret: isOne, &hasChanged, to: &json)
            }
        } else if value.isArray {
            json.beginArray()
            for element in value.elements { write(element, isSecret: isSecret, &hasChanged, to: &json) }
            json.endArray()
        } else if isSecret {
            hasChanged = true
            number(value, to: &json)
        } else {
            json.value(value)
        }
    }

    /// Whether a name, or the last one of a pointer, is that of a secure field.
    private func isField(_ name: String) -> Bool {
        let bytes = Array("/\(name)".utf8)
        return endings.contains { bytes.suffix($0.count) == $0[...] }
    }

    /// Writes a number in the place of a secret; of what is no text, and so none that is taken, the kind is told.
    private func number(_ secret: JSONValue, to json: inout JSONWriter) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        json.beginObject()
        json.field("$secret", number)
        if secret.kind != .string { json.field("kind", "\(secret.kind)") }
        json.endObject()
    }

    /// Writes an object; one that only looks like the number of a secret is the `is` of number 0.
    ///
    /// - Parameter writeMember: writes the member of a name.
    private func writeObject(
        _ value: JSONValue, _ hasChanged: inout Bool, to json: inout JSONWriter,
        _ writeMember: (String, JSONValue, inout Bool, inout JSONWriter) -> Void
    ) {
        let looksSo = value[Self.mark] != nil
        if looksSo {
            hasChanged = true
            json.beginObject()
            json.field("$secret", 0)
            json.key("is")
        }
        json.beginObject()
        for (name, member) in value.members {
            json.key(name)
            writeMember(name, member, &hasChanged, &json)
        }
        json.endObject()
        if looksSo { json.endObject() }
    }

    // MARK: Unmasking

    /// A noted message with its secrets.
    ///
    /// - Parameter missing: the number of the first that is not known.
    static func unmasked(_ message: JSONValue, _ secrets: [Int: String], missing: inout Int?) -> JSONText {
        JSONText.build { write(message, secrets, &missing, to: &$0) }
    }

    private static func write(
        _ value: JSONValue, _ secrets: [Int: String], _ missing: inout Int?, to json: inout JSONWriter
    ) {
        if let number = value[mark]?.intValue {
            if number == 0, let same = value["is"] { return writeParts(of: same, secrets, &missing, to: &json) }
            if let kind = value["kind"]?.stringValue { return json.value(standIn(kind)) }
            if let secret = secrets[number] { return json.value(secret) }
            missing = missing ?? number
        }
        writeParts(of: value, secrets, &missing, to: &json)
    }

    /// Writes a value that is no secret itself.
    private static func writeParts(
        of value: JSONValue, _ secrets: [Int: String], _ missing: inout Int?, to json: inout JSONWriter
    ) {
        if value.isObject {
            json.beginObject()
            for (name, member) in value.members {
                json.key(name)
                write(member, secrets, &missing, to: &json)
            }
            json.endObject()
        } else if value.isArray {
            json.beginArray()
            for element in value.elements { write(element, secrets, &missing, to: &json) }
            json.endArray()
        } else {
            json.value(value)
        }
    }

    /// A value of a kind.
    private static func standIn(_ kind: String) -> JSONText {
        switch kind {
        case "bool": .bool(true)
        case "integer": .integer(0)
        case "real": .real(0.5)
        default: .null
        }
    }
}
