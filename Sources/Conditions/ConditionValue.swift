import JSON

/// What a condition compares: a value of JSON as the feature that asks keeps it.
///
/// Two are equal where they are the same JSON: texts to the scalar, numbers by value.
public protocol ConditionValue: Hashable, Sendable {
    /// Nothing.
    static var null: Self { get }
    /// The value, if it is a text.
    var text: String? { get }
    /// The values in it, if it is an array.
    var list: [Self]? { get }

    /// A string, a number, a Boolean or null; nil for an array or object.
    init?(scalar json: JSONValue)

    /// Whether both are numbers, and this one is the smaller.
    func isNumber(below other: Self) -> Bool
}

extension JSONValue: ConditionValue {
    /// The string.
    public var text: String? { stringValue }
    /// The elements of an array.
    public var list: [JSONValue]? { isArray ? Array(elements) : nil }

    /// Takes the value as it is.
    public init?(scalar json: JSONValue) {
        if json.isArray || json.isObject { return nil }
        self = json
    }

    /// Compares by value.
    public func isNumber(below other: JSONValue) -> Bool {
        if let integer = intValue, let other = other.intValue { return integer < other }
        guard let real = doubleValue, let other = other.doubleValue else { return false }
        return real < other
    }
}
