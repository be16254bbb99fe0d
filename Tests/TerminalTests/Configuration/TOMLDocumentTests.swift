import TestSupport
import Testing

@testable import FHTerminalProgram

/// The subset of TOML in which configuration files are written.
@Suite struct TOMLDocumentTests {
    typealias Value = TOMLDocument.Value

    private static func values(_ text: String) throws -> [[String]: Value] {
        try Dictionary(uniqueKeysWithValues: TOMLDocument(text).entries.map { ($0.path, $0.value) })
    }

    private static func fault(_ text: String) -> ConfigurationFault? {
        do throws(ConfigurationFault) {
            _ = try TOMLDocument(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#"a = "x""#, Value.string("x")), (#"a='C:\n'"#, .string(#"C:\n"#)), ("a = true # on", .boolean(true)),
        (#"a = "\" \\ \t \u00e9 \U0001F600""#, .string("\" \\ \t é 😀")), ("a = +1_000", .integer(1_000)),
        ("a = -7", .integer(-7)), ("a = []", .strings([])), ("a = ['x', \"y\",]", .strings(["x", "y"])),
        ("a = [ # keys\r\n 'x' # first\r\n , # next\r\n 'y' ]\r\n", .strings(["x", "y"])),
        ("\u{FEFF}a = 0", .integer(0)),
    ])
    func aValueIsRead(_ text: String, _ value: Value) throws {
        #expect(try Self.values(text) == [["a"]: value])
    }

    @Test func keysAreInTables() throws {
        let text = """
            top = 1
            [a.b]
            c = 2
            "d e".'f' = 3
            [ a ]
            g . h = 4
            """
        let paths = [["top"], ["a", "b", "c"], ["a", "b", "d e", "f"], ["a", "g", "h"]]
        #expect(try TOMLDocument(text).entries.map(\.path) == paths)
        let last = try #require(try TOMLDocument(text).entries.last)
        #expect(last.key == TextPlace(line: 6, column: 1) && last.place == TextPlace(line: 6, column: 9))
    }

    @Test(arguments: [
        ("a", 1, 2, "= has to follow the key"), ("a = ", 1, 5, "a value has to be here"),
        ("= 1", 1, 1, "a key has to be"),
        ("a = 1 b = 2", 1, 7, "the line has to end"), ("\na = 1.5", 2, 5, "1.5 is no supported value"),
        ("a = 01", 1, 5, "no supported value"), ("a = \"x", 1, 5, "the text has to end with \""),
        ("a = \"\"\"x\"\"\"", 1, 5, "several lines"), ("a = \"é\\q\"", 1, 7, "begins an escape"),
        ("a = \"\\uD800\"", 1, 6, "begins an escape"), ("a = [1]", 1, 6, "a text such as"),
        ("a = ['x' 'y']", 1, 10, "a comma or ]"), ("a = ['x',\n", 2, 1, "a text such as"), ("[a", 1, 3, "] has to end"),
        ("[[a]]", 1, 1, "arrays of tables"), ("[a]\n[a]", 2, 1, "the table a is there already"),
        ("a = 1\na = 2", 2, 1, "a has a value already"), ("a = 1\n[a.b]", 2, 1, "a has a value"),
        ("a.b = 1\na = 2", 2, 1, "a is a table"), ("a = {b = 1}", 1, 5, "no supported value"),
        ("a = 99999999999999999999", 1, 5, "no supported value"), ("a = \"\u{1}\"", 1, 6, "control characters"),
    ])
    func aFaultHasItsPlace(_ text: String, _ line: Int, _ column: Int, _ words: String) throws {
        let fault = try #require(Self.fault(text))
        #expect((fault.line, fault.column) == (line, column) && fault.reason.contains(words), "\(fault)")
    }

    // MARK: Random texts

    private static func randomText(_ generator: inout SeededGenerator) -> String {
        let characters: [Character] = ["a", "\"", "\\", "\n", "\t", "é", "😀", "#", "]", "'", "\u{1B}", " "]
        let count = Int.random(in: 0...8, using: &generator)
        return String((0..<count).map { _ in characters.randomElement(using: &generator) ?? "a" })
    }

    private static func written(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: String(scalar)
            }
        }
        return "\"\(scalars.joined())\""
    }

    private static func randomValue(_ generator: inout SeededGenerator) -> (Value, String) {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            let text = randomText(&generator)
            return (.string(text), written(text))
        case 1:
            let number = Int.random(in: .min ... .max, using: &generator)
            return (.integer(number), String(number))
        case 2: return (.boolean(true), "true")
        default:
            let texts = (0..<Int.random(in: 0...3, using: &generator)).map { _ in randomText(&generator) }
            let space = ["", " ", "\n", " # x ]\n "].randomElement(using: &generator) ?? ""
            return (.strings(texts), "[\(space)\(texts.map(written).joined(separator: ",\(space)"))\(space)]")
        }
    }

    @Test func writtenValuesAreReadAgain() throws {
        try forEachSeed(300) { seed, generator in
            var text = ""
            var expected: [[String]: Value] = [:]
            for number in 0..<Int.random(in: 0...6, using: &generator) {
                let (value, written) = Self.randomValue(&generator)
                if Bool.random(using: &generator) { text += "[t\(number)]\n" } else { text += "# a comment\n\n" }
                text += " k\(number) =\(written) # the end\n"
                expected[["k\(number)"]] = value
            }
            let read = try Self.values(text).map { ([$0.key.last ?? ""], $0.value) }
            #expect(Dictionary(uniqueKeysWithValues: read) == expected, "seed \(seed): \(text)")
        }
    }

    @Test func anyTextIsReadOrHasAFaultWithinIt() throws {
        let start = Array(UIConfiguration.text.prefix(2_000).suffix(1_200))
        let marks: [Character] = ["\"", "[", "]", "=", "\\", "\n", "\r", ".", "#"]
        forEachSeed(1_000) { seed, generator in
            var text = start
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: text.remove(at: place)
                case 1: text.insert(contentsOf: Self.randomText(&generator), at: place)
                default: text[place] = marks.randomElement(using: &generator) ?? "="
                }
            }
            guard let fault = Self.fault(String(text)) else { return }
            let lines = String(text).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            #expect((1...lines.count).contains(fault.line) && !fault.reason.isEmpty, "seed \(seed)")
            #expect((1...lines[fault.line - 1].count + 1).contains(fault.column), "seed \(seed)")
        }
    }
}
