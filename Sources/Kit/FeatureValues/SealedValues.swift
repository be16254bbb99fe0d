import FHJSON

/// Values with secrets, which are never printed, reflected or encoded.
public struct SealedValues: Sendable, Equatable {
    private let json: JSONText

    /// Wraps values.
    public init(_ json: JSONText) {
        self.json = json
    }

    /// Returns the values; only to be used to pass them to an operation.
    public func reveal() -> JSONText { json }
}

extension SealedValues: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type, without the values.
    public var description: String { "SealedValues" }
    /// The name of the type, without the values.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
