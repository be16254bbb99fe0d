import FHJSON
import FHPatterns

/// A pattern that a value has to match, as defined in the section on matching of `protocol/conformance/README.md`.
struct Expectation {
    private let pattern: JSONValue

    init(_ pattern: JSONValue) { self.pattern = pattern }

    /// Matches a value; nil is a missing member.
    ///
    /// - Parameter names: the values that have been named so far. A match adds the values that the pattern names.
    /// - Returns: the reason for a mismatch; nil for a match.
    func mismatch(_ value: JSONValue?, _ names: inout Names) -> Mismatch? {
        var trial = names
        let mismatch = Self.mismatch(pattern, value, at: JSONPointer(), &trial)
        if mismatch == nil { names = trial }
        return mismatch
    }

    private static func mismatch(
        _ pattern: JSONValue, _ value: JSONValue?, at place: JSONPointer, _ names: inout Names
    ) -> Mismatch? {
        if let (name, argument) = pattern.operation {
            return Operator(name, argument).mismatch(value, at: place, &names, Self.mismatch)
        }
        guard let value else { return Mismatch(place, "should be \(pattern)", nil) }
        if pattern.isObject {
            guard value.isObject else { return Mismatch(place, "should be an object", value) }
            for (key, member) in pattern.members {
                if let found = mismatch(member, value[key], at: place.appending(key), &names) { return found }
            }
            return nil
        }
        if pattern.isArray {
            guard value.isArray, value.count == pattern.count else {
                return Mismatch(place, "should be an array of \(pattern.count)", value)
            }
            for (index, (element, found)) in zip(pattern.elements, value.elements).enumerated() {
                if let found = mismatch(element, found, at: place.appending(index), &names) { return found }
            }
            return nil
        }
        return pattern == value ? nil : Mismatch(place, "should be \(pattern)", value)
    }
}

/// The values that a scenario has named, by name.
typealias Names = [String: JSONValue]

/// A value that does not match, with its location and the reason.
struct Mismatch: Error, CustomStringConvertible {
    let place: JSONPointer
    let reason: String
    let value: JSONValue?

    init(_ place: JSONPointer, _ reason: String, _ value: JSONValue?) {
        self.place = place
        self.reason = reason
        self.value = value
    }

    var description: String {
        let found = value.map { "is \($0.shortened)" } ?? "is not there"
        return "\(place.tokens.isEmpty ? "it" : "\(place)") \(reason), and \(found)"
    }
}

extension JSONValue {
    /// The operator and its argument, if the value is an object with an operator; nil for any other value.
    var operation: (name: String, argument: JSONValue)? {
        guard isObject, count == 1, let only = members.first(where: { _ in true }), only.key.hasPrefix("$") else {
            return nil
        }
        return (only.key, only.value)
    }

    /// The JSON text, truncated for reports.
    var shortened: String {
        let text = description
        return text.utf8.count <= 400 ? text : "\(text.prefix(400))…"
    }

    /// The value with `{"$is": "name"}` replaced by the named value.
    ///
    /// `$limit`, `$number`, `$long` and `$snapshot` are replaced likewise.
    func filled(from names: Names) -> JSONValue {
        guard isObject || isArray else { return self }
        if let (name, argument) = operation {
            switch name {
            case "$is": return names[argument.stringValue ?? ""] ?? .null
            case "$limit": return names["limits"]?[argument.stringValue ?? ""] ?? .null
            case "$number": return names["number"] ?? .null
            case "$long": return .string(String(repeating: "x", count: Step.Amount(argument)?.value(names) ?? 0))
            case "$snapshot":
                return JSONValue(
                    JSONMergePatch.apply(argument.filled(from: names), to: names["snapshot"] ?? .emptyObject))
            default: break
            }
        }
        return .build { json in
            if isArray {
                json.beginArray()
                for element in elements { json.value(JSONText(element.filled(from: names))) }
                json.endArray()
            } else {
                json.beginObject()
                for (key, member) in members {
                    json.key(key)
                    json.value(JSONText(member.filled(from: names)))
                }
                json.endObject()
            }
        }
    }
}
