import FeatureKit
import Testing

@Suite struct PeerTextTests {
    @Test func wordsAreLettersOfABoundedNumber() {
        #expect(PeerText.word("networkError") == "networkError")
        for text in ["", "Network", "network error", "größe", "n\u{1B}[0m", "e2", String(repeating: "x", count: 101)] {
            #expect(PeerText.word(text) == nil)
        }
    }

    @Test func sentencesAreCutBetweenScalars() {
        let short = String(repeating: "é", count: PeerText.longestSentence / 2)
        #expect(PeerText.sentence(short) == short)
        for start in ["", "a", "ab"] {
            let long = PeerText.sentence(start + String(repeating: "\u{1F30A}", count: 10_000))
            #expect(long.hasSuffix("\u{1F30A}…") && long.utf8.count <= PeerText.longestSentence)
            #expect(long.utf8.count > PeerText.longestSentence - 8)
        }
    }
}
