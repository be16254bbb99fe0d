import FHJSON
import TestSupport
import Testing

struct JSONMergePatchTests {
    /// RFC 7396, appendix A, and the example of section 3.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        (
            #"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["a","b"],"content":"x"}"#,
            #"{"title":"Hello!","phoneNumber":"+01","author":{"familyName":null},"tags":["a"]}"#,
            #"{"title":"Hello!","author":{"givenName":"John"},"tags":["a"],"content":"x","phoneNumber":"+01"}"#
        ),
    ])
    func merges(target: String, patch: String, expected: String) throws {
        let merged = try JSONValue(parsing: target).merged(with: JSONValue(parsing: patch))
        #expect(merged.string == expected)
        #expect(mergedText(target, patch) == expected)
    }

    @Test(arguments: [
        (#"{"a":1,"b":2}"#, #"{"a":3}"#, #"{"a":1}"#), (#"{"a":1}"#, #"{"b":2}"#, #"{"b":null}"#),
        (#"{"a":{"x":1}}"#, #"{"a":{"y":2}}"#, #"{"a":{"y":null}}"#),
        (#"{"a":{"x":1}}"#, #"{"a":5}"#, #"{"a":{"x":1}}"#),
        (#"{"a":5}"#, #"{"a":{"x":1}}"#, #"{"a":5}"#), (#"{"a":5}"#, #"{"a":null,"b":null}"#, #"{"a":5}"#),
        (#"{"a":[1]}"#, #"{"a":[2]}"#, #"{"a":[1]}"#), ("{}", "{}", "{}"),
    ])
    func theOppositeLeadsBack(target: String, patch: String, opposite: String) throws {
        let target = try JSONValue(parsing: target)
        let patch = try JSONValue(parsing: patch)
        let back = JSONMergePatch.opposite(of: patch, on: target)
        #expect(back.string == opposite)
        #expect(oppositeText(of: JSONText(patch).string, on: JSONText(target).string) == opposite)
        #expect(target.merged(with: patch).value.merged(with: back.value).value == target)
    }

    /// Patching texts by copying gives the same results as patching trees.
    @Test func textsBecomeWhatTreesBecome() throws {
        var generator = SeededGenerator(seed: 7396)
        for _ in 0..<3_000 {
            let target = Model.random(depth: 3, using: &generator)
            let patch = Self.patch(for: target, using: &generator)
            let (old, change) = (text(target), text(patch))
            let merged = try JSONValue(parsing: mergedText(old.string, change.string))
            #expect(merged == old.value.merged(with: change.value).value, "\(old) with \(change)")
            let back = try JSONValue(parsing: oppositeText(of: change.string, on: old.string))
            #expect(back == JSONMergePatch.opposite(of: change.value, on: old.value).value, "\(old) with \(change)")
        }
    }

    @Test func aKeyThatIsWrittenInAnotherWayIsTheSame() {
        #expect(mergedText(#"{"a\u0062":1,"c":2}"#, #"{"ab":3}"#) == #"{"ab":3,"c":2}"#)
        #expect(mergedText(#"{"ab":1,"c":2}"#, #"{"a\u0062":3}"#) == #"{"ab":3,"c":2}"#)
        #expect(oppositeText(of: #"{"ab":3}"#, on: #"{"a\u0062":1}"#) == #"{"ab":1}"#)
    }

    @Test func whatIsCopiedStaysAsItWasWritten() {
        #expect(
            mergedText(#"{"a":1.50,"b":"\u00e9", "c":[1, 2]}"#, #"{"d":0}"#)
                == #"{"a":1.50,"b":"\u00e9", "c":[1, 2],"d":0}"#)
    }

    /// Returns a patch with some members of the target, some other members, and some nulls.
    private static func patch(for target: Model, using generator: inout SeededGenerator) -> Model {
        guard case .object(let members) = target, Int.random(in: 0..<8, using: &generator) > 0 else {
            return .random(depth: 2, using: &generator)
        }
        guard case .object(var changes) = Model.random(depth: 2, using: &generator) else {
            return .object(members.map { ($0.key, .null) })
        }
        for member in members where Bool.random(using: &generator) {
            changes.removeAll { $0.key.utf8.elementsEqual(member.key.utf8) }
            changes.append((member.key, .random(depth: 1, using: &generator)))
        }
        return .object(changes)
    }
}

private func text(_ model: Model) -> JSONText { JSONText.build { model.write(into: &$0) } }

private func mergedText(_ target: String, _ patch: String) -> String {
    var writer = JSONWriter()
    Array(patch.utf8).withUnsafeBytes { patch in
        Array(target.utf8).withUnsafeBytes { JSONMergePatch.apply(patch, to: $0, into: &writer) }
    }
    return writer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

private func oppositeText(of patch: String, on target: String) -> String {
    Array(patch.utf8).withUnsafeBytes { patch in
        Array(target.utf8).withUnsafeBytes { JSONMergePatch.opposite(of: patch, on: $0).string }
    }
}
