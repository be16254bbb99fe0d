import FHJSON
import FHTextFolding

/// The operand of a comparison, which is parsed only once.
struct ConditionOperand: Sendable {
    private enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Number)
        case text(Text)
        case tree(JSONValue)
        /// A value that equals no value, not even itself.
        case opaque
    }

    private struct Text: Sendable {
        let bytes: [UInt8]
        let needle: FoldedNeedle
        /// The sort key of the string in natural order.
        let order: [UInt8]
        let moment: Moment?
    }

    private let content: Content
    private let isBlank: Bool

    /// Parses an operand.
    init(_ value: some ConditionValue) {
        (content, isBlank) = value.lend { (Self.content($0), $0.isBlank) }
    }

    private static func content(_ value: ScannedValue) -> Content {
        switch value.kind {
        case .missing, .null: return .null
        case .bool: return .bool(value.bool == true)
        case .number: return value.number.map { .number($0) } ?? .opaque
        case .tree: return .tree(value.tree)
        case .opaque: return .opaque
        case .text:
            return value.withText { bytes in
                var texts = FoldedTexts()
                return .text(
                    Text(
                        bytes: Array(bytes), needle: FoldedNeedle(String(decoding: bytes, as: UTF8.self)),
                        order: texts.withOrder(value) { Array($0) }, moment: Moment(bytes)))
            }
        }
    }

    /// True if a value equals the operand by the rules of ``Condition``.
    func equals(_ value: ScannedValue) -> Bool {
        if isBlank { return value.isBlank }
        switch content {
        case .null, .opaque: return false
        case .bool(let bool):
            return value.bool == bool || value.kind == .number && value.number == Number(bool ? 1 : 0)
        case .number(let number):
            if value.kind == .bool { return number == Number(value.bool == true ? 1 : 0) }
            return value.number == number
        case .text(let text): return value.kind == .text && text.bytes.withUnsafeBufferPointer(value.says)
        case .tree(let tree): return value.kind == .tree && value.tree == tree
        }
    }

    /// True if a string contains the operand, or if an array has an element that equals the operand.
    func isIn(_ value: ScannedValue, _ texts: inout FoldedTexts) -> Bool {
        switch value.kind {
        case .text:
            guard case .text(let text) = content, !value.isBlank else { return false }
            return texts.contains(text.needle, in: value)
        case .tree:
            guard var scan = MemberScan(elementsOf: value.bytes) else { return false }
            while let element = scan.takeElement() {
                if equals(element) { return true }
            }
            return false
        default: return false
        }
    }

    /// Compares a value with the operand.
    ///
    /// - Returns: -1 if the value precedes the operand, 0 if both are equal, and 1 if the value follows the operand;
    ///   nil if they can't be compared.
    func order(of value: ScannedValue, _ texts: inout FoldedTexts) -> Int? {
        switch content {
        case .number(let number):
            return value.number.map { $0 == number ? 0 : $0 < number ? -1 : 1 }
        case .text(let text):
            guard value.kind == .text, !isBlank, !value.isBlank else { return nil }
            if let moment = text.moment, let other = value.withText({ Moment($0) }) {
                return other == moment ? 0 : other < moment ? -1 : 1
            }
            return texts.withOrder(value) { order in
                order.elementsEqual(text.order) ? 0 : order.lexicographicallyPrecedes(text.order) ? -1 : 1
            }
        case .null, .bool, .tree, .opaque: return nil
        }
    }
}
