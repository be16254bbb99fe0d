import TestSupport
import Testing

@testable import FHJSONRPC

/// Frames that are delivered in chunks.
@Suite struct LongFrameBytesTests {
    static let edge = LongFrameBytes.minimumByteCount

    private static func text(_ count: Int, _ letter: Character = "x") -> String {
        String(repeating: letter, count: count)
    }

    @Test func theDivisionOfAStreamOfLinesMakesNoDifference() {
        let (edge, limit) = (Self.edge, 100_000)
        let lines = [
            Self.text(edge - 2) + "\r", Self.text(edge - 1) + "\r", Self.text(edge - 1), Self.text(edge),
            Self.text(edge + 1) + "\r", "{}", Self.text(edge + 9, " "), Self.text(limit) + "\r", Self.text(limit + 1),
            Self.text(3 * limit, " ") + "]", "[]", Self.text(limit, "y"),
        ]
        let counts = [edge - 2, edge - 1, edge - 1, edge, edge + 1, 2, limit, limit + 1, 3 * limit + 1, 2, limit]
        check(Array(lines.joined(separator: "\n").utf8), counts: counts, limit: limit, .lines)
    }

    @Test func theDivisionOfAStreamOfBodiesMakesNoDifference() {
        let (edge, limit) = (Self.edge, 100_000)
        let counts = [edge - 1, edge, edge + 1, 2, limit, limit + 1, 3 * limit, 0, 2 * edge]
        var stream = counts.map { "Content-Length: \($0)\r\n\r\n" + Self.text($0) }.joined()
        check(Array(stream.utf8), counts: counts, limit: limit, .contentLength)
        stream.removeLast(5)
        let last = FrameDecoder.decode(Array(stream.utf8), maxFrameBytes: 10 * limit).last
        let prefix = Self.text(DroppedFrame.maxPrefixBytes)
        #expect(last == .truncated(prefix: prefix, byteCount: 2 * edge - 5, expected: 2 * edge))
    }

    private func check(_ stream: [UInt8], counts: [Int], limit: Int, _ framing: Framing) {
        let whole = FrameDecoder.decode(stream, maxFrameBytes: limit, framing: framing)
        let found = whole.map { found -> Int in
            switch found {
            case .frame(let text): text.utf8.count
            case .oversized(_, let byteCount): byteCount
            case .truncated, .badHeader: -1
            }
        }
        #expect(found == counts)
        var random = SeededGenerator.announced("theDivisionMakesNoDifference")
        for size in [1_000, 30_000, 200_000] {
            for division in [Division.pieces(random, upTo: size), .inPlace(random, upTo: size)] {
                let found = FrameDecoder.decode(stream, division, maxFrameBytes: limit, framing: framing)
                #expect(found == whole)
            }
            _ = random.next()
        }
    }

    @Test func onlyLongFramesComeInPieces() {
        for (count, isLong) in [(Self.edge - 1, false), (Self.edge, true)] {
            var decoder = FrameDecoder(framing: .lines)
            _ = decoder.feed(Self.text(count / 2))
            Array((Self.text(count - count / 2) + "\n").utf8).withUnsafeBytes { decoder.append($0) }
            guard let event = decoder.next() else {
                Issue.record("a line of \(count) bytes made no event")
                continue
            }
            if case .longFrame(let bytes) = event {
                #expect(isLong && bytes.byteCount == count)
            } else {
                #expect(!isLong)
            }
        }
    }

    @Test func aFrameThatDripsNeedsNoMoreMemoryThanOthers() {
        var decoder = FrameDecoder(framing: .lines)
        for _ in 0..<300_000 { _ = decoder.feed("x") }
        #expect(decoder.unfinishedByteCount > 200_000)
        #expect(decoder.takeUnfinished().pieceCount <= 6)
        #expect(decoder.unfinishedByteCount == 0)
    }
}
