import FHJSON

/// Generates random values that mostly conform to a schema.
struct RandomValue {
    /// Strings with a meaning for the host, such as ids of rows.
    let words: [String]

    /// Generates a value for a schema.
    ///
    /// Occasionally the value is invalid.
    func draw(_ schema: JSONValue, _ chance: inout Chance, depth: Int = 0) -> JSONText {
        if depth > 4 || chance.once(in: 40) { return plain(&chance) }
        if let constant = schema["const"] { return JSONText(constant) }
        if let values = schema["enum"], let value = chance.one(of: values.elements) { return JSONText(value) }
        for name in ["anyOf", "oneOf"] {
            if let alternatives = schema[name], let one = chance.one(of: alternatives.elements) {
                return draw(one, &chance, depth: depth + 1)
            }
        }
        let types = schema["type"].map { $0.isArray ? $0.elements.compactMap(\.stringValue) : [$0.stringValue ?? ""] }
        switch types.flatMap({ chance.one(of: $0) }) ?? (schema["properties"] == nil ? "" : "object") {
        case "object": return object(schema, &chance, depth)
        case "array":
            let item: JSONValue = schema["items"] ?? .emptyObject
            return .build { json in
                json.beginArray()
                for _ in 0..<Int.random(in: 0...3, using: &chance) {
                    json.value(draw(item, &chance, depth: depth + 1))
                }
                json.endArray()
            }
        case "string": return .string(word(&chance))
        case "integer": return .integer(integer(&chance))
        case "number": return chance.once(in: 2) ? .integer(integer(&chance)) : .real(Double(integer(&chance)) / 4)
        case "boolean": return .bool(chance.once(in: 2))
        case "null": return .null
        default: return plain(&chance)
        }
    }

    private func object(_ schema: JSONValue, _ chance: inout Chance, _ depth: Int) -> JSONText {
        let required = Set((schema["required"] ?? .emptyArray).elements.compactMap(\.stringValue))
        return .build { json in
            json.beginObject()
            for (name, member) in (schema["properties"] ?? .emptyObject).members
            where required.contains(name) ? !chance.once(in: 50) : chance.once(in: 2) {
                json.key(name)
                json.value(draw(member, &chance, depth: depth + 1))
            }
            json.endObject()
        }
    }

    /// Generates a value of any type.
    private func plain(_ chance: inout Chance) -> JSONText {
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: .null
        case 1: .bool(true)
        case 2: .integer(integer(&chance))
        case 3: .emptyArray
        case 4: .emptyObject
        default: .string(word(&chance))
        }
    }

    private func word(_ chance: inout Chance) -> String {
        if let word = chance.one(of: words), !chance.once(in: 5) { return chance.once(in: 6) ? "/\(word)" : word }
        return chance.one(of: Self.strangeWords) ?? ""
    }

    private static let strangeWords = ["", "1", "none", "é\u{301}\u{1F600}", "line\nbreak\u{2028}", "\u{1}", "/", "~"]

    private func integer(_ chance: inout Chance) -> Int {
        chance.one(of: [0, 1, 2, 3, 5, -1, 10, 100, 1 << 31, .max, .min]) ?? 0
    }
}
