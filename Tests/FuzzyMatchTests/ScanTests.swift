import FHFuzzyMatch
import TestSupport
import Testing

/// Scans in parts, growing indexes, and the best of many rows.
struct ScanTests {
    private static let words = ["src", "lib", "main", "test", "foo", "Bar", "über", "x"]

    private func drawRows(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
        (0..<count).map { _ in
            (0...Int.random(in: 0..<4, using: &generator))
                .map { _ in Self.words.randomElement(using: &generator) ?? "" }.joined(separator: "/")
        }
    }

    @Test func partsOfTheRowsAreTheWhole() {
        forEachSeed(1) { seed, generator in
            let index = makeIndex(drawRows(6_000, &generator))
            for query in ["sm", "uber !lib", "foo | ^x", ""] {
                let pattern = Pattern(query)
                let whole = Scan(pattern, in: index).flatMap { $0 }
                #expect(whole.map(\.row) == whole.map(\.row).sorted(), "seed \(seed)")
                let cut = Int.random(in: 0...6_000, using: &generator)
                let parts = [0..<cut, cut..<6_000].flatMap { Scan(pattern, in: index, rows: $0).flatMap { $0 } }
                #expect(parts == whole, "seed \(seed): \(query) cut at \(cut)")
            }
        }
    }

    @Test func aScanCanBeLeftAndGoneOnWith() {
        let index = makeIndex((0..<9_000).map { "row \($0)" })
        var scan = Scan(Pattern("row"), in: index)
        let first = scan.next() ?? []
        #expect(!first.isEmpty && first.count < 9_000)
        #expect(scan.rows == first.count..<9_000)
        let rest = scan.flatMap { $0 }
        #expect((first + rest).map(\.row) == Array(0..<9_000))
    }

    @Test func partsAreSmallWhereTextsAreLong() {
        let index = makeIndex(Array(repeating: String(repeating: "a", count: 10_000), count: 100))
        let parts = Scan(Pattern("b"), in: index).map { $0 }
        #expect(parts.count > 1)
        #expect(parts.allSatisfy { $0.isEmpty })
    }

    @Test(arguments: [
        String(repeating: "ab", count: 16), String(repeating: "ab", count: 500), String(repeating: "'a ", count: 333),
        String(repeating: "a ", count: 500),
    ])
    func partsAreSmallWhereMuchIsToBeDone(query: String) {
        let index = makeIndex(Array(repeating: String(repeating: "ab", count: 2_048), count: 12))
        let parts = Scan(Pattern(query), in: index).map { $0 }
        #expect(parts.count >= 3)
        #expect(parts.joined().count == 12)
    }

    @Test func aCopyKeepsItsRowsWhileOthersAreAppended() {
        forEachSeed(2) { seed, generator in
            let rows = drawRows(5_000, &generator)
            let cut = Int.random(in: 0...5_000, using: &generator)
            var index = makeIndex(Array(rows[..<cut]))
            let snapshot = index
            for row in rows[cut...] { index.append([row]) }
            #expect(snapshot.count == cut && index.count == 5_000)
            #expect(ranked("fm", in: snapshot) == ranked("fm", in: makeIndex(Array(rows[..<cut]))), "seed \(seed)")
            #expect(ranked("fm", in: index) == ranked("fm", in: makeIndex(rows)), "seed \(seed)")
        }
    }

    @Test func aSnapshotIsSearchedOnOtherThreads() async {
        var index = makeIndex((0..<5_000).map { "row \($0)" })
        let found = await withTaskGroup(of: Int.self) { group in
            for count in 1...4 {
                let snapshot = index
                group.addTask { ranked("row", in: snapshot).count }
                for row in 0..<count { index.append(["row é\(row)"]) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted()
        }
        #expect(found == [5_000, 5_001, 5_003, 5_006])
    }

    @Test func theTopIsThePrefixOfTheWhole() {
        forEachSeed(20) { seed, generator in
            let index = makeIndex(drawRows(500, &generator))
            let matches = Array(Scan(Pattern("m | o"), in: index).flatMap { $0 }.shuffled(using: &generator))
            let limit = Int.random(in: 0...600, using: &generator)
            var top = TopMatches(limit: limit)
            let cut = Int.random(in: 0...matches.count, using: &generator)
            top.add(Array(matches[..<cut]))
            top.add(Array(matches[cut...]))
            #expect(top.count == matches.count)
            #expect(top.matches == Array(matches.sorted().prefix(limit)), "seed \(seed), limit \(limit)")
        }
    }

    @Test func aLongFieldOfOneLetterIsNotTriedInAllWays() {
        let text = String(repeating: "a", count: 4_000) + "b"
        let index = makeIndex([text])
        #expect(ranked("aaaaaaaab", in: index).count == 1)
        let ranges = index.highlights(of: Pattern("aaaaaaaab"), row: 0).flatMap(\.ranges)
        #expect(ranges.reduce(0) { $0 + $1.count } == 9)
    }
}
