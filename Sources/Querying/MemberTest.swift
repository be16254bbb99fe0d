import JSON
import TextFolding

/// A predicate made ready: its members have places, its operands have been read.
indirect enum MemberTest {
    case equals(Int, Operand)
    case contains(Int, FoldedNeedle, element: JSONValue)
    case isIn(Int, [Operand])
    /// Whether the member stands behind the operand, or before it.
    case ordered(Int, Operand, isGreater: Bool)
    case all([MemberTest])
    case any([MemberTest])
    case not(MemberTest)

    /// Makes a predicate ready, and sees to it that a reader reads its members.
    init(_ predicate: Predicate, _ reader: inout MemberReader) {
        switch predicate {
        case .equals(let key, let literal): self = .equals(reader.slot(of: key), Operand(literal))
        case .contains(let key, let text):
            self = .contains(reader.slot(of: key), FoldedNeedle(text), element: .string(text))
        case .isIn(let key, let literals): self = .isIn(reader.slot(of: key), literals.map(Operand.init))
        case .greater(let key, let literal): self = .ordered(reader.slot(of: key), Operand(literal), isGreater: true)
        case .less(let key, let literal): self = .ordered(reader.slot(of: key), Operand(literal), isGreater: false)
        case .all(let parts): self = .all(parts.map { MemberTest($0, &reader) })
        case .any(let parts): self = .any(parts.map { MemberTest($0, &reader) })
        case .not(let part): self = .not(MemberTest(part, &reader))
        }
    }

    func matches(_ values: [MemberScan.Value], _ texts: inout FoldedTexts) -> Bool {
        switch self {
        case .equals(let slot, let operand): return operand.equals(values[slot])
        case .isIn(let slot, let operands): return operands.contains { $0.equals(values[slot]) }
        case .contains(let slot, let needle, let element):
            let value = values[slot]
            if value.kind == .text { return texts.contains(needle, in: value) }
            return value.kind == .tree && value.tree.elements.contains(element)
        case .ordered(let slot, let operand, let isGreater):
            return isGreater
                ? operand.precedes(values[slot], &texts) : operand.follows(values[slot], &texts)
        case .all(let parts): return parts.allSatisfy { $0.matches(values, &texts) }
        case .any(let parts): return parts.contains { $0.matches(values, &texts) }
        case .not(let part): return !part.matches(values, &texts)
        }
    }
}

/// What a member is compared with.
enum Operand {
    case null
    case bool(Bool)
    case number(Number)
    case text([UInt8], folded: [UInt8])
    case tree(JSONValue)

    init(_ literal: JSONText) {
        let value = literal.value
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.boolValue == true)
        case .integer, .real:
            guard let number = literal.bytes.withUnsafeBufferPointer({ Number($0) }) else {
                preconditionFailure("a literal is valid")
            }
            self = .number(number)
        case .string:
            let text = value.stringValue ?? ""
            var folder = TextFolder()
            self = .text(Array(text.utf8), folded: folder.folded(text))
        case .array, .object: self = .tree(value)
        }
    }

    func equals(_ value: MemberScan.Value) -> Bool {
        switch self {
        case .null: return value.kind == .null || value.kind == .missing
        case .bool(let bool):
            guard value.kind == .bool || value.kind == .text else { return false }
            let word: StaticString = bool ? "true" : "false"
            return value.says(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        case .number(let number): return value.number == number
        case .text(let bytes, _): return value.kind == .text && bytes.withUnsafeBufferPointer(value.says)
        case .tree(let tree): return value.kind == .tree && value.tree == tree
        }
    }

    /// Whether a value can be compared with it and is greater.
    func precedes(_ value: MemberScan.Value, _ texts: inout FoldedTexts) -> Bool {
        switch self {
        case .number(let number): return value.number.map { number < $0 } ?? false
        case .text(_, let folded):
            return value.kind == .text && texts.withFolded(value) { folded.lexicographicallyPrecedes($0) }
        case .null, .bool, .tree: return false
        }
    }

    /// Whether a value can be compared with it and is less.
    func follows(_ value: MemberScan.Value, _ texts: inout FoldedTexts) -> Bool {
        switch self {
        case .number(let number): return value.number.map { $0 < number } ?? false
        case .text(_, let folded):
            return value.kind == .text && texts.withFolded(value) { $0.lexicographicallyPrecedes(folded) }
        case .null, .bool, .tree: return false
        }
    }
}

extension MemberScan.Value {
    /// The number that this is, or that its text says.
    var number: Number? {
        switch kind {
        case .number: Number(bytes)
        case .text where !hasEscapes: Number(bytes)
        default: nil
        }
    }

    /// The value of an array or an object.
    var tree: JSONValue {
        guard let value = try? JSONValue(parsing: UnsafeRawBufferPointer(bytes)) else {
            preconditionFailure("a value in a row is valid")
        }
        return value
    }
}
