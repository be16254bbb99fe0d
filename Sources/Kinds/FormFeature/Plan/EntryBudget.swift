import FHJSON
import FeatureKit

/// The size limit for the values of one action.
///
/// While a host handles larger values, all other clients would have to wait.
struct EntryBudget {
    /// The maximum size of all texts, in bytes of UTF-8.
    static let bytes = 1 << 20
    /// The maximum number of values, including values in arrays and objects, plus the fields created for them.
    static let values = 10_000

    private var bytes = Self.bytes
    private var values = Self.values

    /// Subtracts a value from the budget.
    ///
    /// - Returns: false if the budget is exceeded.
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

    /// Subtracts the fields created for a value from the budget.
    ///
    /// - Returns: false if the budget is exceeded.
    mutating func spend(fields: Int) -> Bool {
        values -= fields
        return values >= 0
    }

    /// The error for a value that exceeds the budget.
    static func exceeded(at place: JSONPointer) -> ActionRefusal.Field {
        ActionRefusal.Field(
            path: place.description, code: "invalid",
            message: "it is too much for one action, which enters at most \(bytes) bytes of text and \(values) values")
    }
}
