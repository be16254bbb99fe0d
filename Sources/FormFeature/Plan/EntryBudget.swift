import FeatureKit
import JSON

/// How much one action enters: more would hold up everybody else.
struct EntryBudget {
    /// How many bytes of UTF-8 all texts have at most.
    static let bytes = 1 << 20
    /// How many values there are at most, in arrays and objects too, and fields that are made for them.
    static let values = 10_000

    private var bytes = Self.bytes
    private var values = Self.values

    /// Takes a value off what may still be entered.
    ///
    /// - Returns: whether it is not too much.
    mutating func spend(_ value: JSONValue) -> Bool {
        values -= 1
        switch value.kind {
        case .string: bytes -= value.withStringBytes(\.count) ?? 0
        case .array: return values >= value.count && value.elements.allSatisfy { spend($0) }
        case .object: return values >= value.count && value.members.allSatisfy { spend($0.value) }
        default: break
        }
        return bytes >= 0 && values >= 0
    }

    /// Takes off the fields that are made for a value.
    ///
    /// - Returns: whether they are not too many.
    mutating func spend(fields: Int) -> Bool {
        values -= fields
        return values >= 0
    }

    /// What is said of a value that is too much.
    static func exceeded(at place: JSONPointer) -> ActionRefusal.Field {
        ActionRefusal.Field(
            path: place.description, code: "invalid",
            message: "it is too much for one action, which enters at most \(bytes) bytes of text and \(values) values")
    }
}
