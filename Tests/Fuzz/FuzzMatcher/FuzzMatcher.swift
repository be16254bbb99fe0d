import FHFuzzyMatch
import Synchronization

/// Tests one input: a query on the first line, and the lines to match.
///
/// The same texts match as lines and as rows. The best rows do not depend on earlier, cached results. The matches in
/// each matching row are marked.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMatcher(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: count)
    let end = input.firstIndex(of: 10) ?? count
    let pattern = Pattern(String(decoding: input[..<end], as: UTF8.self))
    let text = Array(input[min(end + 1, count)...])
    var lines = text.split(separator: 10, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }

    var index = SearchIndex()
    for line in lines { index.append(utf8: [line]) }
    let rows = Scan(pattern, in: index).flatMap { $0 }
    let starts = (text + [UInt8](repeating: 0x61, count: LineScan.padding)).withUnsafeBufferPointer { bytes in
        let text = UnsafeBufferPointer(rebasing: bytes[..<text.count])
        return LineScan(pattern, delimiter: 10).matches(in: text, number: 0).map { Int($0.start) }
    }
    precondition(starts == rows.map { lines[Int($0.row)].startIndex }, "lines and rows match alike")

    var top = TopMatches(limit: 3)
    top.add(rows)
    precondition(top.matches == Array(rows.sorted().prefix(3)), "the best ones")
    let query = String(decoding: input[..<end].dropLast(), as: UTF8.self)
    let shorter = rank(Pattern(query), in: index, after: nil)
    let ranking = rank(pattern, in: index, after: shorter)
    precondition(ranking.count == rows.count, "as many rows as without a shorter query")
    precondition(ranking.matches == Array(rows.sorted().prefix(1)), "the best one a few rows at a time")
    for match in rows {
        precondition(match.score >= 0, "a score is not negative")
        let scalars = String(decoding: lines[Int(match.row)], as: UTF8.self).unicodeScalars.count
        for highlight in index.highlights(of: pattern, row: Int(match.row)) {
            var last = -1
            for range in highlight.ranges {
                precondition(range.lowerBound > last && !range.isEmpty, "ranges ascend, apart from each other")
                last = range.upperBound
            }
            precondition(last <= scalars, "ranges lie in the text")
        }
    }
    return 0
}

/// Ranks the rows in steps of a few rows.
private func rank(_ pattern: Pattern, in index: SearchIndex, after previous: Ranking?) -> Ranking {
    let box = Box()
    Task.immediate {
        var ranking = Ranking(pattern, in: index, limit: 1, after: previous)
        while !ranking.isComplete { try await ranking.advance(by: 3, parts: 1) }
        box.ranking.withLock { [ranking] in $0 = ranking }
    }
    guard let ranking = box.ranking.withLock({ $0 }) else { preconditionFailure("it waits for nothing") }
    return ranking
}

private final class Box: Sendable {
    let ranking = Mutex<Ranking?>(nil)
}
