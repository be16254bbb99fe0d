import FHJSON
import FHJSONRPC
import Testing

/// The examples of JSON-RPC 2.0 §7 that consist of one message or batch.
@Suite struct SpecificationTests {
    static let messages: [(text: String, reading: String)] = [
        // rpc call with positional parameters
        (#"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#, "request 1 subtract [42,23]"),
        (#"{"jsonrpc": "2.0", "result": 19, "id": 1}"#, "result 1 19"),
        (#"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#, "request 2 subtract [23,42]"),
        (#"{"jsonrpc": "2.0", "result": -19, "id": 2}"#, "result 2 -19"),
        // rpc call with named parameters
        (
            #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
            #"request 3 subtract {"subtrahend":23,"minuend":42}"#
        ),
        // a Notification
        (#"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, "notification update [1,2,3,4,5]"),
        (#"{"jsonrpc": "2.0", "method": "foobar"}"#, "notification foobar"),
        // rpc call of non-existent method
        (#"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#, #"request "1" foobar"#),
        (
            #"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "1"}"#,
            #"failure "1" -32601 Method not found"#
        ),
        // rpc call with invalid JSON
        (#"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#, "invalid null -32700"),
        (
            #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#,
            "failure null -32700 Parse error"
        ),
        // rpc call with invalid Request object
        (#"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, "invalid null -32600"),
        // rpc call Batch, invalid JSON
        (
            #"[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]"#,
            "invalid null -32700"
        ),
        // rpc call with an empty Array
        ("[]", "invalid null -32600"),
        // rpc call with an invalid Batch (but not empty)
        ("[1]", "batch: invalid null -32600"),
        // rpc call with invalid Batch
        ("[1,2,3]", "batch: invalid null -32600; invalid null -32600; invalid null -32600"),
        // rpc call Batch
        (
            """
            [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
             {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
             {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
             {"foo": "boo"},
             {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
             {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]
            """,
            #"batch: request "1" sum [1,2,4]; notification notify_hello [7]; request "2" subtract [42,23]; "#
                + #"invalid null -32600; request "5" foo.get {"name":"myself"}; request "9" get_data"#
        ),
        // rpc call Batch (all notifications)
        (
            """
            [{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
             {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]
            """,
            "batch: notification notify_sum [1,2,4]; notification notify_hello [7]"
        ),
    ]

    @Test(arguments: messages) func example(text: String, reading: String) {
        #expect(reads(text) == reading)
    }
}
