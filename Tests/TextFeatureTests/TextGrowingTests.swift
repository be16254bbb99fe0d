import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHTextFeature

@Suite struct TextGrowingTests {
    private func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }

    @Test func linesAppearWhileACommandPrintsThem() async {
        let source = GrowingSource(lines(1...2), growth: .running)
        let text = TextDriver(source)
        text.store.start()
        await text.turn()
        #expect(text.numbers == [1, 2])
        #expect(text.state["endReached"]?.boolValue == false)
        source.add(lines(3...5), growth: .running)
        await text.turn()
        #expect(text.numbers == [1, 2, 3])
        #expect(text.count == 5)
        source.add([], growth: nil)
        await text.settle()
        #expect(text.state["endReached"]?.boolValue == true)
        #expect(text.count == 5)
    }

    @Test func whoFollowsStaysAtTheEnd() async throws {
        let source = GrowingSource(lines(1...1_000), growth: .running)
        let text = TextDriver(source) { $0.follows = true }
        text.store.start()
        while text.count != 1_000 || text.numbers != [998, 999, 1_000] { await text.turn() }
        #expect(text.state["follow"]?.boolValue == true)
        source.add(lines(1_001...1_002), growth: .running)
        await text.turn()
        #expect(text.numbers == [1_000, 1_001, 1_002])
        #expect(text.line == 1_002)
        // Whoever looks elsewhere is left there.
        try text.send("setWindow", #"{"offset":900,"limit":3}"#)
        #expect(text.state["follow"]?.boolValue == false)
        source.add(lines(1_003...1_004), growth: .running)
        while text.count != 1_004 { await text.turn() }
        #expect(text.numbers == [901, 902, 903])
        #expect(text.count == 1_004)
        try text.send("goTo", #"{"to":"end"}"#)
        #expect(text.state["follow"]?.boolValue == true)
        source.add(lines(1_005...1_005), growth: nil)
        await text.settle()
        #expect(text.numbers == [1_003, 1_004, 1_005])
    }

    @Test func aLiveSourceAnnouncesItsLines() async {
        let source = GrowingSource(lines(1...2), growth: .live)
        let text = TextDriver(source) { $0.follows = true }
        await text.start()
        #expect(text.numbers == [1, 2])
        source.add(lines(3...9), growth: .live)
        source.changes?.tell(SourceChange(kind: .grown))
        text.store.collect()
        text.store.deliver()
        await text.settle()
        #expect(text.numbers == [7, 8, 9])
    }

    @Test func aFileThatGrowsIsFollowed() async {
        let source = GrowingSource(lines(1...500))
        let text = TextDriver(source) { $0.follows = true }
        await text.start()
        #expect(text.numbers == [498, 499, 500])
        source.add(lines(501...1_500), growth: nil)
        source.changes?.tell()
        text.store.collect()
        text.store.deliver()
        text.clock.advance(by: 200)
        await text.settle()
        #expect(text.numbers == [1_498, 1_499, 1_500])
    }

    @Test func theMemoryOfAGrowingTextIsBounded() async {
        let source = GrowingSource(lines(1...10), growth: .running)
        let text = TextDriver(source) { $0.follows = true }
        text.store.start()
        await text.turn()
        for step in 0..<5 {
            source.add(lines(step * 9_000 + 11...step * 9_000 + 9_010), growth: .running)
            while text.count != step * 9_000 + 9_010 { await text.turn() }
        }
        #expect(text.numbers == [45_008, 45_009, 45_010])
        #expect(text.store.state.base.segment.lines.count <= 20_000)
    }
}
