import Testing

@testable import FHJSONRPC

@Suite struct LineFramingTests {
    static let cases: [(stream: String, found: [Found])] = [
        ("", []),
        ("{}\n", [.frame("{}")]),
        ("{}", [.frame("{}")]),
        ("{}\r\n[]\r\n", [.frame("{}"), .frame("[]")]),
        ("{}\r", [.frame("{}")]),
        ("{}\r\r\n", [.frame("{}\r")]),
        ("\n\r\n \t\r\n{}\n\n\n[]\n  ", [.frame("{}"), .frame("[]")]),
        ("  {}\n", [.frame("  {}")]),
        ("{\nnot json\n}\n", [.frame("{"), .frame("not json"), .frame("}")]),
        ("{}\nContent-Length: 2\r\n\r\n{}", [.frame("{}"), .frame("Content-Length: 2"), .frame("{}")]),
        ("\n", []),
        (" ", []),
        ("[]\n{\"a\":\"ü\u{2028}\"}\n", [.frame("[]"), .frame("{\"a\":\"ü\u{2028}\"}")]),
    ]

    @Test(arguments: cases) func frames(stream: String, found: [Found]) {
        #expect(FrameDecoder.decode(stream) == found)
        #expect(FrameDecoder.decode(Array(stream.utf8), .bytes) == found)
    }

    static let limited: [(stream: String, found: [Found])] = [
        ("{345678}\n{}\n", [.frame("{345678}"), .frame("{}")]),
        ("{345678}\r\n{}\n", [.frame("{345678}"), .frame("{}")]),
        ("{345678}", [.frame("{345678}")]),
        ("{345678}\r", [.frame("{345678}")]),
        ("{3456789}\n{}\n", [.oversized(prefix: "{3456789}", byteCount: 9), .frame("{}")]),
        ("{3456789}\r\n{}\n", [.oversized(prefix: "{3456789}\r", byteCount: 10), .frame("{}")]),
        ("{3456789}", [.oversized(prefix: "{3456789}", byteCount: 9)]),
        ("{}\n{34567890123}", [.frame("{}"), .oversized(prefix: "{34567890123}", byteCount: 13)]),
        ("{34567890123}\n{}", [.oversized(prefix: "{34567890123}", byteCount: 13), .frame("{}")]),
        (
            "{34567890123}\n[4567890123]\n[]",
            [
                .oversized(prefix: "{34567890123}", byteCount: 13), .oversized(prefix: "[4567890123]", byteCount: 12),
                .frame("[]"),
            ]
        ),
        ("{}\n                 \n{}\n                  ", [.frame("{}"), .frame("{}")]),
    ]

    @Test(arguments: limited) func linesOverTheLimitAreSkippedWhole(stream: String, found: [Found]) {
        #expect(FrameDecoder.decode(stream, maxFrameBytes: 8) == found)
        #expect(FrameDecoder.decode(Array(stream.utf8), .bytes, maxFrameBytes: 8) == found)
    }

    @Test func theFramingIsKnownAfterTheFirstByte() {
        // The first byte of a byte-order mark is held back until the other bytes arrive.
        for byte in UInt8.min...UInt8.max where byte != 0xEF {
            var decoder = FrameDecoder()
            #expect(decoder.framing == nil)
            _ = decoder.feed([byte])
            #expect(decoder.framing == ("{[ \t\r\n".utf8.contains(byte) ? .lines : .contentLength))
        }
        #expect(FrameDecoder(framing: .lines).framing == .lines)
    }

    @Test(arguments: ["\u{FEFF}{}\n", "\u{FEFF} \n{}"])
    func aByteOrderMarkIsPassedOver(stream: String) {
        #expect(FrameDecoder.decode(stream) == FrameDecoder.decode("{}\n"))
        #expect(FrameDecoder.decode(Array(stream.utf8), .bytes) == FrameDecoder.decode("{}\n"))
    }

    @Test(arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0x7B]] as [[UInt8]])
    func halfAMarkBeginsAHeader(bytes: [UInt8]) {
        var decoder = FrameDecoder()
        _ = decoder.feed(bytes[...])
        _ = decoder.finish()
        #expect(decoder.framing == .contentLength)
    }

    @Test func givenFramingIsNotRecognised() {
        #expect(FrameDecoder.decode(Array("true\n".utf8), framing: .lines) == [.frame("true")])
        let block = Array(" Content-Length: 4\n\ntrue".utf8)
        #expect(FrameDecoder.decode(block, framing: .contentLength) == [.frame("true")])
    }
}
