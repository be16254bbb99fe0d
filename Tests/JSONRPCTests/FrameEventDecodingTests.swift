import FHJSON
import FHJSONRPC
import Testing

/// The path from a byte stream to messages, and to errors for invalid ones.
@Suite struct FrameEventDecodingTests {
    static let streams: [(stream: String, readings: [String])] = [
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}\n\n{nonsense\n{\"jsonrpc\":\"2.0\",\"method\":\"n\"}",
            ["request 1 m", "invalid null -32700", "notification n"]
        ),
        (
            "{\"id\":7,\"p\":\"\(String(repeating: "x", count: 99))\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n",
            ["invalid 7 -32700", "notification n"]
        ),
        (
            "{\"p\":\"\(String(repeating: "x", count: 99))\",\"id\":\"a\"}",
            ["invalid \"a\" -32700"]
        ),
        ("Content-Length: 30\r\n\r\n{\"id\":\"a\",\"met", ["invalid \"a\" -32700"]),
        ("Content-Length: 30\r\n\r\n{\"id\":12", ["invalid null -32700"]),
        ("Content-Length: 99\r\n\r\n{\"id\":12,", ["invalid 12 -32700"]),
        (
            "Content-Length: 70\r\n\r\n{\"id\":12,\(String(repeating: " ", count: 61))"
                + "Content-Length: 0\r\n\r\nContent-Length: 31\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"no\"}",
            ["invalid 12 -32700", "invalid null -32700", "notification no"]
        ),
        ("Content-Size: 3\r\n\r\n{}", ["invalid null -32700"]),
    ]

    @Test(arguments: streams) func readings(stream: String, readings: [String]) {
        #expect(messages(stream).map(\.reading) == readings)
    }

    @Test func errorsSayTheLengths() {
        #expect(
            errors("{\(String(repeating: "x", count: 99))")
                == ["the frame is 100 bytes long; expected at most 64"])
        #expect(
            errors("Content-Length: 30\r\n\r\n{}")
                == ["the input ends after 2 bytes of a body; expected Content-Length's 30"])
        #expect(
            errors("Content-Length: \r\n\r\n{}")
                == ["header line 1: Content-Length is no number of bytes; expected decimal digits alone, below 2^63"])
    }

    private func messages(_ stream: String) -> [Incoming] {
        var decoder = FrameDecoder(maxFrameBytes: 64)
        Array(stream.utf8).withUnsafeBytes { decoder.append($0) }
        var found: [Incoming] = []
        while let event = decoder.next() { found.append(MessageDecoder.decode(event, from: decoder)) }
        while let event = decoder.finish() { found.append(MessageDecoder.decode(event, from: decoder)) }
        return found
    }

    private func errors(_ stream: String) -> [String] {
        messages(stream).compactMap {
            guard case .invalid(let error, _) = $0 else { return nil }
            return error.message
        }
    }
}
