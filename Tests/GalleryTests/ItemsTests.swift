import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHGallery

@Suite struct ItemsTests {
    @Test func loadsRefreshesAndAppends() throws {
        let items = ListScreen(Items())
        #expect(items.list["phase"]?.stringValue == "loading")
        items.clock.advance(by: 1_500)
        #expect(items.list["count"]?.intValue == 10)
        try items.send("moreButtonTapped")
        items.clock.advance(by: 1_500)
        #expect(items.list["count"]?.intValue == 20)
        try items.send("refreshButtonTapped")
        #expect(items.list["count"]?.intValue == 20)
        #expect(items.refusal("moreButtonTapped") == "refreshing")
        items.clock.advance(by: 1_500)
        #expect(items.names == (1...10).map { "Item \($0)" })
        #expect(items.isSettled)
    }

    @Test(arguments: [(Items.Outcome.fullScreen, "failed", 0), (.banner, "loaded", 10)])
    func aFailedLoadLeavesWhatIsThere(outcome: Items.Outcome, phase: String, count: Int) throws {
        let items = ListScreen(Items(outcome: outcome, delayMs: 100))
        items.clock.advance(by: 100)
        if outcome == .banner { try items.send("refreshButtonTapped") }
        items.clock.advance(by: 100)
        #expect(items.errors.map { $0["display"]?.stringValue } == [outcome.rawValue])
        #expect(items.list["phase"]?.stringValue == phase)
        #expect(items.list["count"]?.intValue == count)
        try items.send("retry", path: ["list"])
        items.clock.advance(by: 100)
        #expect(items.errors.isEmpty && items.names.count == 10)
    }

    @Test func anAppendThatFailedIsRetriedAlone() throws {
        let items = ListScreen(Items(outcome: .append, delayMs: 0))
        items.clock.advance(by: 0)
        try items.send("moreButtonTapped")
        items.clock.advance(by: 0)
        #expect(items.list["count"]?.intValue == 10)
        #expect(items.refusal("moreButtonTapped") == "failed")
        try items.send("retry", path: ["list"])
        items.clock.advance(by: 0)
        #expect(items.list["count"]?.intValue == 20)
    }

    @Test func nothingIsThereWhereTheSourceIsEmpty() {
        let items = ListScreen(Items(outcome: .empty, delayMs: 0))
        items.clock.advance(by: 0)
        #expect(items.list["empty"]?.stringValue == "noData")
    }
}
