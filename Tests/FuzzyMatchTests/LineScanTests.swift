import FHFuzzyMatch
import TestSupport
import Testing

/// Compares lines that are matched in place with the same lines in an index.
struct LineScanTests {
    /// Padding after a text; its letters match, so that a match beyond the end of the text is detected.
    private static let behind = [UInt8](repeating: UInt8(ascii: "a"), count: LineScan.padding)

    /// Returns the starts of the matching lines, best first.
    private func found(_ query: String, in text: [UInt8], delimiter: UInt8 = 10) -> [Int] {
        (text + Self.behind).withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes[..<text.count])
            var matches = LineScan(Pattern(query), delimiter: delimiter).matches(in: text, number: 7)
            #expect(matches.map(\.start) == matches.map(\.start).sorted())
            #expect(matches.allSatisfy { $0.text == 7 })
            matches.sortByOrder()
            return matches.map { Int($0.start) }
        }
    }

    /// Returns the starts of the matching lines, best first, by matching in an index.
    private func expected(_ query: String, in text: [UInt8], delimiter: UInt8 = 10) -> [Int] {
        var index = SearchIndex()
        var starts: [Int] = []
        var lines = text.split(separator: delimiter, omittingEmptySubsequences: false)
        // A final delimiter begins no further line.
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines {
            index.append(utf8: [line])
            starts.append(line.startIndex)
        }
        return ranked(query, in: index).map { starts[Int($0.row)] }
    }

    @Test func linesAreFoundAsRowsAre() {
        let letters: [[UInt8]] = ["a", "b", "B", "/", "_", " ", "é", "東", "\u{301}"].map { Array($0.utf8) }
        forEachSeed(60) { seed, generator in
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<300, using: &generator) {
                switch Int.random(in: 0..<12, using: &generator) {
                case 0...1: text.append(10)
                // Zeros, and bytes that are not UTF-8.
                case 2: text.append([0, 0xFF, 0xC3].randomElement(using: &generator) ?? 0)
                case 3: text += letters.randomElement(using: &generator) ?? []
                default: text += letters[Int.random(in: 0..<6, using: &generator)]
                }
            }
            for query in ["a", "ab", "b$", "^a", "'ab", "!a", "e", "a | é", ""] {
                #expect(found(query, in: text) == expected(query, in: text), "seed \(seed): \(query)")
            }
        }
    }

    @Test func moreLinesThanFitIntoABatch() {
        let text = Array((0..<10_000).map { "row \($0)\n" }.joined().utf8)
        #expect(found("99", in: text) == expected("99", in: text))
        let wide = Array((0..<5_000).map { "röw \($0)\n" }.joined().utf8)
        #expect(found("rw9", in: wide) == expected("rw9", in: wide))
    }

    @Test func linesOfEveryLengthAroundAWord() {
        for length in [0, 1, 62, 63, 64, 65, 127, 128, 129, 4_095, 4_096, 4_097] {
            for end in ["x", "é"] {
                let line = String(repeating: "b", count: length) + end
                let text = Array("\(line)\nxx\n\(line)".utf8)
                #expect(found("x", in: text) == expected("x", in: text), "\(length) bytes and \(end)")
                #expect(found("bx$", in: text) == expected("bx$", in: text), "\(length) bytes and \(end)")
            }
        }
    }

    @Test func linesEndInWhatIsSaid() {
        let text = Array("a\nb\0b\na\0\0".utf8)
        #expect(found("a", in: text, delimiter: 0) == expected("a", in: text, delimiter: 0))
        #expect(found("", in: text, delimiter: 0) == [0, 4, 8])
        #expect(found("", in: []) == [])
        #expect(found("", in: Array("\n\nx".utf8)) == [0, 1, 2])
    }

    @Test func aLineEndsAtItsDelimiterOrWithItsText() {
        for length in [0, 1, 63, 64, 65, 200] {
            let text = [UInt8](repeating: 0x62, count: length)
            (text + Self.behind).withUnsafeBufferPointer { bytes in
                let alone = UnsafeBufferPointer(rebasing: bytes[..<length])
                #expect(LineScan.length(of: alone, delimiter: UInt8(ascii: "a")) == length)
                #expect(LineScan.length(of: bytes, delimiter: UInt8(ascii: "a")) == length)
            }
        }
    }

    @Test func manyMatchesAreSortedAsFewAre() {
        forEachSeed(3) { seed, generator in
            let lines = (0..<3_000).map { _ in
                (0..<Int.random(in: 0..<400, using: &generator) % 97).map { _ in
                    ["a", "b", "/", "_"].randomElement(using: &generator) ?? ""
                }.joined()
            }
            let text = Array(lines.joined(separator: "\n").utf8)
            #expect(found("ab", in: text) == expected("ab", in: text), "seed \(seed)")
        }
    }
}
