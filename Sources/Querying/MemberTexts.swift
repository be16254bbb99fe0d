/// Reads members of rows as texts, right from the rows' own text.
public struct MemberTexts {
    private var reader = MemberReader()
    private let slots: [Int]

    /// Makes the keys of the members ready.
    public init(_ keys: [String]) {
        var reader = MemberReader()
        slots = keys.map { reader.slot(of: $0) }
        self.reader = reader
    }

    /// The members that are texts, and numbers as they are written, in UTF-8 and in the order of the keys; empty where
    /// a member is neither.
    ///
    /// - Parameter row: the text of an object, valid and compact; anything else has no members.
    public mutating func strings(of row: UnsafeRawBufferPointer) -> [[UInt8]] {
        row.withMemoryRebound(to: UInt8.self) { row in
            reader.read(row)
            return slots.map { slot in
                let value = reader.values[slot]
                return switch value.kind {
                case .text: value.withText { Array($0) }
                case .number: Array(value.bytes)
                case .missing, .null, .bool, .tree, .opaque: []
                }
            }
        }
    }

    /// What a person reads of the first key's member: a text as it is, anything else as JSON; empty where it is blank.
    public mutating func label(of row: UnsafeRawBufferPointer) -> String {
        row.withMemoryRebound(to: UInt8.self) { row in
            reader.read(row)
            guard let value = slots.first.map({ reader.values[$0] }) else { return "" }
            if value.isBlank { return "" }
            return switch value.kind {
            case .missing, .null, .opaque: ""
            case .text: value.withText { String(decoding: $0, as: UTF8.self) }
            case .bool, .number, .tree: String(decoding: value.bytes, as: UTF8.self)
            }
        }
    }
}
