import FHJSON
import FHPatterns

/// An operator of a pattern: an object whose only member starts with `$`.
struct Operator {
    /// Matches a nested pattern.
    typealias Inner = (JSONValue, JSONValue?, JSONPointer, inout Names) -> Mismatch?

    private let name: String
    private let argument: JSONValue

    init(_ name: String, _ argument: JSONValue) {
        self.name = name
        self.argument = argument
    }

    private static let names: Set = [
        "$absent", "$not", "$oneOf", "$any", "$all", "$as", "$is", "$length", "$contains", "$type", "$equals", "$above",
        "$below", "$text", "$members", "$inOrder",
    ]

    /// The error in a pattern, as a sentence; nil if it is valid.
    static func diagnostic(in pattern: JSONValue) -> String? {
        if let (name, argument) = pattern.operation {
            if !names.contains(name) { return "there is no operator \(name)" }
            if ["$oneOf", "$all", "$contains", "$members", "$inOrder"].contains(name),
                !argument.isArray || argument.count == 0
            {
                return "\(name) needs an array"
            }
            let types: Set = ["string", "integer", "number", "boolean", "null", "array", "object"]
            if name == "$type", !types.isSuperset(of: argument.types) { return "there is no type \(argument)" }
            if name == "$text" {
                do throws(PatternError) {
                    _ = try Pattern(argument.stringValue ?? "")
                } catch {
                    return "\(argument) is no pattern: \(error)"
                }
            }
            if name == "$equals" { return nil }
        }
        for inner in Array(pattern.elements) + pattern.members.map(\.value) {
            if let found = diagnostic(in: inner) { return found }
        }
        return nil
    }

    func mismatch(
        _ value: JSONValue?, at place: JSONPointer, _ names: inout Names, _ inner: Inner
    ) -> Mismatch? {
        switch name {
        case "$absent":
            return value.map { Mismatch(place, "should not be there", $0) }
        case "$not":
            var trial = names
            return inner(argument, value, place, &trial) == nil
                ? Mismatch(place, "should not match \(argument.shortened)", value) : nil
        case "$oneOf":
            for alternative in argument.elements {
                var trial = names
                if inner(alternative, value, place, &trial) == nil {
                    names = trial
                    return nil
                }
            }
            return Mismatch(place, "should match one of \(argument.shortened)", value)
        default:
            guard let value else { return Mismatch(place, "should match {\"\(name)\":\(argument.shortened)}", nil) }
            return mismatch(present: value, at: place, &names, inner)
        }
    }

    private func mismatch(
        present value: JSONValue, at place: JSONPointer, _ names: inout Names, _ inner: Inner
    ) -> Mismatch? {
        switch name {
        case "$any":
            return nil
        case "$all":
            for each in argument.elements {
                if let found = inner(each, value, place, &names) { return found }
            }
            return nil
        case "$as":
            names[argument.stringValue ?? ""] = value
            return nil
        case "$is":
            let named = names[argument.stringValue ?? ""]
            return named == value ? nil : Mismatch(place, "should be \(named?.shortened ?? "named before")", value)
        case "$length":
            guard let length = value.length else { return Mismatch(place, "should have a length", value) }
            return inner(argument, .integer(length), place, &names)
                .map { Mismatch(place, "has a length that \($0.reason)", value) }
        case "$contains", "$inOrder":
            return contains(value, at: place, &names, inner)
        default:
            return holds(of: value) ? nil : Mismatch(place, "should match {\"\(name)\":\(argument.shortened)}", value)
        }
    }

    private func contains(
        _ value: JSONValue, at place: JSONPointer, _ names: inout Names, _ inner: Inner
    ) -> Mismatch? {
        let elements = Array(value.elements)
        var start = 0
        for wanted in argument.elements {
            let found = elements.indices[start...].first { index in
                var trial = names
                guard inner(wanted, elements[index], place, &trial) == nil else { return false }
                names = trial
                return true
            }
            guard let found else {
                let order = start > 0 ? " behind those before" : ""
                return Mismatch(place, "should have an element \(wanted.shortened)\(order)", value)
            }
            if name == "$inOrder" { start = found + 1 }
        }
        return nil
    }

    /// True if an operator without nested patterns matches; false for an unknown operator.
    private func holds(of value: JSONValue) -> Bool {
        switch name {
        case "$type":
            return argument.types.contains { value.isOf(type: $0) }
        case "$equals": return argument == value
        case "$above": return value.doubleValue.map { $0 > argument.doubleValue ?? .infinity } ?? false
        case "$below": return value.doubleValue.map { $0 < argument.doubleValue ?? -.infinity } ?? false
        case "$text":
            guard let text = value.stringValue, let pattern = try? Pattern(argument.stringValue ?? "") else {
                return false
            }
            return pattern.match(text) == .found
        case "$members":
            return value.isObject && Set(value.members.map(\.key)) == Set(argument.elements.compactMap(\.stringValue))
        default: return false
        }
    }
}

extension JSONValue {
    /// The type names in a string or an array of strings.
    var types: [String] { isArray ? elements.map { $0.stringValue ?? "" } : [stringValue ?? ""] }

    /// True if the value has a type of JSON Schema.
    ///
    /// The number 1.0 counts as an integer.
    func isOf(type: String) -> Bool {
        switch type {
        case "string": stringValue != nil
        case "integer": intValue != nil
        case "number": doubleValue != nil
        case "boolean": boolValue != nil
        case "null": isNull
        case "array": isArray
        case "object": isObject
        default: false
        }
    }

    /// The number of elements, members or code points; nil for other types.
    var length: Int? { isArray || isObject ? count : stringValue?.unicodeScalars.count }
}
