import TestSupport
import Testing

@testable import FHJSON

struct ArrayChangesTests {
    @Test func aWindowThatIsScrolledLosesAndGetsItsEnds() throws {
        let down = try #require(ArrayChanges(scrolledFrom: [1, 2, 3, 4], to: [3, 4, 5, 6]))
        #expect((down.removed, down.added) == ([0, 1], [2, 3]))
        let up = try #require(ArrayChanges(scrolledFrom: [3, 4, 5], to: [1, 2, 3]))
        #expect((up.removed, up.added) == ([1, 2], [0, 1]))
        let shorter = try #require(ArrayChanges(scrolledFrom: [1, 2, 3, 4], to: [2, 3]))
        #expect((shorter.removed, shorter.added) == ([0, 3], []))
    }

    @Test func whatIsNotTheSameIsNotScrolled() {
        #expect(ArrayChanges(scrolledFrom: [1, 2, 3], to: [4, 5, 6]) == nil)
        #expect(ArrayChanges(scrolledFrom: [1, 2, 3], to: [2, 4, 3]) == nil)
        #expect(ArrayChanges(scrolledFrom: [1, 0, 3], to: [0, 3, 4]) == nil)
        #expect(ArrayChanges(scrolledFrom: [], to: [1]) == nil)
    }

    @Test func anIDThatIsThereTwiceTellsNothingApart() {
        #expect(ArrayChanges(from: [1, 1], to: [1, 2]) == nil)
        #expect(ArrayChanges(from: [1, 2], to: [2, 2]) == nil)
    }

    /// Removing elements from the end, and then adding from the beginning, gives the new array.
    ///
    /// As many elements as possible are kept.
    @Test func theChangesLeadToTheNewArray() throws {
        try forEachSeed(2_000) { seed, generator in
            let old = Array(0..<Int.random(in: 0...12, using: &generator))
            var new = (old + [20, 21, 22]).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
            if Bool.random(using: &generator) { new.shuffle(using: &generator) }
            let changes = try #require(ArrayChanges(from: old, to: new))
            var made = old
            for place in changes.removed.reversed() { made.remove(at: place) }
            let staying = made.count
            for place in changes.added { made.insert(new[place], at: place) }
            try #require(made == new, "seed \(seed)")
            try #require(changes.kept.map { new[$0.newPlace] } == changes.kept.map { old[$0.place] }, "seed \(seed)")
            let places = new.compactMap { old.firstIndex(of: $0) }
            try #require(staying == longestAscendingRun(of: places).filter { $0 }.count, "seed \(seed)")
        }
    }
}
