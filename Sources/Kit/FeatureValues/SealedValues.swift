import FHJSON

/// A form's or a flow's values with their secrets; the values are never printed, reflected or encoded.
public struct SealedValues: Sendable, Equatable {
    private let json: JSONText
    private let secrets: [String]

    /// Wraps values.
    ///
    /// - Parameters:
    ///   - json: the values, as an object.
    ///   - secrets: the strings in the values that must not be shown.
    public init(_ json: JSONText, secrets: [String]) {
        self.json = json
        self.secrets = secrets
    }

    /// Returns the values.
    ///
    /// Call this function only to pass the values to an operation.
    public func reveal() -> JSONText { json }

    /// Returns the secret strings.
    ///
    /// Call this function only to pass the strings to an operation.
    public func revealSecrets() -> [String] { secrets }
}

extension SealedValues: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type, without the values.
    public var description: String { "SealedValues" }
    /// The name of the type, without the values.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
