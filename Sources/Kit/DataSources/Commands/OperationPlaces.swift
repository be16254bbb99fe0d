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
    /// - Throws: `invalidData` if a text could not be passed, would be read as an option, or has a secret.
    static func arguments(
        _ argv: [String], for input: JSONText, secrets: [String]
    ) throws(Failure) -> [String] {
        let value = input.value
        let programs = ShellProgram.indices(in: argv)
        var isBehindOptions = false
        var filled = Array(argv.prefix(1))
        for (index, argument) in argv.enumerated().dropFirst() {
            isBehindOptions = isBehindOptions || Placeholders.endsOptions(argument)
            let places = Placeholders.all(in: argument).filter { contains($0.name) }
            if places.isEmpty {
                filled.append(argument)
                continue
            }
            if programs.contains(index) { throw refused(places[0].name, ShellProgram.message) }
            var values: [String: Placeholders.Value] = [:]
            var hasText = false
            for place in places {
                let found = part(place.name, of: value)
                try check(found, of: place.name, secrets)
                values[place.name] = text(of: found)
                hasText = hasText || found.contains { $0.stringValue != nil }
            }
            let texts = Placeholders(values).arguments(["", argument]).dropFirst()
            if hasText, !isBehindOptions, places[0].range.lowerBound == argument.startIndex,
                texts.contains(where: { $0.utf8.first == UInt8(ascii: "-") })
            {
                throw refused(
                    places[0].name,
                    "must not begin with -, since the program would read it as an option; "
                        + "the workspace can put -- before it, if the program knows that")
            }
            filled += texts
        }
        return filled
    }

    /// The values of a place: one, none, or those of the elements of an array.
    private enum Part {
        case one(JSONValue)
        case several([JSONValue])
        case none

        func contains(_ condition: (JSONValue) -> Bool) -> Bool {
            switch self {
            case .one(let value): condition(value)
            case .several(let values): values.contains(where: condition)
            case .none: false
            }
        }
    }

    private static func part(_ name: String, of input: JSONValue) -> Part {
        var path = name.split(separator: ".").map(String.init)
        let first = path.removeFirst()
        let start: JSONValue?
        switch first {
        case "values":
            let found = (input["values"] ?? .emptyArray).elements.compactMap { member(path, of: $0) }
            return found.isEmpty ? .none : .several(found)
        case "id": start = input["ids"]?.count == 1 ? input["ids"]?.elements.first : nil
        case "value": start = input["value"] ?? rows(in: input) ?? (input["ids"] == nil ? input : nil)
        default: start = input[first]
        }
        guard let found = member(path, of: start) else { return .none }
        return found.isArray ? .several(Array(found.elements)) : .one(found)
    }

    /// The member at a path of names; nil if it is missing or null.
    private static func member(_ path: [String], of value: JSONValue?) -> JSONValue? {
        let found = path.reduce(value) { value, name in value?[name] }
        return found?.isNull == false ? found : nil
    }

    /// The only row in an input about rows.
    private static func rows(in input: JSONValue) -> JSONValue? {
        input["values"]?.count == 1 ? input["values"]?.elements.first : nil
    }

    private static func text(of part: Part) -> Placeholders.Value {
        switch part {
        case .none: return .absent
        case .one(let value): return .text(scalar(value))
        case .several(let values):
            let json = JSONText.build { json in
                json.beginArray()
                for value in values { json.value(value) }
                json.endArray()
            }
            return .texts(values.map(scalar), json: json.string)
        }
    }

    private static func scalar(_ value: JSONValue) -> String { value.stringValue ?? JSONText(value).string }

    private static func check(_ part: Part, of name: String, _ secrets: [String]) throws(Failure) {
        if part.contains({ has($0) { text in secrets.contains { isSameText($0, text) } } }) {
            throw refused(name, "has a secret, which only standard input may contain")
        }
        if part.contains({ has($0) { $0.utf8.contains(0) } }) {
            throw refused(name, "has the character U+0000, which can't be passed on")
        }
    }

    /// True if a string in a value meets a condition.
    private static func has(_ value: JSONValue, _ condition: (String) -> Bool) -> Bool {
        if let text = value.stringValue { return condition(text) }
        return value.elements.contains { has($0, condition) } || value.members.contains { has($0.value, condition) }
    }

    private static func refused(_ name: String, _ reason: String) -> Failure {
        Failure("invalidData", "\(name) \(reason)", retryable: false)
    }
}
