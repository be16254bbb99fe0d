import JSON

/// Values with secrets in them, which nothing prints, reflects or encodes.
public struct SealedValues: Sendable, Equatable {
    private let json: JSONText

    /// Holds values.
    public init(_ json: JSONText) {
        self.json = json
    }

    /// The values, where they are handed to an operation: nowhere else.
    public func reveal() -> JSONText { json }
}

extension SealedValues: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of them.
    public var description: String { "SealedValues" }
    /// Nothing of them.
    public var debugDescription: String { description }
    /// Nothing of them.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
