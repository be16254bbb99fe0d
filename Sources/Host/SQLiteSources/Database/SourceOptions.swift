import FHJSON
import FeatureKit

/// A reader of source options from the workspace.
///
/// An error names the option and the expected value.
struct SourceOptions {
    private let value: JSONValue

    init(_ value: JSONValue, of kind: String, known: [String]) throws(Failure) {
        self.value = value
        for (key, _) in value.members where !known.contains(key) {
            throw .invalidOption(key, "is not known; a source of the kind \(kind) has \(known.joined(separator: ", "))")
        }
    }

    func has(_ key: String) -> Bool { value[key].map { !$0.isNull } ?? false }

    /// Returns a string; nil if the option is absent or null.
    ///
    /// An empty string is an error.
    func text(_ key: String) throws(Failure) -> String? {
        guard let member = value[key], !member.isNull else { return nil }
        guard let text = member.stringValue, !text.isEmpty, !text.unicodeScalars.contains("\0") else {
            throw .invalidOption(key, "must be a string that is not empty")
        }
        return text
    }

    func requiredText(_ key: String, _ meaning: String) throws(Failure) -> String {
        guard let text = try text(key) else { throw .invalidOption(key, "is missing; it is \(meaning)") }
        return text
    }

    /// Returns an array of strings; nil if the option is absent or null.
    ///
    /// An empty array is an error.
    func names(_ key: String) throws(Failure) -> [String]? {
        guard let member = value[key], !member.isNull else { return nil }
        let names = member.isArray ? member.elements.map(\.stringValue) : []
        guard !names.isEmpty, !names.contains(nil) else {
            throw .invalidOption(key, "must be an array of strings, and not empty")
        }
        return names.compactMap { $0 }
    }
}

extension Failure {
    static func invalidOption(_ key: String, _ message: String) -> Failure {
        Failure("invalidOptions", "the option \(key) \(message)", retryable: false)
    }
}
