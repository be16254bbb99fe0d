import FHJSON

/// Fills in the placeholders `{name}` and `{name*}` in the arguments of commands and in paths.
///
/// A placeholder becomes a part of one argument, and never a part of a shell's command. Texts that are filled in are
/// not searched for placeholders, and an unknown placeholder stays as it is.
///
/// ```swift
/// let placeholders = Placeholders(["path": .text("a b"), "ids": .texts(["1", "2"], json: #"["1","2"]"#)])
/// placeholders.arguments(["ls", "--", "{path}", "{ids*}"])  // ["ls", "--", "a b", "1", "2"]
/// ```
package struct Placeholders: Sendable {
    /// The value of a placeholder.
    package enum Value: Sendable, Equatable {
        case text(String)
        /// The texts of an array, each of which becomes an argument for `{name*}`, and the whole array as JSON.
        case texts([String], json: String)
        /// An argument that is only the placeholder is left out; in a longer argument, the placeholder is empty.
        case absent
    }

    /// A placeholder in a text.
    package struct Found: Sendable, Equatable {
        package let name: String
        /// True for `{name*}`.
        package let isSpread: Bool
        package let range: Range<String.Index>
    }

    private let values: [String: Value]

    /// True for the argument behind which a program reads no options.
    ///
    /// It is `--`, or `--end-of-options`, which `git` has because `--` begins its paths.
    package static func endsOptions(_ argument: String) -> Bool { argument == "--" || argument == "--end-of-options" }

    package init(_ values: [String: Value] = [:]) { self.values = values }

    /// The same placeholders, with other values for some of them.
    func with(_ others: [String: Value]) -> Placeholders {
        Placeholders(values.merging(others) { _, other in other })
    }

    /// The values as an object; nil if there are none.
    package var object: JSONText? {
        if values.isEmpty { return nil }
        return JSONText.build { json in
            json.beginObject()
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                switch value {
                case .text(let text):
                    json.key(name)
                    json.value(text)
                case .texts(let texts, _):
                    json.key(name)
                    json.value(texts)
                case .absent: break
                }
            }
            json.endObject()
        }
    }

    /// The placeholders in a text, known or not.
    package static func all(in text: String) -> [Found] {
        var found: [Found] = []
        var start: String.Index?
        var previous: UInt8 = 0
        for place in text.utf8.indices {
            defer { previous = text.utf8[place] }
            switch text.utf8[place] {
            // `${name}` is a variable of a shell, or a field of dpkg.
            case UInt8(ascii: "{"): start = previous == UInt8(ascii: "$") ? nil : text.utf8.index(after: place)
            case UInt8(ascii: "}"):
                guard let first = start else { continue }
                start = nil
                let isSpread = text[first..<place].utf8.last == UInt8(ascii: "*")
                let name = isSpread ? text[first..<place].dropLast() : text[first..<place]
                guard isName(name) else { continue }
                let range = text.utf8.index(before: first)..<text.utf8.index(after: place)
                found.append(Found(name: String(name), isSpread: isSpread, range: range))
            default: break
            }
        }
        return found
    }

    /// True for a name of letters, digits, `_` and `-`, or for several names with dots between them.
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.last != UInt8(ascii: ".") else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x5F, 0x2D, 0x2E].contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// The arguments of a command with values in place of placeholders; the program stays as it is.
    package func arguments(_ argv: [String]) -> [String] {
        if values.isEmpty { return argv }
        return argv.prefix(1) + argv.dropFirst().flatMap(arguments)
    }

    private func arguments(_ argument: String) -> [String] {
        let found = Self.all(in: argument)
        if found.count == 1, found[0].range == argument.startIndex..<argument.endIndex {
            switch values[found[0].name] {
            case .absent: return []
            case .texts(let texts, _) where found[0].isSpread: return texts
            default: break
            }
        }
        return [text(argument)]
    }

    /// The text with values in place of placeholders.
    package func text(_ template: String) -> String {
        var filled = ""
        var end = template.startIndex
        for found in Self.all(in: template) {
            guard let value = values[found.name] else { continue }
            filled += template[end..<found.range.lowerBound]
            switch value {
            case .text(let text): filled += text
            case .texts(_, let json): filled += json
            case .absent: break
            }
            end = found.range.upperBound
        }
        return filled + template[end...]
    }
}
