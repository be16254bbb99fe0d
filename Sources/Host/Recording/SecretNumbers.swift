import FHJSON
import Synchronization

/// Replaces secrets in the input of a host by numbers, so that a recording contains no secrets.
///
/// Every param of `setSecret` except its path is a secret, valid or not. Any value that a client sends under the name
/// of a secure field of the workspace is a secret too, although a host accepts no secret there.
final class SecretNumbers: Sendable {
    private static let mark = "$secret"
    /// The params that are never secret, regardless of the action.
    private static let plain: Set = ["instance", "action", "path", "await", "timeoutMs", "ifRevision"]

    /// The last tokens of pointers to secure fields.
    ///
    /// The tokens are included with and without escapes, in case a client forgets the escapes.
    private let endings: Set<[UInt8]>
    private let count = Mutex(0)

    /// Creates an object that replaces the secrets in the input of one host.
    ///
    /// - Parameter workspace: the text of the workspace; nil if there is none.
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

    /// The frame with its secrets replaced by numbers; nil if the frame can be recorded unchanged.
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

    /// True if a frame may contain a secret, so that it has to be parsed.
    private func mayHaveSecret(_ bytes: [UInt8]) -> Bool {
        if !endings.isEmpty { return true }
        // Finds "setSecret" in lower or upper case, and any escape that could hide the name.
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

    /// Copies a value that contains no secrets, and escapes objects that look like the number of a secret.
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

    /// Writes a value, with numbers in place of its secrets.
    ///
    /// - Parameter isSecret: true if the whole value is secret.
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

    /// True if a name, or the last token of a pointer, is the name of a secure field.
    private func isField(_ name: String) -> Bool {
        let bytes = Array("/\(name)".utf8)
        return endings.contains { bytes.suffix($0.count) == $0[...] }
    }

    /// Writes a number in place of a secret.
    ///
    /// If the secret is not a string, also writes its type.
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

    /// Writes an object.
    ///
    /// An object that looks like the number of a secret is wrapped: it becomes the member `is` of an object with the
    /// number 0.
    ///
    /// - Parameter writeMember: writes the value of a member.
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

    /// Restores the secrets in a recorded message.
    ///
    /// - Parameter missing: set to the number of the first secret that `secrets` lacks; unchanged if there is none.
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

    /// Writes the members or elements of a value that is not itself a secret.
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

    /// A placeholder value of a type.
    private static func standIn(_ kind: String) -> JSONText {
        switch kind {
        case "bool": .bool(true)
        case "integer": .integer(0)
        case "real": .real(0.5)
        default: .null
        }
    }
}
