import TestSupport
import Testing

@testable import FHJSONRPC

/// Any division of a long stream gives the same frames, with bounded memory and in linear time.
@Suite struct FramingStreamTests {
    @Test func divisionMakesNoDifference() {
        var random = SeededGenerator.announced("divisionMakesNoDifference")
        for round in 0..<300 {
            let framing: Framing = round.isMultiple(of: 2) ? .lines : .contentLength
            let stream = Self.stream(framing, using: &random)
            let limit = [16, 64, 300].randomElement(using: &random) ?? 16
            let whole = FrameDecoder.decode(stream, maxFrameBytes: limit)
            #expect(FrameDecoder.decode(stream, .bytes, maxFrameBytes: limit) == whole)
            for size in [3, 50, 1000] {
                let piece = SeededGenerator(seed: random.next())
                #expect(FrameDecoder.decode(stream, .pieces(piece, upTo: size), maxFrameBytes: limit) == whole)
                #expect(FrameDecoder.decode(stream, .inPlace(piece, upTo: size), maxFrameBytes: limit) == whole)
            }
        }
    }

    @Test func mutatedStreamsNeverTrapAndDivisionStillMakesNoDifference() {
        var random = SeededGenerator.announced("mutatedStreams")
        for round in 0..<20_000 {
            var stream = Self.stream(round.isMultiple(of: 2) ? .lines : .contentLength, frames: 4, using: &random)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                stream.mutate(using: &random)
            }
            let whole = FrameDecoder.decode(stream, maxFrameBytes: 64)
            let pieces = Division.pieces(SeededGenerator(seed: random.next()), upTo: 40)
            #expect(FrameDecoder.decode(stream, pieces, maxFrameBytes: 64) == whole)
        }
    }

    /// Searching from the start for each byte would take 2^39 steps, and longer than a test may.
    @Test(.hangLimit, arguments: [Framing.lines, .contentLength])
    func aFrameDrippedByteByByteTakesLinearTime(framing: Framing) {
        let body = String(repeating: "x", count: 1 << 20)
        let stream = framing == .lines ? "[\(body)\n" : "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let bytes = Array(stream.utf8)
        #expect(FrameDecoder.decode(bytes, .bytes).count == 1)
    }

    @Test(arguments: [Framing.lines, .contentLength])
    func memoryStaysBoundedWhileAGibibyteStreamsThrough(framing: Framing) {
        let size = 1 << 30
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var decoder = FrameDecoder()
        let head = "{\"id\":7,"
        var found =
            framing == .lines
            ? decoder.feed(head)
            : decoder.feed("Content-Length: \(size + head.utf8.count)\r\n\r\n\(head)")
        for _ in 0..<size / piece.count {
            found += decoder.feed(piece[...])
            if decoder.buffer.capacity > 3 * decoder.maxFrameBytes { break }
        }
        #expect(decoder.buffer.capacity <= 1 << 20)
        found += decoder.feed(framing == .lines ? "\n{}\n" : "Content-Length: 2\r\n\r\n{}")
        guard found.count == 2, case .oversized(let prefix, size + head.utf8.count) = found[0] else {
            Issue.record("found \(found.count) events")
            return
        }
        #expect(prefix.utf8.count == DroppedFrame.maxPrefixBytes && prefix.hasPrefix(head))
        #expect(found[1] == .frame("{}"))
    }

    @Test func roomIsReusedWhileSmallFramesStreamThrough() {
        var decoder = FrameDecoder()
        let line = Array("{\"jsonrpc\":\"2.0\"}\n".utf8)
        for _ in 0..<100_000 { _ = decoder.feed(line[...]) }
        #expect(decoder.buffer.capacity < 1024)
    }

    @Test func whatAReaderThrowsLeavesTheStreamAsItWas() {
        struct Interrupted: Error {}
        var decoder = FrameDecoder()
        _ = decoder.feed("{")
        #expect(throws: Interrupted.self) {
            try decoder.withSpareCapacity(minimum: 100) { room throws(Interrupted) in
                #expect(room.count >= 100)
                throw Interrupted()
            }
        }
        #expect(decoder.feed("}\n") == [.frame("{}")])
    }

    /// Returns a stream of random frames; some are empty, and some exceed all limits of the tests.
    static func stream(
        _ framing: Framing, frames: Int = 12, using random: inout SeededGenerator
    ) -> [UInt8] {
        var stream: [UInt8] = framing == .lines ? [ASCII.openBrace] : []
        for _ in 0..<Int.random(in: 0...frames, using: &random) {
            let size = [0, 5, 16, 17, 18, 64, 65, 66, 400].randomElement(using: &random) ?? 0
            var body = [UInt8](repeating: Bool.random(using: &random) ? ASCII.space : UInt8(ascii: "x"), count: size)
            if framing == .lines {
                body += Bool.random(using: &random) ? [ASCII.lineFeed] : [ASCII.carriageReturn, ASCII.lineFeed]
                stream += body
            } else {
                let ending = Bool.random(using: &random) ? "\r\n" : "\n"
                let other = Bool.random(using: &random) ? "Content-Type: x\(ending)" : ""
                stream += Array("\(other)Content-Length: \(size)\(ending)\(ending)".utf8) + body
            }
        }
        if Bool.random(using: &random) { stream.removeLast(min(stream.count, Int.random(in: 0...9, using: &random))) }
        return stream
    }
}

extension [UInt8] {
    /// Changes, removes, repeats or inserts a few bytes.
    mutating func mutate(using random: inout SeededGenerator) {
        guard !isEmpty else { return append(UInt8.random(in: 0...255, using: &random)) }
        let place = Int.random(in: 0..<count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: self[place] = UInt8.random(in: 0...255, using: &random)
        case 1: remove(at: place)
        case 2: insert(contentsOf: self[place..<Swift.min(count, place + 9)], at: place)
        case 3: removeSubrange(place..<Swift.min(count, place + Int.random(in: 0...20, using: &random)))
        default: insert("\n\r:{}[]\",0-9".utf8.randomElement(using: &random) ?? 0, at: place)
        }
    }
}
