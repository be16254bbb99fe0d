import JSON
import Patterns

/// What was entered into a secure field, which nothing prints, reflects or encodes.
///
/// The empty one is not set.
public struct Secret: Sendable, Equatable {
    private let text: String

    /// Holds a secret.
    public init(_ text: String = "") {
        self.text = text
    }

    var isSet: Bool { !text.isEmpty }
    var byteCount: Int { text.utf8.count }
    /// How many Unicode scalars it has.
    var length: Int { text.unicodeScalars.count }

    func match(_ pattern: Pattern) -> Pattern.Match { pattern.match(text) }

    /// Writes it where it is handed on: nowhere else.
    func reveal(to json: inout JSONWriter) { json.value(text) }

    /// The text, for who keeps it out of messages and logs.
    func reveal() -> String { text }

    /// What holds secrets, as JSON, where it is handed on.
    func revealJSON() -> JSONText { (try? JSONText(parsing: text)) ?? .null }

    /// Whether both are the same, to the scalar.
    public static func == (left: Secret, right: Secret) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of it.
    public var description: String { "Secret" }
    /// Nothing of it.
    public var debugDescription: String { description }
    /// Nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
    /// Reads a string.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the empty string: an action that is written down again has lost its secret.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("")
    }
}
