import Testing

@testable import FHJSONRPC

@Suite struct ContentLengthFramingTests {
    static let wanted = "expected \"Content-Length: <bytes>\""

    static let cases: [(stream: String, found: [Found])] = [
        ("Content-Length: 2\r\n\r\n{}", [.frame("{}")]),
        ("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n[\n1]", [.frame("{}"), .frame("[\n1]")]),
        ("content-LENGTH:2\n\n{}", [.frame("{}")]),
        ("Content-Length \t:\t 02 \r\n\r\n{}", [.frame("{}")]),
        (
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nX:\r\nContent-Length: 2\r\nZ: 3\r\n\r\n{}",
            [.frame("{}")]
        ),
        ("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", [.frame("{}")]),
        ("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", [.frame(""), .frame("{}")]),
        ("Content-Length: 3\r\n\r\nü!", [.frame("ü!")]),
        ("Content-Length: 5\r\n\r\n{}", [.truncated(prefix: "{}", byteCount: 2, expected: 5)]),
        ("Content-Length: 5\r\n\r\n", [.truncated(prefix: "", byteCount: 0, expected: 5)]),
    ]

    @Test(arguments: cases) func frames(stream: String, found: [Found]) {
        #expect(FrameDecoder.decode(stream) == found)
        #expect(FrameDecoder.decode(Array(stream.utf8), .bytes) == found)
    }

    static let limited: [(stream: String, found: [Found])] = [
        ("Content-Length: 8\r\n\r\n{345678}", [.frame("{345678}")]),
        (
            "Content-Length: 9\r\n\r\n{3456789}Content-Length: 2\r\n\r\n{}",
            [.oversized(prefix: "{3456789}", byteCount: 9), .frame("{}")]
        ),
        ("Content-Length: 9\r\n\r\n{34", [.truncated(prefix: "{34", byteCount: 3, expected: 9)]),
        (
            "Content-Length: 9223372036854775807\r\n\r\n{",
            [.truncated(prefix: "{", byteCount: 1, expected: 9_223_372_036_854_775_807)]
        ),
    ]

    @Test(arguments: limited) func bodiesOverTheLimitAreSkippedWhole(stream: String, found: [Found]) {
        #expect(FrameDecoder.decode(stream, maxFrameBytes: 8) == found)
        #expect(FrameDecoder.decode(Array(stream.utf8), .bytes, maxFrameBytes: 8) == found)
    }

    static let refused: [(stream: String, reason: String)] = [
        (
            "Content-Type: x\r\n\r\n{}",
            "the header block ends without a length; \(wanted) before the empty line"
        ),
        (
            "Content-Length: 2\r\n\r\n{}\r\n",
            "the header block ends without a length; \(wanted) before the empty line"
        ),
        (
            "Content-Length: -1\r\n\r\n{}",
            "header line 1: Content-Length is no number of bytes; expected decimal digits alone, below 2^63"
        ),
        (
            "A: b\nContent-Length: two\r\n\r\n{}",
            "header line 2: Content-Length is no number of bytes; expected decimal digits alone, below 2^63"
        ),
        (
            "Content-Length:\r\n\r\n{}",
            "header line 1: Content-Length is no number of bytes; expected decimal digits alone, below 2^63"
        ),
        (
            "Content-Length: 9223372036854775808\r\n\r\n{}",
            "header line 1: Content-Length is no number of bytes; expected decimal digits alone, below 2^63"
        ),
        (
            "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            "header line 2: Content-Length is 3 after 2; expected one length"
        ),
        (
            "hello\n",
            "header line 1 has no colon; \(wanted), "
                + "or a connection that begins with { or [ for one JSON text per line"
        ),
        (
            "Content-Length: 2\r\n",
            "the input ends inside a header block; expected an empty line and a body after it"
        ),
        (
            "Content-Le",
            "the input ends inside a header block; expected an empty line and a body after it"
        ),
        (
            String(repeating: "x", count: 8193),
            "the header block is longer than 8192 bytes; \(wanted) and an empty line"
        ),
        (
            String(repeating: "X: y\r\n", count: 1400) + "Content-Length: 2\r\n\r\n{}",
            "the header block is longer than 8192 bytes; \(wanted) and an empty line"
        ),
    ]

    @Test(arguments: refused) func aBadHeaderEndsTheStream(stream: String, reason: String) {
        let found = FrameDecoder.decode(stream)
        #expect(found.last == .badHeader(reason))
        #expect(FrameDecoder.decode(Array(stream.utf8), .bytes) == found)
    }

    @Test func nothingFollowsABadHeader() {
        let stream = "hello\nContent-Length: 2\r\n\r\n{}"
        #expect(FrameDecoder.decode(stream).count == 1)
        #expect(FrameDecoder.decode(Array(stream.utf8), .bytes).count == 1)
    }

    @Test func aBlockOfExactlyTheLimitIsRead() {
        let ending = "Content-Length: 2\r\n\r\n"
        let padding = "X:" + String(repeating: " ", count: HeaderBlock.maxBytes - ending.utf8.count - 3) + "\n"
        #expect(FrameDecoder.decode(padding + ending + "{}") == [.frame("{}")])
        #expect(FrameDecoder.decode("X" + padding + ending + "{}") == [.badHeader(HeaderBlock.tooLong.reason)])
    }
}
