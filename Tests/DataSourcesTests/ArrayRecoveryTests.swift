import TestSupport
import Testing

@testable import FHDataSources

/// Only the damaged elements of an array are hidden, and no part of an element is read as an element.
@Suite struct ArrayRecoveryTests {
    /// The valid objects that are read as elements, the number of other elements, and the breaks.
    private struct Found {
        var objects: [String] = []
        var otherCount = 0
        var breaks: [String] = []

        init(_ text: String) {
            Array(text.utf8).withUnsafeBytes { bytes in
                guard var reader = ArrayReader(bytes) else { return }
                while true {
                    let element = reader.next()
                    breaks += reader.takeBreaks().map { "\($0.line): \($0.what)" }
                    guard let element else { return }
                    let text = String(decoding: bytes[element.range], as: UTF8.self)
                    if element.fault == nil, text.hasPrefix("{") { objects.append(text) } else { otherCount += 1 }
                }
            }
        }
    }

    private static let missingComma = "has no comma before it"
    private static let rest = "has something behind the end of the array"

    @Test(arguments: [
        // Lines that version control inserts, comments, and brackets inside both.
        (
            "[\n{\"i\":1},\n<<<<<<< a\n{\"i\":2},\n=======\n{\"i\":3},\n>>>>>>> b [\n{\"i\":4}\n]", 4, 3,
            ["4: \(missingComma)", "6: \(missingComma)", "8: \(missingComma)"]
        ),
        (
            "<<<<<<< a\n[{\"i\":1}]\n=======\n[{\"i\":2}]\n>>>>>>> b\n", 2, 2,
            [
                "1: has something before the beginning of the array", "3: \(rest)", "5: \(rest)",
            ]
        ),
        (
            "[\n{\"i\":1},\n// a ]\n{\"i\":2},\n/* [ { */{\"i\":3}\n]", 3, 2,
            ["4: \(missingComma)", "5: \(missingComma)"]
        ),
        ("[\n{\"i\":1},\n// {\"i\":9},\n{\"i\":2}]", 2, 1, ["4: \(missingComma)"]),
        ("// a\n[{\"i\":1}]", 1, 0, ["1: has something before the beginning of the array"]),
        // Brackets of the array.
        ("[\n{\"i\":1}],\n{\"i\":2}\n]", 2, 0, ["2: \(rest)"]),
        ("[{\"i\":1}]\n[{\"i\":2}]", 2, 0, ["2: \(rest)"]),
        ("[\n{\"i\":1},\n[\n{\"i\":2}\n]", 2, 0, ["3: begins an array within an array that nothing closes"]),
        ("{\"i\":1},\n{\"i\":2}]", 2, 0, ["1: must begin an array of objects"]),
        ("[{\"i\":1},,{\"i\":2}]", 2, 0, ["1: has a comma with no element before it"]),
        // Text without line breaks.
        ("[{\"i\":1},{\"id\":,{\"i\":2}]", 2, 1, []),
        ("[{\"i\":1},{\"id\":,{\"i\":2},{\"id\":,{\"i\":3}]", 3, 2, []),
        ("[{\"i\":1},\"a,{\"i\":2}]", 2, 1, []),
        ("[{\"i\":1},{\"a\":\"b},{\"i\":2}]", 2, 1, []),
        ("[{\"i\":1},{\"a\":[1},{\"i\":2},{\"i\":3}]", 3, 1, []),
        ("[{\"i\":1},{,{\"i\":2},{\"i\":3}]", 3, 1, []),
        // The first line of an object is missing; objects inside this object are not elements.
        ("[\n{\"i\":1},\n\"a\":{\"i\":9},\"b\":[{\"i\":9}]},\n{\"i\":2}]", 2, 2, []),
        ("[\n{\"i\":1},\n{\"a\":\n{\"i\":2},\n{\"i\":3}\n]", 3, 1, ["4: \(missingComma)"]),
        // If the lines of an element are not indented more than its start, its brackets determine its end.
        ("[\n{\"a\":[{\"i\":9},\n{\"i\":9}],oops},\n{\"i\":2}]", 1, 1, []),
        ("[\n{\n\"a\":[\n{\"i\":9},\n{\"i\":9}\n],oops\n},\n{\"i\":2}]", 1, 1, []),
        // Text in the brackets of an element.
        ("[\n{\"a\":\"http://b],\n\"c\":[{\"i\":9}]},\n{\"i\":2}]", 1, 1, []),
        ("[{\"a\":\"b\\\"},{\"i\":2}]", 1, 1, []), ("[\\{\"i\":1}]", 1, 1, ["1: \(missingComma)"]),
    ])
    func readsOnBehindDamage(text: String, objectCount: Int, otherCount: Int, breaks: [String]) {
        let found = Found(text)
        #expect(found.objects == (1...4).map { "{\"i\":\($0)}" }.filter { text.contains($0) })
        #expect(found.objects.count == objectCount && found.otherCount == otherCount)
        #expect(found.breaks == breaks)
    }

    /// An element of an array; the ids of the objects inside the element begin with “in”.
    private struct Element {
        enum Layout: CaseIterable { case rows, indented, flat, oneLine }

