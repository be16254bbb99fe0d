import Testing

@testable import FHTextFeature

/// Random lines: the spans of every format are within the text, ascending and separate.
@Suite struct TextSpanPropertyTests {
    private static let pieces = [
        "a", "é", "👩‍👧", " ", "\t", "\"", "\\", "{", "}", "[", "]", ":", ",", "1", "-1.5e3", "true", "null", "*", "**",
        "`",
        "```", "#", ">", "- ", "|", "~~", "https://a.b/", "a.c:12:3", "(", ")", "<", "@@ -1,2 +1,2 @@", "+", "-",
        "diff --git a b", "--- a", "+++ b", "\u{1B}[31m", "\u{1B}[0m", "\u{1B}[38;5;200m", "\u{1B}]0;t\u{7}", "\u{1B}",
        "\r", "\u{0}", "&amp;", "[x](y)", "![i](u)",
    ]

    @Test(arguments: TextFormat.allCases) func spansAreInOrderAndWithinTheirLine(_ format: TextFormat) {
        var random = SplitMix(seed: 7)
        for _ in 0..<300 {
            var scanner = LineScanner(format)
            var lines = (0..<8).map { _ in
                scanner.line(
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in
                        Self.pieces.randomElement(using: &random)!
                    }.joined())
            }
            if format == .markdown { lines = MarkdownLines.lines(lines) }
            for var line in lines {
                check(line.spans, line.text)
                let needle = Finder(text: Self.pieces.randomElement(using: &random)!)
                line.matches = needle.ranges(in: line.text)
                check(line.shownSpans, line.text)
                #expect(line.matches.isEmpty == !needle.matches(line.text))
                #expect(line.shownSpans.filter { $0.style == .match }.map(\.range) == line.matches)
            }
        }
    }

    private func check(_ spans: [Span], _ text: String) {
        var last = 0
        for span in spans {
            #expect(span.range.lowerBound >= last && !span.range.isEmpty, "\(spans) in \(text.debugDescription)")
            last = span.range.upperBound
        }
        #expect(last <= text.unicodeScalars.count, "\(spans) in \(text.debugDescription)")
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
            return z ^ z >> 31
        }
    }
}
