import FHJSON
import FHPatterns

/// The value of a secure field.
///
/// The value is never printed, reflected or encoded. An empty secret counts as not set.
public struct Secret: Sendable, Equatable {
    private let text: String

    /// Creates a secret.
    public init(_ text: String = "") {
        self.text = text
    }

    var isSet: Bool { !text.isEmpty }
    var byteCount: Int { text.utf8.count }
    /// The length in Unicode scalars.
    var length: Int { text.unicodeScalars.count }

    func match(_ pattern: Pattern) -> Pattern.Match { pattern.match(text) }

    /// Writes the secret, for a submit.
    func reveal(to json: inout JSONWriter) { json.value(text) }

    /// The text, for code that keeps it out of messages and logs.
    func reveal() -> String { text }

    /// The secret parsed as JSON; null if it is not JSON.
    ///
    /// The whole input of a submit is stored as one secret, because it contains secrets.
    func revealJSON() -> JSONText { (try? JSONText(parsing: text)) ?? .null }

    /// Compares two secrets by their UTF-8 bytes.
    public static func == (left: Secret, right: Secret) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant, without the secret.
    public var description: String { "Secret" }
    /// A constant, without the secret.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
    /// Decodes a string.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes an empty string, so that an encoded action does not reveal its secret.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("")
    }
}
