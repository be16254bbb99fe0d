import FHJSON
import TestSupport

/// A JSON value as a plain tree, the reference for the module.
indirect enum Model: Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case array([Model])
    case object([(key: String, value: Model)])

    static func == (left: Model, right: Model) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count
                && zip(a, b).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
        default: false
        }
    }

    /// Converts a parsed value through the public interface.
    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.boolValue!)
        case .integer: self = .integer(value.intValue!)
        case .real: self = .real(value.doubleValue!)
        case .string: self = .string(value.stringValue!)
        case .array: self = .array(value.elements.map(Model.init))
        case .object: self = .object(value.members.map { ($0.key, Model($0.value)) })
        }
    }

    func write(into writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let bool): writer.value(bool)
        case .integer(let integer): writer.value(integer)
        case .real(let real): writer.value(real)
        case .string(let string): writer.value(string)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(into: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (key, value) in members {
                writer.key(key)
                value.write(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Returns the pointers to all values in the tree.
    func pointers(from pointer: JSONPointer = JSONPointer()) -> [JSONPointer] {
        switch self {
        case .array(let elements):
            [pointer] + elements.enumerated().flatMap { $1.pointers(from: pointer.appending($0)) }
        case .object(let members):
            [pointer] + members.flatMap { $0.value.pointers(from: pointer.appending($0.key)) }
        default: [pointer]
        }
    }
}

extension Model {
    static func random(depth: Int = 4, using generator: inout SeededGenerator) -> Model {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .integer(randomInteger(using: &generator))
        case 3: return .real(randomReal(using: &generator))
        case 4, 5: return .string(randomString(using: &generator))
        case 6:
            let count = Int.random(in: 0..<6, using: &generator)
            return .array((0..<count).map { _ in .random(depth: depth - 1, using: &generator) })
        default:
            var members: [(key: String, value: Model)] = []
            for _ in 0..<Int.random(in: 0..<6, using: &generator) {
                let key = randomString(using: &generator).filter { $0 != "\0" }
                let isNew = members.allSatisfy { !$0.key.utf8.elementsEqual(key.utf8) }
                if isNew { members.append((key, .random(depth: depth - 1, using: &generator))) }
            }
            return .object(members)
        }
    }

    private static func randomInteger(using generator: inout SeededGenerator) -> Int {
        let shift = Int.random(in: 0..<64, using: &generator)
        return Int(truncatingIfNeeded: generator.next()) >> shift
    }

    private static func randomReal(using generator: inout SeededGenerator) -> Double {
        if Bool.random(using: &generator) { return Double(Int.random(in: -100_000...100_000, using: &generator)) / 8 }
        let real = Double(bitPattern: generator.next())
        return real.isFinite ? real : 0.1
    }

    static func randomString(using generator: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{c}", "\0", "\u{1f}", "\u{7f}", "\u{85}", "\u{2028}",
            "\u{2029}", "\u{2027}", "\u{202a}", "\u{86}", "ß", "日", "😀", "e\u{301}".unicodeScalars.first!, "~", "0",
        ]
        var string = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<24, using: &generator) {
            if Int.random(in: 0..<5, using: &generator) == 0 {
                string.append(scalars.randomElement(using: &generator)!)
            } else {
                string.append(Unicode.Scalar(UInt8.random(in: 0x20..<0x7F, using: &generator)))
            }
        }
        return String(string)
    }

    /// Returns a random spelling of this value, with white space, escapes and exponents.
    func spelled(using generator: inout SeededGenerator) -> String {
        let spaces = [" ", "\n", "\t", "\r\n"] + Array(repeating: "", count: 12)
        let space = { (generator: inout SeededGenerator) in spaces.randomElement(using: &generator)! }
        switch self {
        case .null, .bool, .integer, .real: return JSONText.build { write(into: &$0) }.string
        case .string(let string): return Model.spell(string, using: &generator)
        case .array(let elements):
            var text = "[" + space(&generator)
            for (index, element) in elements.enumerated() {
                text += (index > 0 ? "," : "") + space(&generator) + element.spelled(using: &generator)
                text += space(&generator)
            }
            return text + "]"
        case .object(let members):
            var text = "{" + space(&generator)
            for (index, member) in members.enumerated() {
                text += (index > 0 ? "," : "") + space(&generator) + Model.spell(member.key, using: &generator)
                text += space(&generator) + ":" + space(&generator) + member.value.spelled(using: &generator)
                text += space(&generator)
            }
            return text + "}"
        }
    }

    private static func spell(_ string: String, using generator: inout SeededGenerator) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustEscape || Int.random(in: 0..<8, using: &generator) == 0 {
                for unit in String(scalar).utf16 {
                    let hex = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
                    text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
