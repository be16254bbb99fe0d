import TestSupport
import Testing

@testable import FHDataSources

@Suite struct LineCountsTests {
    /// A model: a dictionary of counts.
    @Test func occurrencesAreThoseOfADictionary() {
        forEachSeed(20) { seed, draws in
            var counts = LineCounts()
            var model: [UInt64: UInt32] = [:]
            let few = (0..<50).map { _ in UInt64.random(in: 0 ... .max, using: &draws) } + [0, 1, .max]
            for _ in 0..<20_000 {
                let isOld = Int.random(in: 0..<4, using: &draws) == 0
                let digest =
                    isOld ? few.randomElement(using: &draws) ?? 0 : UInt64.random(in: 0 ... .max, using: &draws)
                model[digest, default: 0] += 1
                #expect(counts.add(digest) == model[digest], "TEST_SEED=\(seed)")
            }
            for digest in few { #expect(counts.count(of: digest) == model[digest] ?? 0, "TEST_SEED=\(seed)") }
            #expect(counts.count(of: 12_345) == model[12_345] ?? 0)
        }
    }
}
