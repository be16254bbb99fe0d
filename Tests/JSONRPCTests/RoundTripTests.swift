import FHJSON
import FHJSONRPC
import TestSupport
import Testing

/// Written messages are read back unchanged, whatever they contain and however the bytes are divided.
@Suite struct RoundTripTests {
    /// Bytes that must not occur inside an output line: raw line breaks, U+0085, U+2028 and U+2029.
    static let breaks: [[UInt8]] = [[0x0A], [0x0D], [0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]

    @Test(arguments: [Framing.lines, .contentLength])
    func whatIsEncodedDecodesTheSame(framing: Framing) {
        var random = SeededGenerator.announced("whatIsEncodedDecodesTheSame")
        for _ in 0..<300 {
            var writer = JSONWriter()
            var expected: [String] = []
            for _ in 0..<Int.random(in: 1...9, using: &random) {
                expected.append(Self.write(framing, to: &writer, using: &random))
            }
            let stream = writer.withUnsafeBytes(Array.init)
            if framing == .lines { checkLines(stream, count: expected.count) }
            #expect(readings(stream, upTo: .max, using: &random) == expected)
            #expect(readings(stream, upTo: 1, using: &random) == expected)
            #expect(readings(stream, upTo: 60, using: &random) == expected)
        }
    }

    @Test func garbageNeverTraps() {
        var random = SeededGenerator.announced("garbageNeverTraps")
        for round in 0..<4_000 {
            var writer = JSONWriter()
            for _ in 0..<3 {
                _ = Self.write(round.isMultiple(of: 2) ? .lines : .contentLength, to: &writer, using: &random)
            }
            var stream = writer.withUnsafeBytes(Array.init)
            for _ in 0..<Int.random(in: 1...6, using: &random) { stream.mutate(using: &random) }
            let whole = readings(stream, upTo: .max, using: &random)
            #expect(readings(stream, upTo: 30, using: &random) == whole)
        }
    }

    private func checkLines(_ stream: [UInt8], count: Int) {
        let lines = stream.split(separator: 0x0A, omittingEmptySubsequences: false)
        #expect(lines.count == count + 1 && lines.last?.isEmpty == true)
        for line in lines {
            for separator in Self.breaks {
                #expect(line.firstRange(of: separator) == nil)
            }
        }
    }

    private func readings(_ stream: [UInt8], upTo size: Int, using random: inout SeededGenerator) -> [String] {
        var decoder = FrameDecoder(maxFrameBytes: 4096)
        var readings: [String] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let piece = rest.prefix(size == .max ? rest.count : Int.random(in: 1...size, using: &random))
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { decoder.append($0) }
            while let event = decoder.next() { readings.append(MessageDecoder.decode(event, from: decoder).reading) }
        }
        while let event = decoder.finish() { readings.append(MessageDecoder.decode(event, from: decoder).reading) }
        return readings
    }

    /// Writes a random message and returns its expected reading.
    private static func write(
        _ framing: Framing, to writer: inout JSONWriter, using random: inout SeededGenerator
    ) -> String {
        let encoder = MessageEncoder(framing: framing)
        let id = randomID(using: &random)
        let number = Int.random(in: Int.min...Int.max, using: &random)
        let method = randomString(using: &random)
        let value = JSONText.build { writer in
            writer.beginObject()
            writer.key(randomString(using: &random).filter { $0 != "\0" })
            writer.value(randomString(using: &random))
            writer.endObject()
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            encoder.result(value, id: id, to: &writer)
            return "result \(id.text) \(value)"
        case 1:
            let error = RPCError(.unknownAction, method, details: [.init("known", value)])
            encoder.error(error, id: id, to: &writer)
            return
                "failure \(id.text) -31003 \(method) {\"kind\":\"unknownAction\",\"retryable\":false,\"known\":\(value)}"
        case 2:
            encoder.notification(method, params: value, to: &writer)
            return "notification \(method) \(value)"
        case 3:
            encoder.request(id: number, method: method, to: &writer)
            return "request \(number) \(method)"
        case 4:
            encoder.request(id: number, method: method, to: &writer) { $0.value(value) }
            return "request \(number) \(method) \(value)"
        default:
            let answer = JSONText.build { MessageWriter.result(id: id, to: &$0) { $0.value(value) } }
            encoder.batch([answer, answer], to: &writer)
            return "batch: result \(id.text) \(value); result \(id.text) \(value)"
        }
    }

    private static func randomID(using random: inout SeededGenerator) -> RequestID {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .null
        case 1: .integer(Int.random(in: Int.min...Int.max, using: &random))
        default: .string(ExactText(randomString(using: &random)))
        }
    }

    private static func randomString(using random: inout SeededGenerator) -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\0", "\u{1F}", "\u{7F}", "\u{85}", "\u{A0}", "é",
            "\u{2027}", "\u{2028}", "\u{2029}", "\u{202A}", "漢", "\u{FEFF}", "🙂", "\u{10FFFF}",
        ]
        var string = ""
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            string.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
        }
        return string
    }
}
