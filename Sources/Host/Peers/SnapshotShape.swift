import FHJSON
import FeatureKit

/// The types of a snapshot's members, as far as they are the same for every feature.
///
/// The member `state` must be an object. The content of the object is not checked, because it depends on the feature.
enum SnapshotShape {
    /// The type of a value.
    private indirect enum Shape: Sendable {
        case string, boolean, object, strings
        /// A short identifier, such as an error code.
        case word
        /// A string of limited length.
        case sentence
        case oneOf([String])
        case optional(Shape)
        case array(Shape)
        /// An object whose members all have the same type.
        case map(Shape)
        /// An object with these required members.
        case members([(String, Shape)])
    }

    /// The validation error of a member; nil if the member is valid.
    ///
    /// The error is a phrase that follows "a snapshot" in error messages, such as `whose errors is not as it must be`.
    static func mistake(in member: PluginSnapshot.Member, _ value: ValueText) -> String? {
        guard let shape = shape(of: member) else { return nil }
        // The common simple values are checked without parsing.
        switch shape {
        case .array where value.bytes.elementsEqual("[]".utf8): return nil
        case .map where value.bytes.elementsEqual("{}".utf8): return nil
        case .optional where value.bytes.elementsEqual("null".utf8): return nil
        case .string where value.bytes.first == UInt8(ascii: "\""): return nil
        case .object where value.bytes.first == UInt8(ascii: "{"): return nil
        default: break
        }
        let wrong = place(in: value.parsed, shape, "")
        return wrong.map { "whose \(member.name)\($0) is not as it must be" }
    }

    private static func shape(of member: PluginSnapshot.Member) -> Shape? {
        switch member {
        case .instance, .path, .revision, .cause, .settled, .conflated: nil
        case .feature: .string
        case .kind: .oneOf(FeatureKind.allCases.map(\.rawValue))
        case .effects: .array(.members([("id", .string), ("name", .string), ("background", .boolean)]))
        case .unavailable: .map(.word)
        case .errors: .array(error)
        case .presentation: .optional(presentation)
        case .queue: .array(.members([("key", .string), ("style", style), ("title", .string)]))
        case .blocked: .optional(.members([("action", .string), ("path", .strings), ("by", .strings)]))
        case .toolbar: .array(.members([("action", .string), ("title", .string)]))
        case .animation: .optional(.members([("kind", .string)]))
        case .state: .object
        }
    }

    private static let error = Shape.members([
        ("id", .string), ("code", .word), ("message", .sentence), ("retryable", .boolean),
        ("display", .oneOf(PresentedError.Display.allCases.map(\.rawValue))),
    ])
    private static let style = Shape.oneOf(["sheet", "fullScreen", "popover", "alert", "confirmation"])
    private static let presentation = Shape.members([
        ("key", .string), ("style", style), ("title", .string),
        ("buttons", .array(.members([("id", .string), ("title", .string)]))), ("dismissible", .boolean),
    ])

    /// The maximum number of bytes of an error's message in a snapshot.
    private static let longestSentence = 64 << 10

    /// The location of the first invalid value, as a JSON Pointer; nil if all values are valid.
    private static func place(in value: JSONValue, _ shape: Shape, _ pointer: String) -> String? {
        func verdict(_ isRight: Bool) -> String? { isRight ? nil : pointer }
        switch shape {
        case .string: return verdict(value.stringValue != nil)
        case .boolean: return verdict(value.boolValue != nil)
        case .object: return verdict(value.isObject)
        case .strings: return verdict(value.isArray && value.elements.allSatisfy { $0.stringValue != nil })
        case .word: return verdict(value.stringValue.flatMap { PeerText.word($0) } != nil)
        case .sentence: return verdict(value.stringValue.map { $0.utf8.count <= longestSentence } ?? false)
        case .oneOf(let names): return verdict(value.stringValue.map { names.contains($0) } ?? false)
        case .optional(let inner): return value.isNull ? nil : place(in: value, inner, pointer)
        case .array(let inner):
            guard value.isArray else { return pointer }
            for (index, element) in value.elements.enumerated() {
                if let wrong = place(in: element, inner, "\(pointer)/\(index)") { return wrong }
            }
            return nil
        case .map(let inner):
            guard value.isObject else { return pointer }
            // The plugin chooses the keys, so the error message quotes no key.
            return value.members.contains { place(in: $0.value, inner, "") != nil } ? pointer : nil
        case .members(let members):
            guard value.isObject else { return pointer }
            for (name, inner) in members {
                if let wrong = place(in: value[name] ?? .null, inner, "\(pointer)/\(name)") { return wrong }
            }
            return nil
        }
    }
}
