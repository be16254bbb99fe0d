import FHJSON
import Testing

@testable import FHConformance

/// The frames of a stream, and the faults that are reported for invalid framing.
@Suite struct FrameReaderTests {
    private func read(_ text: String, hasHeaders: Bool) -> (frames: [String], faults: [[String]]) {
        var reader = FrameReader(hasHeaders: hasHeaders, of: .host)
        var frames: [String] = []
        var faults: [[String]] = []
        // Byte by byte, so that each frame arrives in chunks.
        for piece in text.utf8.flatMap({ reader.feed([$0]) }) {
            switch piece {
            case .frame(let frame): frames.append("\(frame)")
            case .fault(let fault): faults.append(fault.requirements)
            }
        }
        return (frames, faults)
    }

    @Test func lines() {
        let (frames, faults) = read("{\"a\":1}\n[2]\n{\"b\":", hasHeaders: false)
        #expect(frames == [#"{"a":1}"#, "[2]"] && faults.isEmpty)
    }

    @Test(arguments: ["hello\n", "1\n", "\n", "{\"a\":1\n"]) func whatIsNoMessage(_ text: String) {
        #expect(read(text + "{}\n", hasHeaders: false).faults == [["T-1", "T-5"]])
        #expect(read(text + "{}\n", hasHeaders: false).frames == ["{}"])
    }

    @Test func lineBreaksThatAreNotEscaped() {
        #expect(read("{\"a\":\"\u{2028}\"}\n", hasHeaders: false).faults == [["T-9"]])
        #expect(read("{\"a\":\"\u{85}\"}\n", hasHeaders: false).faults == [["T-9"]])
    }

    @Test func whatIsNotUTF8() {
        var reader = FrameReader(hasHeaders: false, of: .host)
        guard case .fault(let fault)? = reader.feed([0x7B, 0xFF, 0x7D, 0x0A]).first else {
            Issue.record("no fault")
            return
        }
        #expect(fault.requirements == ["T-3"])
    }

    @Test func headers() {
        let (frames, faults) = read("Content-Length: 7\r\n\r\n{\"a\":1}Content-Length: 2\r\n\r\n[]", hasHeaders: true)
        #expect(frames == [#"{"a":1}"#, "[]"] && faults.isEmpty)
    }

    @Test func headersAreThoseOfTheLanguageServerProtocol() {
        let text = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:2\r\n\r\n[]"
        #expect(read(text, hasHeaders: true).frames == ["[]"])
    }

    @Test(arguments: [
        "{}\n{}\n{}\n\r\n\r\n", "Content-Length: x\r\n\r\n{}", "Length: 2\r\n\r\n{}",
        "Content-Length: -5\r\n\r\n{}", "Content-Length: \r\n\r\n{}", "Content-Length: 99999999999\r\n\r\n{}",
        "Welcome!\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: 99999999999999999999\r\n\r\n{}",
    ])
    func whatIsNoHeader(_ text: String) {
        #expect(read(text + String(repeating: "\r\n\r\n", count: 2), hasHeaders: true).faults.count == 1)
    }

    @Test(arguments: ["Content-Length: 2\n\n{}", "Content-Length: 2\n\r\n{}", "A: b\r\nContent-Length: 2\n\r\n{}"])
    func aHeaderLineWithABareLineFeedIsReadAndNoted(_ text: String) {
        let (frames, faults) = read(text, hasHeaders: true)
        #expect(frames == ["{}"] && faults == [["T-11"]])
    }

    @Test func aFrontEndsHeadersAreBounded() {
        var reader = FrameReader(hasHeaders: true, of: .frontEnd)
        let pieces = reader.feed("A: \(String(repeating: "b", count: 9_000))\r\nContent-Length: 2\r\n\r\n{}".utf8)
        guard case .fault(let fault)? = pieces.first, case .frame? = pieces.last else {
            Issue.record("\(pieces)")
            return
        }
        #expect(fault.requirements == ["T-15"])
    }

    @Test func aFrameThatIsCutOffIsNoEnd() {
        var reader = FrameReader(hasHeaders: false, of: .host)
        _ = reader.feed("{}".utf8)
        #expect(!reader.isAtEnd)
        _ = reader.feed("\n".utf8)
        #expect(reader.isAtEnd)
    }
}
