import FHFuzzyMatch
import Testing

@testable import FHTerminalDialogs

/// The lines, the matches and the marks of a filter, of which there may be many.
@Suite struct FilterSearchTests {
    private static let texts = (0..<6_000).map { "row \($0 * 7_919 % 6_007)" }

    private static func lines(_ texts: [String]) -> FilterLines {
        let lines = FilterLines(FilterLineOptions())
        lines.append(Array((texts.joined(separator: "\n") + "\n").utf8))
        return lines
    }

    /// Returns the rows of all matches, as a sort of all matches gives them.
    private static func expected(_ query: String, _ options: FilterQueryOptions) -> [Int] {
        var index = SearchIndex()
        for text in texts { index.append([text]) }
        var matches = Scan(Pattern(query), in: index).flatMap { $0 }
        if options.isReversed { matches.reverse() }
        if options.sorts { matches.sortByOrder() }
        return matches.map { Int($0.row) }
    }

    // MARK: The order of matches

    @Test(arguments: [true, false], [true, false])
    func matchesAreInOrderWhereverTheyAreRead(sorts: Bool, isReversed: Bool) {
        var options = FilterQueryOptions()
        (options.sorts, options.isReversed) = (sorts, isReversed)
        let lines = Self.lines(Self.texts)
        for query in ["1", "!9", "w 12"] {
            let expected = Self.expected(query, options)
            #expect(expected.count > 100)
            for first in [0, expected.count / 8, expected.count / 2, expected.count - 1] {
                let search = FilterSearch(lines, options)
                search.start(query)
                search.finish()
                search.sort()
                #expect(search.count == expected.count)
                #expect(search.row(first) == expected[first], "\(query) at \(first)")
                #expect((0..<search.count).map(search.row) == expected, "\(query) after \(first)")
            }
        }
    }

    @Test func matchesThatWereFoundLaterAreShownAfterTheNextSort() {
        let lines = FilterLines(FilterLineOptions())
        let search = FilterSearch(lines, FilterQueryOptions())
        search.start("b")
        lines.append(Array("abc\nab\n".utf8))
        search.finish()
        search.sort()
        lines.append(Array("b\n".utf8))
        search.finish()
        #expect(search.count == 2 && (0..<2).map(search.row) == [1, 0])
        search.sort()
        #expect(search.count == 3 && (0..<3).map(search.row) == [2, 1, 0])
    }

    @Test func aNewQueryDropsTheMatchesOfTheLast() {
        let search = FilterSearch(Self.lines(Self.texts), FilterQueryOptions())
        search.start("1")
        // The search of the first query is not complete.
        search.advance(until: 0)
        search.start("row 5999")
        search.finish()
        search.sort()
        #expect((0..<search.count).map { Self.texts[search.row($0)] } == ["row 5999"])
    }

    // MARK: Lines

    @Test func linesKeepTheirBytesAcrossChunks() {
        var texts = (0..<700).map { [UInt8](repeating: UInt8($0 % 10) + 0x30, count: $0 * 11) }
        texts.insert([UInt8](repeating: 0x78, count: 3 << 20), at: 350)
        let lines = FilterLines(FilterLineOptions())
        for text in texts { lines.append(text + [0x0A]) }
        lines.finish()
        #expect(lines.count == texts.count && lines.isComplete)
        #expect((0..<lines.count).allSatisfy { lines.printed($0) == texts[$0] })
    }

    // MARK: Marks

    @Test func marksKeepTheirOrderAndTheirLimit() {
        var list = FilterList(limit: 3, cycles: false)
        for row in [900_000, 2, 7, 5] { list.mark(row) }
        #expect(list.marked == [900_000, 2, 7] && list.markedCount == 3 && list.isMarked(2) && !list.isMarked(5))
        list.toggle(2)
        list.toggle(5)
        #expect(list.marked == [900_000, 7, 5])
        let changes = list.markChanges
        list.unmark(2)
        #expect(list.markChanges == changes)
        list.clearMarks()
        #expect(list.marked.isEmpty && list.markedCount == 0 && !list.isMarked(7) && list.markChanges > changes)
    }
}
