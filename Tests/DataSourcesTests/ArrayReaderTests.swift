import TestSupport
import Testing

@testable import FHDataSources

@Suite struct ArrayReaderTests {
    /// Returns the elements of a text, with an exclamation mark before invalid ones, and the line of a wrong separator.
    private func elements(_ text: String) -> (elements: [String], brokenLine: Int?) {
        Array(text.utf8).withUnsafeBytes { bytes in
            guard var reader = ArrayReader(bytes) else { return (["no array"], nil) }
            var elements: [String] = []
            while let element = reader.next() {
                let text = String(decoding: bytes[element.range], as: UTF8.self)
                elements.append(element.fault == nil ? text : "!" + text)
            }
            return (elements, reader.takeBreaks().first?.line)
        }
    }

    @Test(arguments: [
        ("[]", []), (" [ 1 , {\"a\":[2]} ]\n", ["1", "{\"a\":[2]}"]),
        ("[{\"a\":1,,},{\"b\":2}]", ["!{\"a\":1,,}", "{\"b\":2}"]), ("[1,oops,2]", ["1", "!oops", "2"]),
        // A quote or a bracket is not closed.
        ("[\n{\"a\":\"x},\n{\"b\":2}\n]", ["!{\"a\":\"x}", "{\"b\":2}"]),
        ("[\n{\"a\":[1},\n{\"b\":2}\n]", ["!{\"a\":[1}", "{\"b\":2}"]),
        ("[\n{\"a\":{\"c\":1},\n{\"b\":2}\n]", ["!{\"a\":{\"c\":1}", "{\"b\":2}"]),
        // Objects within an invalid element are not elements.
        (
            "[\n{\"a\":[\n{\"c\":1},\n{\"c\":2}\n],oops},\n{\"b\":2}\n]",
            ["!{\"a\":[\n{\"c\":1},\n{\"c\":2}\n],oops}", "{\"b\":2}"]
        ),
        (
            "[\n {\"a\":\n  {\"c\":1}, oops\n  {\"c\":2},\n {\"b\":2}]",
            ["!{\"a\":\n  {\"c\":1}, oops\n  {\"c\":2}", "{\"b\":2}"]
        ),
    ])
    func readsElements(text: String, expected: [String]) {
        let found = elements(text)
        #expect(found.elements == expected)
        #expect(found.brokenLine == nil)
    }

    @Test(arguments: [
        ("[1\n2]", ["1", "2"], 2), ("[1,\n]", ["1"], 2), ("[1]\n\nx", ["1", "!x"], 3), ("[1,2\n", ["1", "2"], 2),
        ("[", [], 1), ("[{\"a\":1},\n{\"b\":", ["{\"a\":1}", "!{\"b\":"], 2),
    ])
    func namesTheLineWhereElementsAreNotParted(text: String, expected: [String], line: Int) {
        let found = elements(text)
        #expect(found.elements == expected)
        #expect(found.brokenLine == line)
    }

    @Test func anyTextComesToAnEnd() throws {
        let pieces = ["{", "}", "[", "]", ",", "\"", ":", "1", "\n", " ", "\"a\":1", "{\"id\":1}", "\\", "oops"]
        forEachSeed(2_000) { seed, random in
            let text = "[" + (0..<30).map { _ in pieces.randomElement(using: &random)! }.joined()
            #expect(elements(text).elements.count <= text.utf8.count, "seed \(seed)")
        }
    }

}
