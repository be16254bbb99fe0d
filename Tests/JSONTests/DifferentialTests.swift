import CFHJansson
import FHJSON
import TestSupport
import Testing

struct DifferentialTests {
    @Test func writtenParsesBackToTheSame() throws {
        try forEachSeed(400) { seed, generator in
            let model = Model.random(using: &generator)
            let text = JSONText.build { model.write(into: &$0) }
            let value = try JSONValue(parsing: text.bytes)
            #expect(Model(value) == model, "seed \(seed)")
            #expect(JSONText(value) == text, "seed \(seed)")
            #expect(value == text.value && value.hashValue == text.value.hashValue, "seed \(seed)")
            let breaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
            #expect(!text.string.unicodeScalars.contains { breaks.contains($0) }, "seed \(seed)")
        }
    }

    @Test func anySpellingParsesToTheSame() throws {
        try forEachSeed(400) { seed, generator in
            let model = Model.random(using: &generator)
            let spelled = model.spelled(using: &generator)
            let parsed = Model(try JSONValue(parsing: spelled))
            #expect(parsed == model, "seed \(seed)")
        }
    }

    /// Compares the writer with jansson's, which prints reals with 17 digits.
    @Test func writesWhatJanssonWrites() throws {
        try forEachSeed(400) { seed, generator in
            let spelled = Array(Model.random(using: &generator).spelled(using: &generator).utf8)
            let ours = JSONText(try JSONValue(parsing: spelled))
            let theirs = try #require(dumpWithJansson(spelled), "seed \(seed)")
            let parsed = Model(try JSONValue(parsing: theirs))
            #expect(Model(ours.value) == parsed, "seed \(seed)")
        }
    }

    private func dumpWithJansson(_ bytes: [UInt8]) -> [UInt8]? {
        let root = bytes.withUnsafeBytes { bytes in
            json_loadb(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
                Int(JSON_DECODE_ANY | JSON_ALLOW_NUL), nil)
        }
        guard let root else { return nil }
        defer { json_decref(root) }
        let precision = 17 << 11
        let flags = Int(JSON_ENCODE_ANY | JSON_COMPACT) | precision
        var output = [CChar](repeating: 0, count: json_dumpb(root, nil, 0, flags))
        let length = json_dumpb(root, &output, output.count, flags)
        return output.prefix(length).map { UInt8(bitPattern: $0) }
    }
}
