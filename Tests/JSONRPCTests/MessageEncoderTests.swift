import FHJSON
import FHJSONRPC
import Testing

@Suite struct MessageEncoderTests {
    let lines = MessageEncoder(framing: .lines)
    let headers = MessageEncoder(framing: .contentLength)

    @Test func eachMessageIsALine() {
        let text = written { writer in
            lines.result(.null, id: .integer(-7), to: &writer)
            lines.result(id: .string("a\"b"), to: &writer) { writer in
                writer.beginObject()
                writer.field("revision", 3)
                writer.endObject()
            }
            lines.error(RPCError(.busy, "full"), id: .null, to: &writer)
            lines.notification("exit", to: &writer)
            lines.notification("n", params: .emptyObject, to: &writer)
            lines.notification("state/snapshot", to: &writer) { $0.value(1) }
            lines.request(id: 1, method: "ping", to: &writer)
            lines.request(id: 2, method: "ping", params: .emptyArray, to: &writer)
            lines.request(id: 3, method: "source/fetch", to: &writer) { $0.value(true) }
        }
        #expect(
            text == """
                {"jsonrpc":"2.0","id":-7,"result":null}
                {"jsonrpc":"2.0","id":"a\\"b","result":{"revision":3}}
                {"jsonrpc":"2.0","id":null,"error":{"code":-31007,"message":"full",\
                "data":{"kind":"busy","retryable":true}}}
                {"jsonrpc":"2.0","method":"exit"}
                {"jsonrpc":"2.0","method":"n","params":{}}
                {"jsonrpc":"2.0","method":"state/snapshot","params":1}
                {"jsonrpc":"2.0","id":1,"method":"ping"}
                {"jsonrpc":"2.0","id":2,"method":"ping","params":[]}
                {"jsonrpc":"2.0","id":3,"method":"source/fetch","params":true}

                """)
    }

    @Test func eachMessageHasItsLengthInBytes() {
        let text = written { writer in
            headers.notification("ü", to: &writer)
            headers.result(.null, id: .integer(1), to: &writer)
        }
        #expect(
            text == "Content-Length: 31\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"ü\"}"
                + "Content-Length: 38\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}")
    }

    @Test func aBatchIsOneFrame() {
        let answers = [
            JSONText.build { MessageWriter.result(id: .integer(1), to: &$0) { $0.value("x") } },
            JSONText.build { MessageWriter.error(RPCError(.parseError, "m"), id: .null, to: &$0) },
        ]
        let text = written { writer in
            lines.batch(answers, to: &writer)
            lines.batch([], to: &writer)
            lines.batch([answers[0]], to: &writer)
        }
        #expect(
            text == """
                [{"jsonrpc":"2.0","id":1,"result":"x"},{"jsonrpc":"2.0","id":null,"error":{"code":-32700,\
                "message":"m","data":{"kind":"parseError","retryable":false}}}]
                [{"jsonrpc":"2.0","id":1,"result":"x"}]

                """)
    }

    @Test func messagesInsideAnArrayGetTheirCommas() {
        let text = JSONText.build { writer in
            writer.beginArray()
            MessageWriter.notification("a", to: &writer)
            MessageWriter.request(id: 1, method: "b", to: &writer)
            writer.endArray()
        }
        #expect(text.string == #"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"method":"b"}]"#)
    }

    @Test(arguments: [Framing.lines, .contentLength])
    func aBodyThatThrowsLeavesNothingBehind(framing: Framing) throws {
        struct Halfway: Error {}
        let encoder = MessageEncoder(framing: framing)
        var writer = JSONWriter()
        encoder.notification("a", to: &writer)
        let before = writer.count
        do throws(Halfway) {
            try encoder.result(id: .null, to: &writer) { writer throws(Halfway) in
                writer.beginObject()
                writer.field("x", 1)
                throw Halfway()
            }
            Issue.record("it did not throw")
        } catch {}
        #expect(writer.count == before)
        encoder.notification("a", to: &writer)
        #expect(writer.count == 2 * before)
    }
}
