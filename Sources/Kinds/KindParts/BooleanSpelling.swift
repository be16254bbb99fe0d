public import FHJSON

/// The spelling of Booleans in a row: JSON's `true` and `false`, the numbers 1 and 0, or texts such as `TRUE` or `0`.
///
/// A value is written back in the spelling in which it was read, so that a table of text or a database keeps its
/// format.
public struct BooleanSpelling: Sendable, Equatable {
    /// The value that is written for true.
    public let on: JSONText
    /// The value that is written for false.
    public let off: JSONText

    /// JSON's `true` and `false`.
    public static let json = BooleanSpelling(on: .bool(true), off: .bool(false))

    private init(on: JSONText, off: JSONText) {
        self.on = on
        self.off = off
    }

    private init(on: String, off: String) {
        self.init(on: .string(on), off: .string(off))
    }

    /// Returns the value that is written for a Boolean.
    public func value(_ isOn: Bool) -> JSONText { isOn ? on : off }

    /// Reads a value; returns nil if the value is not a Boolean in any spelling.
    ///
    /// - Parameter value: a member of a row; nil, null and blank text are false.
    public static func read(_ value: JSONValue?) -> (isOn: Bool, spelling: BooleanSpelling)? {
        guard let value, !value.isNull else { return (false, .json) }
        if let isOn = value.boolValue { return (isOn, .json) }
        if let number = value.doubleValue {
            return number == 0 || number == 1 ? (number == 1, BooleanSpelling(on: .integer(1), off: .integer(0))) : nil
        }
        guard let text = value.stringValue else { return nil }
        switch text {
        case "true", "false": return (text == "true", BooleanSpelling(on: "true", off: "false"))
        case "True", "False": return (text == "True", BooleanSpelling(on: "True", off: "False"))
        case "1", "0": return (text == "1", BooleanSpelling(on: "1", off: "0"))
        default: break
        }
        let lowercased = text.lowercased()
        if lowercased == "true" || lowercased == "false" {
            return (lowercased == "true", BooleanSpelling(on: "TRUE", off: "FALSE"))
        }
        return text.allSatisfy(\.isWhitespace) ? (false, BooleanSpelling(on: "true", off: "false")) : nil
    }
}
