import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A source that contradicts itself leads to a typed error or a repair, and never to an endless load.
@Suite struct LyingSourceTests {
    @Test func aCursorThatComesAgainIsAnError() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, list.page("ab", cursor: "x"))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        await list.answer(1, list.page("cd", cursor: "y"))
        await list.answer(2, list.page("ef", cursor: "x"))
        #expect(list.status("append") == "failed")
        #expect(list.errors[0]["code"]?.stringValue == "invalidData")
        #expect(list.ids == "abcd")
        #expect(list.snapshot["settled"]?.boolValue == true)
        try list.send("refresh")
        await list.answer(3, list.page("ab", cursor: "x"))
        #expect(list.errors.isEmpty)
        #expect(list.fetches.last?.start == .cursor("x"))
    }

    @Test func aPageOfNothingButKnownRowsIsNotFollowedByAnother() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, list.page("ab"))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        await list.answer(1, list.page("ba"))
        #expect(list.ids == "ab")
        #expect(list.snapshot["settled"]?.boolValue == true)
        // The page does not count as the end: an error reports the repeated rows, and the user can retry the next page.
        #expect(list.errors.map { $0["code"]?.stringValue } == ["invalidData"])
        #expect(list.unavailable("loadMore") == "failed" && list.unavailable("retry") == nil)
    }

    @Test func anEmptyPageThatIsNotTheEndIsNotFollowedByAnother() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, list.page(""))
        #expect(list.snapshot["settled"]?.boolValue == true)
        #expect(list.state["empty"]?.isNull == true)
    }

    @Test func moreRowsThanAskedForAreAllTaken() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, list.page("abcde"))
        #expect(list.state["count"]?.intValue == 5)
        try list.send("loadMore")
        #expect(list.fetches.last == FetchRequest(start: .offset(5), limit: 2, wait: .further))
    }

    @Test func aTotalBelowWhatIsThereIsCorrectedAndOneThatChangesIsTaken() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, list.page("ab", total: -3))
        #expect(list.state["totalCount"]?.intValue == 2)
        try list.send("loadMore")
        await list.answer(1, list.page("cd", total: 9))
        #expect(list.state["totalCount"]?.intValue == 9)
        try list.send("loadMore")
        await list.answer(2, list.page("ef", total: 7))
        #expect(list.state["totalCount"]?.intValue == 7)
    }

    @Test func aRowThatComesTwiceInAPageIsShownOnceAsItCameLast() async throws {
        let list = ListDriver(pageSize: 3)
        list.store.start()
        await list.answer(
            0, Page(rows: [list.row("a"), list.row("b"), list.row("a", name: "later")], endReached: true))
        #expect(list.ids == "ab")
        #expect(list.item("a")?["value"]?["name"]?.stringValue == "later")
    }
}
