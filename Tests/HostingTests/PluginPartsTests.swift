import Testing

@testable import FHHosting
@testable import FHPeers

@Suite struct BackOffTests {
    @Test func waitsGetLongerUpToHalfAMinuteAndAQuarterMoreOrLess() {
        var backOff = BackOff(seed: 1)
        for count in 0..<12 {
            // The failures are far enough apart not to count as too many.
            let delay = backOff.delay(afterFailureAt: count * 20_000)
            let usual = min(100 << count, 30_000)
            #expect(delay.map { (usual * 3 / 4...usual * 5 / 4).contains($0) } == true)
        }
    }

    @Test func theFifthFailureWithinAMinuteIsTheLast() {
        var backOff = BackOff(seed: 1)
        for count in 0..<4 { #expect(backOff.delay(afterFailureAt: count * 10_000) != nil) }
        #expect(backOff.delay(afterFailureAt: 59_999) == nil)
        #expect(backOff.delay(afterFailureAt: 120_000) != nil)
    }

    @Test func aUseWaitsUntilTheWaitAfterTheLastFailureIsOver() {
        var backOff = BackOff(seed: 1)
        #expect(backOff.rest(at: 0) == 0)
        for count in 0..<6 { _ = backOff.delay(afterFailureAt: count) }
        #expect(backOff.rest(at: 5) == 3_200)
        #expect(backOff.rest(at: 3_204) == 1)
        #expect(backOff.rest(at: 4_000) == 0)
    }

    @Test func whatIsLongAgoIsForgotten() {
        var backOff = BackOff(seed: 1)
        _ = backOff.delay(afterFailureAt: 0)
        let delay = backOff.delay(afterFailureAt: 600_001)
        #expect(delay.map { (75...125).contains($0) } == true)
    }

    @Test func oneSeedGivesTheSameWaits() {
        var (a, b) = (BackOff(seed: 7), BackOff(seed: 7))
        for count in 0..<20 {
            #expect(a.delay(afterFailureAt: count * 15_000) == b.delay(afterFailureAt: count * 15_000))
        }
    }
}

@Suite struct LogLinesTests {
    private func take(_ lines: inout LogLines, _ text: String, at milliseconds: Int = 0) -> [String] {
        Array(text.utf8).withUnsafeBytes { lines.take($0, at: milliseconds) }
    }

    @Test func aLineIsThereWhenItIsWhole() {
        var lines = LogLines()
        #expect(take(&lines, "one\ntw") == ["one"])
        #expect(take(&lines, "o\n\nthree") == ["two"])
        #expect(take(&lines, "\n") == ["three"])
    }

    @Test func aLongLineIsCut() {
        var lines = LogLines()
        let long = String(repeating: "x", count: 5_000)
        #expect(take(&lines, long + "\nnext\n") == [String(long.prefix(1_000)) + "…", "next"])
    }

    @Test func moreThanTwentyASecondAreCountedOnly() {
        var lines = LogLines()
        let all = (0..<50).map { "\($0)\n" }.joined()
        #expect(take(&lines, all, at: 999).count == 20)
        #expect(take(&lines, "more\n", at: 999).isEmpty)
        #expect(take(&lines, "then\n", at: 1_000) == ["… 31 more lines", "then"])
    }
}
