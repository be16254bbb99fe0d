import TestSupport
import Testing

/// Random keys, failures, pages, notices and orders of arrival: what a search shows as current always answers its
/// query, its last state answers the last one, and what a source performs is done once and handed on once.
///
/// Always the same 6,000 steps over rows that the host matches, and as many over a source that searches by itself; or as
/// many new ones as `SEARCH_STEPS` says. `TEST_SEED` repeats one run.
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
