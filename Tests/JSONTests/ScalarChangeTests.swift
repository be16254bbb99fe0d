import TestSupport
import Testing

@testable import FHJSON

/// Pairs of texts that differ in a single string, number or literal, and pairs that differ in slightly more.
struct ScalarChangeTests {
    @Test(arguments: [
        (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, "/b"), (#"{"a":1}"#, #"{"a":12}"#, "/a"),
        (#"{"a":12}"#, #"{"a":1}"#, "/a"), (#"{"a":11}"#, #"{"a":111}"#, "/a"), (#"{"a":""}"#, #"{"a":"b"}"#, "/a"),
        (#"{"a":{"b":{"c":true}}}"#, #"{"a":{"b":{"c":false}}}"#, "/a/b/c"), (#"{"a":null}"#, #"{"a":"x"}"#, "/a"),
        (#"{"x":{"y":[1]},"a/b":{"c~d":1}}"#, #"{"x":{"y":[1]},"a/b":{"c~d":2}}"#, "/a~1b/c~0d"),
        (#"{ "a" : "x\"" , "b":1 }"#, #"{ "a" : "x\"\"" , "b":1 }"#, "/a"), ("{\"a\":\t1\n}", "{\"a\":\t2\n}", "/a"),
    ])
    func oneChangeIsOneOperation(old: String, new: String, path: String) throws {
        let patch = try #require(change(old, new))
        #expect(patch.value.elements.map { $0["path"]?.stringValue } == [path])
        #expect(try JSONPatch.apply(patch.value, to: JSONValue(parsing: old)) == JSONValue(parsing: new))
    }

    @Test func nothingLeadsToTheSameText() {
        #expect(change(#"{"a":1}"#, #"{"a":1}"#)?.string == "[]")
        #expect(change("[1]", "[1]")?.string == "[]")
    }

    @Test(arguments: [
        ("1", "2"), ("[1]", "[2]"), (#"{"a":[1]}"#, #"{"a":[2]}"#), (#"{"a":1}"#, #"{"b":1}"#),
        (#"{"a":1,"x":3}"#, #"{"a":3}"#), (#"{"a":3}"#, #"{"a":1,"x":3}"#), (#"{"a":1}"#, #"{"a":{"b":1}}"#),
        (#"{"a":{"b":1}}"#, #"{"a":1}"#), (#"{"a":1,"b":1}"#, #"{"a":2,"b":2}"#), (#"{"a":{}}"#, #"{"a":{"b":1}}"#),
        (#"{"a":{"b":1},"c":2}"#, #"{"a":{"b":1,"c":2}}"#), (#"{"a":"x","b":"y"}"#, #"{"a":"x\",\"b\":\"y"}"#),
        (#"{"a":[]}"#, #"{"a":1}"#), (#"{"a":1}"#, #"{"a":[]}"#), ("{}", #"{"a":1}"#), (#"{"a":1}"#, "{}"),
    ])
    func whatIsMoreThanOneChangeIsLeftToOthers(old: String, new: String) {
        #expect(change(old, new) == nil)
    }

    /// Each of these characters takes two bytes in a pointer, so replacing the whole object is shorter.
    @Test(arguments: ["/", "~"])
    func aKeyThatIsLongInAPointerIsLeftToOthers(character: String) {
        let key = String(repeating: character, count: 60)
        #expect(change(#"{"\#(key)":1}"#, #"{"\#(key)":2}"#) == nil)
    }

    @Test(arguments: [31, 32, 33, 2_000])
    func howeverDeepItIsFound(depth: Int) throws {
        func text(_ value: Int) -> String {
            String(repeating: #"{"a":"#, count: depth) + "\(value)" + String(repeating: "}", count: depth)
        }
        let patch = try #require(change(text(1), text(2)))
        let path = String(repeating: "/a", count: depth)
        #expect(patch.string == #"[{"op":"replace","path":"\#(path)","value":2}]"#)
    }

    /// The comparison is a shortcut, so it must give the same operation as an outline, which does not descend as deep.
    @Test func whateverChangesTheOperationIsThatOfAnOutline() throws {
        var count = 0
        try forEachSeed(5_000) { seed, generator in
            var model = object(depth: 3, using: &generator)
            let old = JSONText.build { model.write(into: &$0) }
            for _ in 0...Int.random(in: 0...1, using: &generator) { model.edit(using: &generator) }
            let new = JSONText.build { model.write(into: &$0) }
            guard let patch = change(old.string, new.string) else { return }
            let outline = JSONOutline { $0.value(old) }
            let whole = JSONText.build { json in _ = outline.writePatch(to: &json) { $0.value(new) } }
            try #require(patch.string == whole.string, "seed \(seed): \(old) → \(new)")
            count += old.string == new.string ? 0 : 1
        }
        #expect(count > 20)
    }

    /// Returns nested objects, like rows.
    private func object(depth: Int, using generator: inout SeededGenerator) -> Model {
        let values: [Model] = [.integer(1), .integer(12), .string("a"), .string(""), .bool(true), .null, .array([])]
        let count = Int.random(in: 0...4, using: &generator)
        return .object(
            (0..<count).map { number in
                let isObject = depth > 0 && Int.random(in: 0..<3, using: &generator) == 0
                let value =
                    isObject ? object(depth: depth - 1, using: &generator) : values.randomElement(using: &generator)!
                return ("k\(number)", value)
            })
    }

    private func change(_ old: String, _ new: String) -> JSONText? {
        var isDone = false
        let patch = JSONText.build { json in
            json.beginArray()
            Array((old + new).utf8).withUnsafeBytes { bytes in
                let path = PatchPath()
                isDone = ScalarChange(bytes, from: old.utf8.count).write(at: path, to: &json)
                #expect(path.count == 0 && (isDone || json.count == 1))
            }
            json.endArray()
        }
        return isDone ? patch : nil
    }
}
