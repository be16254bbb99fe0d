import FHJSON
import FHJSONRPC
import Testing

@Suite struct MessageDecoderTests {
    static let messages: [(text: String, reading: String)] = [
        // Ids keep their type.
        (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "request null m"),
        (#"{"jsonrpc":"2.0","id":"","method":"m"}"#, #"request "" m"#),
        (#"{"jsonrpc":"2.0","id":9223372036854775807,"method":"m"}"#, "request 9223372036854775807 m"),
        (#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":"m"}"#, "request -9223372036854775808 m"),
        (#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"m"}"#, "invalid null -32700"),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, "invalid null -32600"),
        (#"{"jsonrpc":"2.0","id":1.0,"method":"m"}"#, "invalid null -32600"),
        (#"{"jsonrpc":"2.0","id":1e3,"method":"m"}"#, "invalid null -32600"),
        (#"{"jsonrpc":"2.0","id":true,"method":"m"}"#, "invalid null -32600"),
        (#"{"jsonrpc":"2.0","id":[1],"method":"m"}"#, "invalid null -32600"),
        (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, "invalid null -32600"),
        // The error for an invalid request contains the id of the request, if that is valid.
        (#"{"id":1,"method":"m"}"#, "invalid 1 -32600"),
        (#"{"jsonrpc":"1.0","id":"a","method":"m"}"#, #"invalid "a" -32600"#),
        (#"{"jsonrpc":2.0,"id":1,"method":"m"}"#, "invalid 1 -32600"),
        (#"{"jsonrpc":"2.0","id":1}"#, "invalid 1 -32600"),
        (#"{"jsonrpc":"2.0","id":1,"method":null}"#, "invalid 1 -32600"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":1}"#, "invalid 1 -32600"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}"#, "invalid 1 -32600"),
        (#"{"jsonrpc":"2.0","method":"m","params":false}"#, "invalid null -32600"),
        ("{}", "invalid null -32600"),
        ("1", "invalid null -32600"),
        ("null", "invalid null -32600"),
        // Unknown members are ignored.
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":null,"trace":[]}"#, "request 1 m null"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","result":2,"error":3}"#, "request 1 m"),
        (" \t{\"jsonrpc\":\"2.0\",\"method\":\"ü\\u0000\"}\r\n", "notification ü\0"),
        // Batches.
        (#"[[{"jsonrpc":"2.0","id":1,"method":"m"}],[]]"#, "batch: invalid null -32600; invalid null -32600"),
        (#"[{"jsonrpc":"2.0","id":1,"result":[]}]"#, "batch: result 1 []"),
        // Responses.
        (#"{"jsonrpc":"2.0","id":1,"result":null}"#, "result 1 null"),
        (#"{"jsonrpc":"2.0","id":1,"result":null,"error":null}"#, "result 1 null"),
        (#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#, "result 1 {}"),
        (
            #"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":7,"message":"x","data":[1]}}"#,
            "failure 1 7 x [1]"
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":7,"message":"x"}}"#,
            #"failure 1 -32603 the peer's answer has both a "result" and an "error""#
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"error":"x"}"#,
            #"failure 1 -32603 the peer's "error" is not an object with an integer "code" and a string "message""#
        ),
        (#"{"jsonrpc":"2.0","result":1}"#, "invalid null -32600"),
        (#"{"id":1,"result":1}"#, "invalid null -32600"),
        // Invalid JSON, with the recovered id.
        ("", "invalid null -32700"),
        (#"{"id":7,"method":}"#, "invalid 7 -32700"),
        (#"{"method":"m","params":{"id":6},"id":"x",]"#, #"invalid "x" -32700"#),
        (#"{"method":"m","id":12"#, "invalid null -32700"),
        (#"{"method":"m","id":"#, "invalid null -32700"),
        (#"{"method":"m","id""#, "invalid null -32700"),
        (#"{"method":"m","id":"\"#, "invalid null -32700"),
        (#"{"id":1.5,"method":}"#, "invalid null -32700"),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1,"a":2}}"#, "invalid 1 -32700"),
        (#"{"jsonrpc":"2.0","id":1,"method":"\ud800"}"#, "invalid 1 -32700"),
    ]

    @Test(arguments: messages) func reading(text: String, reading: String) {
        #expect(reads(text) == reading)
    }

    static let refusals: [(text: String, message: String)] = [
        ("3", "the message is an integer; expected an object"),
        ("[]", "the batch is empty; expected at least one message"),
        (#"{"method":"m"}"#, #""jsonrpc" is missing; expected "2.0""#),
        (#"{"jsonrpc":"2","method":"m"}"#, #""jsonrpc" is another string; expected the string "2.0""#),
        (
            #"{"jsonrpc":2.0,"method":"m"}"#,
            #""jsonrpc" is a number with a fraction or exponent; "# + #"expected the string "2.0""#
        ),
        (#"{"jsonrpc":"2.0","id":1}"#, #""method" is missing; expected the name of a method"#),
        (#"{"jsonrpc":"2.0","method":[]}"#, #""method" is an array; expected a string"#),
        (#"{"jsonrpc":"2.0","method":"m","params":true}"#, #""params" is a truth value; expected an object"#),
        (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, #""id" is an object; expected a string, an integer or null"#),
        (#"{"jsonrpc":"2.0","result":1}"#, #""id" is missing; an answer has the id of its request"#),
    ]

    @Test(arguments: refusals) func refusalsSayWhatIsWrong(text: String, message: String) throws {
        guard case .invalid(let error, _) = read(text) else {
            Issue.record("\(text) is valid")
            return
        }
        #expect(error.message == message)
        #expect(!error.retryable)
    }

    @Test func whatCannotBeParsedIsNotQuoted() {
        guard case .invalid(let error, id: .integer(1)) = read(#"{"id":1,"value":"hunter2" hunter2}"#) else {
            Issue.record("it is JSON")
            return
        }
        #expect(error.message.hasPrefix("not JSON: "))
        #expect(!error.message.contains("hunter2"))
    }

    /// The peer would mistake the id of this answer for the id of one of its own requests.
    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":1,"result":{"items":[{"n":1e999}]}}"#, #"{"id":1,"error":{"code":1e999}}"#,
        #"{"jsonrpc":"2.0","result":1e999,"id":1}"#,
    ])
    func anAnswerThatCannotBeParsedIsRefusedWithoutAnID(text: String) {
        #expect(read(text).reading == "invalid null -32700")
        let request = text.replacing("{\"", with: "{\"method\":\"m\",\"", maxReplacements: 1)
        #expect(read(request).reading == "invalid 1 -32700")
    }

    @Test(arguments: [nil, "null", "[]", "{}"]) func emptyParamsAreAnObject(text: String?) throws {
        let params = try text.map { try JSONValue(parsing: $0) }
        #expect(try Params.object(params) == .emptyObject)
    }

    @Test func paramsByPositionAreRefused() throws {
        let params = try JSONValue(parsing: "[1]")
        let error = #expect(throws: RPCError.self) { try Params.object(params) }
        #expect(error?.code == .invalidParams)
        #expect(try Params.object(JSONValue(parsing: #"{"a":1}"#))["a"]?.intValue == 1)
    }

    @Test(arguments: [
        "{\"jsonrpc\":\"2.0\",\"id\":\"garbage\t5,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":\"x\t5}",
    ])
    func whatIsNotJSONIsNeverCarriedOut(text: String) {
        let message = Array(text.utf8).withUnsafeBytes { MessageDecoder.decode($0) }
        guard case .invalid(let error, _) = message else {
            Issue.record("read as \(message)")
            return
        }
        #expect(error.code == .parseError)
    }
}
