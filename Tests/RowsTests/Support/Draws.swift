import FHJSON
import FHRows

/// Random rows and queries with similar values, so that many rows match.
struct Draws<Generator: RandomNumberGenerator> {
    var generator: Generator

    private static var keys: [String] { ["a", "b", "k\"ey", "é"] }
    private static var values: [String] {
        [
            "null", "true", "false", "0", "-0.0", "1", "1.0", "1.5", "12", "-3", "1e300", "9007199254740992",
            "9007199254740993", "9007199254740992.0", "9223372036854775807", "-9223372036854775808",
            "9223372036854775808.0", #""""#, #""1""#, #""1.0""#, #""12""#, #""-3""#, #""012""#, #""1e1""#, #"" 1""#,
            #""true""#, #""false""#, #""null""#, #""a""#, #""A""#, #""ab""#, #""Äb c""#, #""e\u0301t\u00e9""#,
            #""ete""#,
            #""ß""#, #""SS""#, #""か""#, #""が""#, #""か\u3099あ""#, #""かあ""#, #""tab\tb""#, #""say \"a\", b""#,
            #""a\u0000""#,
            #""a\u0000b""#, #""a\u2028b""#, #""a\\""#, #""123456789""#, #""12345678ab""#, #""12345678AB""#, "[]",
            #"" ""#, #""\t\u00a0""#, #""TRUE""#, #""a2""#, #""a10""#, #""A02""#, #""a2b""#, #""10""#,
            #""0010""#, #""00""#, #""7x123456789012345678901234567890""#, #""7x99999999999""#, #""2026-07-01""#,
            #""2026-07-01T09:00:00+02:00""#, #""2026-07-01T09:00:00+0200""#,
            #""2026-07-01T07:00:00Z""#, #""2026-07-01T06:59:60Z""#, #""2026-07-01T06:59:59.50Z""#, #""2026-07-01 8""#,
            #""2026-13-01""#, #"["a","1"]"#, #"["]","a"]"#, "[1]", "{}", #"{"a":"}"}"#, #"{"b":[{"a":1}]}"#,
        ]
    }
    private static var texts: [String] {
        ["", "a", "A", "b", "é", "E\u{301}", "ss", "ß", "か", "が", "1", "12", "e", "\"", "\t", "]", "\u{301}"]
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    mutating func row() -> JSONText {
        let keys = Self.keys.shuffled(using: &generator).prefix(Int.random(in: 0...Self.keys.count, using: &generator))
        return JSONText.build { json in
            json.beginObject()
            for key in keys {
                json.key(key)
                json.value(literal())
            }
            json.endObject()
        }
    }

    mutating func query() -> RowQuery {
        RowQuery(
            predicate: pick([true, false]) ? condition(depth: 3) : nil,
            text: pick(["", "", " ", pick(Self.texts), "\(pick(Self.texts)) \(pick(Self.texts))"]),
            textKeys: pick([[], ["a"], ["b", "k\"ey"]]), sort: sort())
    }

    mutating func sort() -> [SortKey] {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            SortKey(pick(Self.keys), isDescending: pick([true, false]), isNumber: pick([true, false]))
        }
    }

    private mutating func literal() -> JSONText {
        guard let text = try? JSONText(parsing: pick(Self.values)) else { preconditionFailure("each is JSON") }
        return text
    }

    mutating func condition(depth: Int) -> Condition {
        let key = pick(Self.keys)
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
        case 0: return .equals(key, literal())
        case 1: return .contains(key, pick([.value(.string(pick(Self.texts))), .value(.integer(1)), .value(.null)]))
        case 2: return .isIn(key, [literal(), literal(), literal()])
        case 3: return .greater(key, literal())
        case 4: return .less(key, literal())
        case 5: return .isEmpty(key)
        case 6: return .all([condition(depth: depth - 1), condition(depth: depth - 1)])
        case 7: return .any([condition(depth: depth - 1), condition(depth: depth - 1)])
        default: return .not(condition(depth: depth - 1))
        }
    }
}
