import FHJSON
import TestSupport
import Testing

struct RecoveryTests {
    private func recover(_ text: [UInt8]) -> String? {
        text.withUnsafeBytes { JSONScanner.recoverTopLevelMember("id", in: $0) }
            .map { String(decoding: text[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        (#"{"id":7,"method":"x","params":{"#, "7"), (#"{"id":"a\"b","x":"#, #""a\"b""#), (#"{"id":null,,}"#, "null"),
        (#"{"jsonrpc":"2.0","params":{"id":1,"a":[{"id":2}]},"id":3,"x":tru"#, "3"),
        (#"{"params":"\"id\":5","id":6"#, nil), (#"{"params":"\"id\":5","id":6,"#, "6"), (#"{"id":12"#, nil),
        (#"{"id":12 "#, "12"), (#"{"id":"ab"#, nil), (#"{"id":"ab""#, #""ab""#), (#"{"params":{"id":5},"x":"#, nil),
        (#"{"params":{"id":5"#, nil), (#"{"a":NaN,"id":4}"#, "4"), (#"{"a":01,"id":4}"#, "4"), (#"{"a":,"id":4}"#, "4"),
        (#"{"a":1,,"id":4}"#, "4"), (#"{"a":"\ud800","id":4}"#, "4"), (#"{"a":"\q","id":4}"#, "4"),
        (#"{"id":true,"x":"#, nil), (#"{"id":{"id":1},"x":"#, nil), (#"{"id":[1],"id":2,"x":"#, nil),
        (#"{"id":01,"x":"#, nil), (#"{"id":1.5e3,"x":"#, "1.5e3"), (#"{"i\u0064":9,"x":"#, "9"), (#"[{"id":1},"#, nil),
        (#"id":1}"#, nil), ("", nil), ("{", nil), (#"{"id""#, nil), (#"{"id":"#, nil), (#"  {"id" : 8 , "#, "8"),
        (#"{"t":"he said "id":5, ok","id":9}"#, nil), (#"{"t":"a "b","id":5,"c":" d","id":9}"#, nil),
        (#"{"a":[1,2},"id":3}"#, nil), (#"{"a":{"t":"x" y", "id":3},"z":"},\"id\":5,\""}"#, nil),
        (#"{"a":1 "id":3}"#, nil), (#"{"id":1 2}"#, nil), (#"{"id":-,"x":"#, nil), (#"{"a":[,],"id":3,"#, "3"),
        (#"{"text":"a\","id":5,"id":6}"#, nil),
    ])
    func recovers(text: String, expected: String?) {
        #expect(recover(Array(text.utf8)) == expected)
    }

    @Test func passesOverInvalidUTF8() {
        #expect(recover(Array(#"{"a":""#.utf8) + [0xFF, 0xC0] + Array(#"","id":4}"#.utf8)) == "4")
        #expect(recover(Array(#"{"id":""#.utf8) + [0xFF] + Array(#"","x":4"#.utf8)) == nil)
    }

    @Test func passesOverDepth() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(recover(Array("{\"a\":\(deep),\"id\":4}".utf8)) == "4")
    }

    /// If a text is cut off anywhere, the recovered value is either correct or nil.
    @Test func isNeverFooled() throws {
        try forEachSeed(150) { seed, generator in
            var members: [(key: String, value: Model)] = []
            for key in ["method", "params", "x"] { members.append((key, decoy(using: &generator))) }
            let id: Model = Bool.random(using: &generator) ? .integer(77) : .string("the \"id\"")
            members.insert(("id", id), at: Int.random(in: 0...3, using: &generator))
            let bytes = Array(Model.object(members).spelled(using: &generator).utf8)
            for length in 0...bytes.count {
                guard let found = recover(Array(bytes.prefix(length))) else { continue }
                let recovered = Model(try JSONValue(parsing: found))
                #expect(recovered == id, "seed \(seed), first \(length) bytes")
            }
            #expect(recover(bytes) != nil, "seed \(seed)")
        }
    }

    private func decoy(using generator: inout SeededGenerator) -> Model {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .string(#"","id":1,"a":""#)
        case 1: .object([("id", .integer(2)), ("a", .string("{\"id\":3,"))])
        case 2: .array([.object([("id", .string("4"))]), .string("\\")])
        default: .random(depth: 2, using: &generator)
        }
    }
}
