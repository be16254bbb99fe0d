import TestSupport
import Testing

/// Random actions, failures, delays and changes by others: what a list shows is never at odds with its source.
///
/// `LIST_STEPS` says how many steps are made; `TEST_SEED` repeats one run.
@Suite struct ListPropertyTests {
    private static let stepsInARun = 100

    @Test func whateverHappensAListShowsWhatItsSourceHasAndEndsWithJustThat() async throws {
        let steps = environmentNumber("LIST_STEPS") ?? 5_000
        for seed in seeds(max(1, steps / Self.stepsInARun)) {
            let run = ListRun(seed: seed)
            for _ in 0..<Self.stepsInARun where run.isGood { await run.step() }
            if run.isGood { await run.end() }
            run.close()
        }
    }

    private func seeds(_ count: Int) -> [UInt64] {
        var seeds: [UInt64] = []
        forEachSeed(count) { seed, _ in seeds.append(seed) }
        return seeds
    }
}
