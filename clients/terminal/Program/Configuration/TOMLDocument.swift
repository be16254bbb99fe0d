/// The values of a file in a subset of TOML 1.0.
///
/// The subset has comments, tables, dotted keys, strings in one line, decimal integers, booleans and arrays of strings.
/// No library fits: TOMLKit imports Foundation and forgets the places of values, and those of Debian are in C++.
///
/// ```toml
/// [keys.list]
/// open = ["enter", "o"]  # the same as keys.list.open before the first table
/// ```
struct TOMLDocument {
    /// A value.
    enum Value: Equatable {
        case string(String)
        case integer(Int)
        case boolean(Bool)
        case strings([String])
    }

    /// A value with its key.
    struct Entry: Equatable {
        /// The parts of the key, beginning with those of the table.
        let path: [String]
        let value: Value
        /// The place of the key.
        let key: TextPlace
        /// The place of the value.
        let place: TextPlace
    }

    /// The values, in the order of the file.
    let entries: [Entry]

    /// Parses a text.
    init(_ text: String) throws(ConfigurationFault) {
        var parser = TOMLParser(text)
        entries = try parser.document()
    }
}

/// Parses one text from its beginning to its end.
private struct TOMLParser {
    private let text: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// The table of the keys that follow.
    private var table: [String] = []
    /// The tables that have a line of their own.
    private var tables: Set<[String]> = []
    /// The keys with a value.
    private var keys: Set<[String]> = []
    /// All beginnings of tables and keys, which therefore can't have a value.
    private var beginnings: Set<[String]> = []

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        self.text = scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
    }

    private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }
    private var place: TextPlace { TextPlace(line: line, column: index - lineStart + 1) }

    mutating func document() throws(ConfigurationFault) -> [TOMLDocument.Entry] {
        var entries: [TOMLDocument.Entry] = []
        skipLines()
        while let scalar = next {
            if scalar == "[" { try readTable() } else { entries.append(try entry()) }
            skipBlanks()
            let end = place
            guard next == nil || skipLine() else { throw end.fault("the line has to end here, or # begins a comment") }
            skipLines()
        }
        return entries
    }

    // MARK: Blanks

    private mutating func skipBlanks() { while next == " " || next == "\t" { index += 1 } }

    /// Skips a comment and the end of the line; returns false if there is something else.
    private mutating func skipLine() -> Bool {
        if next == "#" { while next != nil, next != "\n" { index += 1 } }
        if next == "\r", index + 1 < text.count, text[index + 1] == "\n" { index += 1 }
        guard next == "\n" else { return next == nil }
        index += 1
        line += 1
        lineStart = index
        return true
    }

    private mutating func skipLines() {
        repeat { skipBlanks() } while next != nil && skipLine()
    }

    // MARK: Keys

    private mutating func readTable() throws(ConfigurationFault) {
        let start = place
        index += 1
        if next == "[" { throw start.fault("arrays of tables are not supported; write [name]") }
        skipBlanks()
        table = try path()
        guard next == "]" else { throw place.fault("] has to end the name of the table") }
        index += 1
        let isNew = tables.insert(table).inserted
        guard isNew else { throw start.fault("the table \(table.joined(separator: ".")) is there already") }
        try begin(table, at: start)
    }

    private mutating func entry() throws(ConfigurationFault) -> TOMLDocument.Entry {
        let start = place
        let path = table + (try path())
        guard next == "=" else { throw place.fault("= has to follow the key") }
        index += 1
        skipBlanks()
        let valuePlace = place
        let value = try value()
        let name = path.joined(separator: ".")
        if beginnings.contains(path) { throw start.fault("\(name) is a table; write the values of its keys") }
        guard keys.insert(path).inserted else { throw start.fault("\(name) has a value already; write each key once") }
        try begin(path.dropLast(), at: start)
        return TOMLDocument.Entry(path: path, value: value, key: start, place: valuePlace)
    }

    /// Records the beginnings of a path, none of which can have a value.
    private mutating func begin(_ path: [String], at start: TextPlace) throws(ConfigurationFault) {
        for count in stride(from: 1, through: path.count, by: 1) {
            let beginning = Array(path.prefix(count))
            if keys.contains(beginning) {
                throw start.fault("\(beginning.joined(separator: ".")) has a value, so it can't be a table")
            }
            beginnings.insert(beginning)
        }
    }

    private mutating func path() throws(ConfigurationFault) -> [String] {
        var path: [String] = []
        repeat {
            if !path.isEmpty { index += 1 }
            skipBlanks()
            path.append(try keyPart())
            skipBlanks()
        } while next == "."
        return path
    }

    private mutating func keyPart() throws(ConfigurationFault) -> String {
        if next == "\"" || next == "'" { return try string() }
        let part = word { $0.isASCII && (Character($0).isLetter || Character($0).isNumber || $0 == "-" || $0 == "_") }
        if part.isEmpty { throw place.fault("a key has to be here, such as open or list.open") }
        return part
    }

    private mutating func word(_ belongs: (Unicode.Scalar) -> Bool) -> String {
        var word = String.UnicodeScalarView()
        while let scalar = next, belongs(scalar) {
            word.append(scalar)
            index += 1
        }
        return String(word)
    }

    // MARK: Values

    private mutating func value() throws(ConfigurationFault) -> TOMLDocument.Value {
        switch next {
        case "\"", "'": return .string(try string())
        case "[": return .strings(try strings())
        default: break
        }
        let start = place
        let word = word { !" \t\r\n,]#=".unicodeScalars.contains($0) }
        if word == "true" || word == "false" { return .boolean(word == "true") }
        let digits = word.first == "-" || word.first == "+" ? word.dropFirst() : word[...]
        let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
        let isNumber = groups.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
        let plain = word.filter { $0 != "_" }
        if isNumber, digits == "0" || digits.first != "0", let number = Int(plain) { return .integer(number) }
        let read = word.isEmpty ? "a value has to be here" : "\(word) is no supported value"
        throw start.fault("\(read); write \"text\", a whole number, true, false, or an array such as [\"up\", \"k\"]")
    }

    private mutating func strings() throws(ConfigurationFault) -> [String] {
        var strings: [String] = []
        index += 1
        while true {
            skipLines()
            if next == "]" { break }
            guard next == "\"" || next == "'" else { throw place.fault("a text such as \"up\", or ], has to be here") }
            strings.append(try string())
            skipLines()
            if next == "]" { break }
            guard next == "," else { throw place.fault("a comma or ] has to follow the text") }
            index += 1
        }
        index += 1
        return strings
    }

    private mutating func string() throws(ConfigurationFault) -> String {
        let start = place
        let quote = next
        index += 1
        if next == quote, index + 1 < text.count, text[index + 1] == quote {
            throw start.fault("texts with several lines are not supported; write \\n for a line break")
        }
        var content = String.UnicodeScalarView()
        while let scalar = next, scalar != "\n", scalar != "\r" {
            if scalar == quote {
                index += 1
                return String(content)
            }
            if scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F {
                throw place.fault("control characters have to be written as escapes, such as \\u001B")
            }
            if scalar == "\\", quote == "\"" {
                content.append(try escape())
            } else {
                content.append(scalar)
                index += 1
            }
        }
        throw start.fault("the text has to end with \(quote == "'" ? "'" : "\"") in the same line")
    }

    private mutating func escape() throws(ConfigurationFault) -> Unicode.Scalar {
        let start = place
        let simple: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
        ]
        index += 1
        let letter = next
        if letter != nil, letter != "\n" { index += 1 }
        if let letter, let scalar = simple[letter] { return scalar }
        let count = letter == "u" ? 4 : letter == "U" ? 8 : 0
        let digits = text[index...].prefix(count)
        let isHexadecimal = count > 0 && digits.count == count && digits.allSatisfy(\.properties.isASCIIHexDigit)
        if isHexadecimal, let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
            let scalar = Unicode.Scalar(number)
        {
            index += count
            return scalar
        }
        throw start.fault(#"\ begins an escape: \b \t \n \f \r \" \\ \uXXXX or \UXXXXXXXX; write \\ for \"#)
    }
}
