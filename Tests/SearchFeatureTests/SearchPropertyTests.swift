import TestSupport
import Testing

/// Searches under random keys, failures, pages, notifications and orders of arrival.
///
/// Current results always match the query, and the last state matches the last query. An operation is performed once,
/// and its output is emitted once.
///
/// Runs the same 6,000 steps over rows that the host matches, and as many over a source with its own search; or
/// `SEARCH_STEPS` new ones. `TEST_SEED` repeats one run.
@Suite struct SearchPropertyTests {
    private static let stepsInARun = 100

    @Test func rule7WhateverHappensASearchShowsWhatItsRowsHave() async throws {
        for seed in seeds {
            var run = MatchedRun(seed: seed)
            for _ in 0..<Self.stepsInARun { try await run.step() }
            try await run.end()
        }
    }

    @Test func rule7WhateverHappensASearchShowsWhatItsSourceAnswers() async throws {
        for seed in seeds {
            var run = AskedRun(seed: seed)
            for _ in 0..<Self.stepsInARun { try await run.step() }
            try await run.end()
        }
    }

    private var seeds: [UInt64] {
        guard environmentNumber("SEARCH_STEPS") != nil || environmentNumber("TEST_SEED") != nil else {
            return Array(0..<60)
        }
        var seeds: [UInt64] = []
        let steps = environmentNumber("SEARCH_STEPS") ?? Self.stepsInARun
        forEachSeed(max(1, steps / Self.stepsInARun)) { seed, _ in seeds.append(seed) }
        return seeds
    }
}
