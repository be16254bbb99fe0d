import FHRows

/// Reads members of rows as strings, directly from the JSON text of a row.
public struct MemberTexts {
    private var reader = MemberReader()
    private let slots: [Int]

    /// Makes a reader of the members with these keys.
    public init(_ keys: [String]) {
        var reader = MemberReader()
        slots = keys.map { reader.slot(of: $0) }
        self.reader = reader
    }

    /// Returns the value of each key in UTF-8, in the order of the keys.
    ///
    /// A number is returned as it is written in the row. The result is empty for a missing member, and for a value that
    /// is neither a string nor a number.
    ///
    /// - Parameter row: The row as valid and compact JSON. A value that is not an object has no members.
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

    /// Returns the value of the first key as users see it; empty if the value is blank (`ScannedValue.isBlank`).
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
