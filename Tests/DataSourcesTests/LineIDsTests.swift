import TestSupport
import Testing

@testable import FHDataSources

@Suite struct LineIDsTests {
    private func ids(_ lines: [String]) -> [String] {
        var ids = LineIDs()
        return lines.map { line in Array(line.utf8).withUnsafeBytes { ids.next($0) } }
    }

    @Test func aLineIsKnownByItsTextAndItsOccurrence() {
        let all = ids(["tea", "milk", "tea", "", "tea"])
        #expect(all[2] == all[0] + "-2" && all[4] == all[0] + "-3")
        #expect(Set(all).count == 5)
        #expect(ids(["sugar", "tea", "milk", "tea"])[1...] == [all[0], all[1], all[2]])
    }

    /// Ids must not change, because recordings and sessions of clients contain them.
    @Test func idsAreTheSameInEachRun() {
        #expect(ids(["", "a", "The quick brown fox"]) == Self.known)
        #expect(Self.known.allSatisfy { $0.utf8.count == 13 })
    }

    private static let known = ["8aos8uahgj09d", "4qnr99toj077l", "6jt47olpu87vl"]

    @Test func linesThatDifferHaveOtherIDs() {
        var random = SeededGenerator(seed: 1)
        var lines: Set<String> = []
        for number in 0..<50_000 {
            let blanks = String(repeating: "\0", count: Int.random(in: 0...9, using: &random))
            lines.insert("\(number % 1_000)\(blanks)\(number / 1_000)")
        }
        let all = ids(Array(lines))
        #expect(Set(all).count == lines.count)
        #expect(all.allSatisfy { $0.utf8.count == 13 })
    }

    @Test func anIDIsMadeOfATextAndItsOccurrence() {
        var ids = LineIDs()
        let lines = ["a", "b", "a"].map { Array($0.utf8) }
        let found = lines.map { $0.withUnsafeBytes { ids.noteOccurrence($0) } }
        #expect(found == [1, 1, 2])
        #expect(lines[2].withUnsafeBytes { LineIDs.id($0, 2) } == self.ids(["a", "a"])[1])
    }
}
