import FHJSON
import FeatureKit

/// The places in the arguments of an operation or an edit for parts of the value that its command gets.
///
/// | place | value |
/// |---|---|
/// | `{id}`, `{ids}`, `{ids*}` | the id of the only row; the ids of all rows |
/// | `{value.NAME}` | a member of the only row, or of the values of a form |
/// | `{values.NAME*}` | this member of each row |
/// | `{input.NAME}` | a member of the values of the form that asked for the input of an action |
/// | `{before}` | the id of the row before which rows are inserted or moved |
///
/// A further name after a dot is a member of a member.
package enum OperationPlaces {
    /// True for the name of a place.
    package static func contains(_ name: String) -> Bool {
        guard let first = name.split(separator: ".").first else { return false }
        return ["value", "values", "input"].contains(first) ? name != first : ["id", "ids", "before"].contains(name)
    }

    /// Returns the arguments of a command with the parts of its value in their places.
    ///
    /// - Throws: `invalidData` if a text could not be passed, would be read as an option, or is a secret.
    static func arguments(
        _ argv: [String], for input: JSONText, secrets: [String]
    ) throws(Failure) -> [String] {
        let value = input.value
        var values: [String: Placeholders.Value] = [:]
        var isBehindOptions = false
        let program = ShellProgram.index(in: argv)
        for (index, argument) in argv.enumerated().dropFirst() {
            isBehindOptions = isBehindOptions || argument == "--"
            for place in Placeholders.all(in: argument) where contains(place.name) {
                if index == program {
                    throw Failure("invalidData", "{\(place.name)} \(ShellProgram.message)", retryable: false)
                }
                let found = text(of: place.name, in: value)
                try check(found, argument, place, secrets, mayBeOption: isBehindOptions)
                values[place.name] = found
            }
        }
        return values.isEmpty ? argv : Placeholders(values).arguments(argv)
    }

    private static func text(of name: String, in input: JSONValue) -> Placeholders.Value {
        var parts = name.split(separator: ".").map(String.init)
        let first = parts.removeFirst()
        if first == "values" { return members(parts, in: input) }
        let start: JSONValue?
        switch first {
        case "id": start = input["ids"]?.count == 1 ? input["ids"]?.elements.first : nil
        case "value": start = input["value"] ?? rows(in: input) ?? (input["ids"] == nil ? input : nil)
        default: start = input[first]
        }
        guard let found = member(parts, of: start) else { return .absent }
        if found.isArray { return .texts(found.elements.map(scalar), json: JSONText(found).string) }
        return .text(scalar(found))
    }

    /// The member at a path of names; nil if it is missing or null.
    private static func member(_ path: [String], of value: JSONValue?) -> JSONValue? {
        let found = path.reduce(value) { value, name in value?[name] }
        return found?.isNull == false ? found : nil
    }

    /// The member of each row in an input about rows.
    private static func members(_ path: [String], in input: JSONValue) -> Placeholders.Value {
        let found = (input["values"] ?? .emptyArray).elements.compactMap { member(path, of: $0) }
        if found.isEmpty { return .absent }
        let json = JSONText.build { json in
            json.beginArray()
            for value in found { json.value(value) }
            json.endArray()
        }
        return .texts(found.map(scalar), json: json.string)
    }

    /// The only row in an input about rows.
    private static func rows(in input: JSONValue) -> JSONValue? {
        input["values"]?.count == 1 ? input["values"]?.elements.first : nil
    }

    private static func scalar(_ value: JSONValue) -> String { value.stringValue ?? JSONText(value).string }

    private static func check(
        _ value: Placeholders.Value, _ argument: String, _ place: Placeholders.Found, _ secrets: [String],
        mayBeOption: Bool
    ) throws(Failure) {
        let texts: [String] =
            switch value {
            case .absent: []
            case .text(let text): [text]
            case .texts(let texts, let json): place.isSpread ? texts : [json]
            }
        let reason: String?
        if texts.contains(where: { text in secrets.contains { isSameText($0, text) } }) {
            reason = "is a secret, which only standard input may contain"
        } else if texts.contains(where: { $0.utf8.contains(0) }) {
            reason = "has the character U+0000, which can't be passed on"
        } else if !mayBeOption, place.range.lowerBound == argument.startIndex,
            texts.contains(where: { $0.utf8.first == UInt8(ascii: "-") })
        {
            reason =
                "must not begin with -, since the program would read it as an option; "
                + "the workspace can put -- before it, if the program knows that"
        } else {
            reason = nil
        }
        if let reason {
            throw Failure("invalidData", "\(place.name) \(reason)", retryable: false)
        }
    }
}
