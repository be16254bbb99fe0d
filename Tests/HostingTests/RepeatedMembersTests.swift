import FHJSON
import TestSupport
import Testing

@testable import FHDeclarations

@Suite struct RepeatedMembersTests {
    @Test func repeatedMembersBecomeBlanks() throws {
        let text = #"{"a": 1, "b": {"c": [2], "\u0063" : 3}, "a":{"d":4,"d":5} , "e": 6}"#
        let repeated = try #require(RepeatedMembers(in: Array(text.utf8)))
        #expect(repeated.found.map(\.pointer.description) == ["/b/c", "/a/d", "/a"])
        #expect(repeated.found.map(\.offset) == [25, 51, 40])
        let rest = try JSONValue(parsing: repeated.text)
        #expect(JSONText(rest).string == #"{"a":1,"b":{"c":[2]},"e":6}"#)
        #expect(repeated.text.count == text.utf8.count)
    }

    @Test(arguments: ["", "{", #"{"a":1,}"#, #"{"a":1,"a":2"#, "[1 2]", "{} x", #"{"\u0000":1}"#, #"["\ud800"]"#])
    func whatIsNoJSONHasNone(text: String) {
        #expect(RepeatedMembers(in: Array(text.utf8)) == nil)
    }

    /// The first of several members with the same name counts, as it does for the scanner.
    @Test func theFirstMemberCounts() throws {
        try forEachSeed(1_000) { seed, generator in
            let bytes = Array(Self.text(depth: 4, using: &generator).utf8)
            let repeated = try #require(RepeatedMembers(in: bytes), "seed \(seed)")
            let rest = try JSONValue(parsing: repeated.text)
            for pointer in Self.pointers(of: rest) {
                let range = try bytes.withUnsafeBytes { try JSONScanner.range(of: pointer, in: $0) }
                guard let range, rest.value(at: pointer)?.kind != .object, rest.value(at: pointer)?.kind != .array
                else { continue }
                let first = try JSONValue(parsing: Array(bytes[range]))
                #expect(rest.value(at: pointer) == first, "seed \(seed), \(pointer)")
            }
        }
    }

    /// The lines equal the lines at which the scanner finds the values.
    @Test func linesAreThoseOfTheValues() throws {
        try forEachSeed(1_000) { seed, generator in
            let bytes = Array(Self.text(depth: 4, using: &generator).utf8)
            let repeated = try #require(RepeatedMembers(in: bytes), "seed \(seed)")
            try repeated.text.withUnsafeBytes { bytes in
                let pointers = Self.pointers(of: try JSONValue(parsing: bytes)) + [JSONPointer(["a", "7"])]
                let lines = try JSONScanner.lines(of: pointers, in: bytes)
                #expect(try lines == pointers.map { try JSONScanner.line(of: $0, in: bytes) }, "seed \(seed)")
            }
        }
    }

    /// Writes a random value whose objects repeat names.
    private static func text(depth: Int, using generator: inout SeededGenerator) -> String {
        let space = ["", " ", "\n", "\t\n "].randomElement(using: &generator) ?? ""
        let count = Int.random(in: 0...4, using: &generator)
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
        case 0: return "\(space)\(Int.random(in: 0..<100, using: &generator))"
        case 1: return #"\#(space)"a,\"}\u00e9""#
        case 2: return "\(space)null\(space)"
        case 3:
            let elements = (0..<count).map { _ in text(depth: depth - 1, using: &generator) }
            return "\(space)[\(elements.joined(separator: ","))\(space)]"
        default:
            let members = (0..<count).map { _ in
                let name = ["a", "b", #"\u0061"#, "é"].randomElement(using: &generator) ?? ""
                return "\(space)\"\(name)\"\(space):\(text(depth: depth - 1, using: &generator))\(space)"
            }
            return "{\(members.joined(separator: ","))\(space)}"
        }
    }

    private static func pointers(of value: JSONValue, at pointer: JSONPointer = JSONPointer()) -> [JSONPointer] {
        let inner: [(JSONPointer, JSONValue)] =
            switch value.kind {
            case .array: value.elements.enumerated().map { (pointer.appending($0.offset), $0.element) }
            case .object: value.members.map { (pointer.appending($0.key), $0.value) }
            default: []
            }
        return [pointer] + inner.flatMap { pointers(of: $0.1, at: $0.0) }
    }
}