        let text: String

        init(_ number: Int, _ layout: Layout, _ random: inout SeededGenerator) {
            let texts = ["t", "a, b", "[1] {2}", "it's", "\\\\", "// no", "a]b", "{c}", "q\\\"r", "http://a/b, {"]
            let inner = (0..<Int.random(in: 0...3, using: &random)).map {
                "{%3\"id\": \"in\($0)\",%3\"v\": \"\(texts.randomElement(using: &random)!)\"%2}"
            }
            let members = [
                "\"t\": \"\(texts.randomElement(using: &random)!)\"", "\"e\": \"\"", "\"l\": [[1], [\"a\"]]",
                inner.isEmpty ? "\"x\": []" : "\"x\": [%2\(inner.joined(separator: ",%2"))%1]",
                "\"o\": {%2\"id\": \"in\",%2\"z\": [{\"id\": \"in\"}]%1}",
            ].shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
            var text = "{%1" + (["\"id\": \"r\(number)\""] + members).joined(separator: ",%1") + "%0}"
            for level in 0...3 {
                let space =
                    switch layout {
                    case .indented: "\n" + String(repeating: " ", count: 2 * level + 2)
                    case .flat: "\n"
                    case .rows, .oneLine: level == 0 || Bool.random(using: &random) ? "" : " "
                    }
                text = text.replacing("%\(level)", with: space)
            }
            self.text = text
        }
    }

    private func isInner(_ object: String) -> Bool {
        object.replacing(" ", with: "").replacing("\n", with: "").hasPrefix("{\"id\":\"in")
    }

    /// Text between elements hides no element.
    @Test func elementsAroundDamageAreShown() {
        let damages = [
            "<<<<<<< HEAD\n", "=======\n", ">>>>>>> b [\n", "// c ]\n", "// {\"id\":\"z\"},\n", "/* [ { */", "# c [\n",
            "oops", "\"", "'", "}", "{", "]", "[", ",", "\\", ":", "tru", "\0", "{'id':'x'},", "\"a,", "}},", "],",
            "{\"id\":,", "{\"x\":{\"a\":1,", "\"q\":1,", "\"x\": [1,2],", "{\"a\":\"b,", "{\"a\":\"b},", "1 2 ", "/*",
            "*/",
        ]
        forEachSeed(3_000) { seed, random in
            let layout = Element.Layout.allCases.randomElement(using: &random)!
            var texts = (0..<6).map { Element($0, layout, &random).text }
            let whole = texts
            let separator = [",", ",\n", ",\n  "].randomElement(using: &random)!
            let damage = damages.randomElement(using: &random)!
            let place = Int.random(in: texts.indices, using: &random)
            texts[place] = Bool.random(using: &random) ? damage + texts[place] : texts[place] + damage
            let text = "[\(texts.joined(separator: layout == .oneLine ? "," : separator))]"
            let shown = Found(text).objects
            #expect(whole.allSatisfy(shown.contains), "seed \(seed): \(text)")
            #expect(!shown.contains(where: isInner), "seed \(seed): \(text)")
        }
    }

    /// A missing or superfluous byte in one element hides no other element.
    @Test func elementsBesideADamagedOneAreShown() {
        forEachSeed(3_000) { seed, random in
            let layout: Element.Layout = Bool.random(using: &random) ? .rows : .indented
            var texts = (0..<6).map { Element($0, layout, &random).text }
            let place = Int.random(in: texts.indices, using: &random)
            let whole = texts.indices.filter { $0 != place }.map { texts[$0] }
            var bytes = Array(texts[place].utf8)
            let marks = bytes.indices.filter { "{}[]\",:".utf8.contains(bytes[$0]) }
            let mark = marks.randomElement(using: &random)!
            if Bool.random(using: &random) {
                bytes.remove(at: mark)
            } else {
                bytes.insert("{[]\",:\\x".utf8.randomElement(using: &random)!, at: mark)
            }
            texts[place] = String(decoding: bytes, as: UTF8.self)
            let text = "[\n  \(texts.joined(separator: ",\n  "))\n]"
            let shown = Found(text).objects
            #expect(whole.allSatisfy(shown.contains), "seed \(seed): \(text)")
        }
    }

    /// The number of bytes that are parsed twice is bounded, so that a long damaged file is read in linear time.
    @Test(arguments: [
        "{\"id\":1,\"x\":[\n", "{\"id\":1,\"x\":[1,\n", "{\"id\":,{\"id\":2},", "x:{1,{\"id\":3}, ", "[oops:[1, ", "[",
        "[,", "{", "\"",
        "\"a\"b", "\\\"", "/*", "//\n", "<<<<<<< a\n", "}", "]", "],", "{\"x\":[{\"c\":1},\n{\"id\":2},\n",
        "{\"a\":{\"b\":[1,{\"c\":1,\n",
    ])
    func aLongFileFullOfDamageComesToAnEnd(damage: String) {
        let text = "[\n" + String(repeating: damage, count: 100_000 / damage.utf8.count) + "\n,{\"id\":0}\n]"
        let found = Found(text)
        #expect(found.objects.count + found.otherCount + found.breaks.count > 0)
    }
}
