import FHRows

/// Reads members of rows as strings, directly from the text of the row.
public struct MemberTexts {
    private var reader = MemberReader()
    private let slots: [Int]

    /// Makes a reader of these members.
    public init(_ keys: [String]) {
        var reader = MemberReader()
        slots = keys.map { reader.slot(of: $0) }
        self.reader = reader
    }

    /// Returns the members that are strings or numbers, in UTF-8 and in the order of the keys.
    ///
    /// Numbers are returned as they are written.
    ///
    /// A member of another kind gives an empty string.
    /// - Parameter row: The valid and compact text of an object. Any other value has no members.
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

    /// Returns the first key's member as users see it; empty if it is blank.
    ///
    /// A string is returned unchanged, and any other value as JSON.
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
