import TestSupport
import Testing

/// The shown rows are consistent with the source under random actions, failures, delays and changes by others.
///
/// Runs the same 5,000 steps, or `LIST_STEPS` new ones; `TEST_SEED` repeats one run.
@Suite struct ListPropertyTests {
    private static let stepsInARun = 100

    @Test func whateverHappensAListShowsWhatItsSourceHasAndEndsWithJustThat() async throws {
        for seed in seeds {
            let run = ListRun(seed: seed)
            for _ in 0..<Self.stepsInARun where run.isGood { await run.step() }
            if run.isGood { await run.end() }
            run.close()
        }
    }

    private var seeds: [UInt64] {
        guard environmentNumber("LIST_STEPS") != nil || environmentNumber("TEST_SEED") != nil else {
            return Array(0..<50)
        }
        var seeds: [UInt64] = []
        let steps = environmentNumber("LIST_STEPS") ?? Self.stepsInARun
        forEachSeed(max(1, steps / Self.stepsInARun)) { seed, _ in seeds.append(seed) }
        return seeds
    }
}
