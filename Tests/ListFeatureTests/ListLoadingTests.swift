import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct ListLoadingTests {
    @Test func loadsWhenItStartsAndShowsEachPhase() async {
        let list = ListDriver()
        #expect(list.state["phase"]?.stringValue == "idle")
        list.store.start()
        #expect(list.state["phase"]?.stringValue == "loading")
        #expect(list.snapshot["settled"]?.boolValue == false)
        await list.answer(0, list.page("abc", endReached: true, total: 3))
        #expect(list.state["phase"]?.stringValue == "loaded")
        #expect(list.state["totalCount"]?.intValue == 3)
        #expect(list.strings(list.state["changes"]?["inserted"]) == ["a", "b", "c"])
        #expect(list.ids == "abc")
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func anEmptySourceIsLoadedAndEmpty() async {
        let list = await ListDriver.loaded("")
        #expect(list.state["phase"]?.stringValue == "loaded")
        #expect(list.state["empty"]?.stringValue == "noData")
    }

    @Test func aFirstLoadThatFailsFillsTheScreenAndCanBeRetried() async throws {
        let list = ListDriver()
        list.store.start()
        await list.fail(0)
        #expect(list.state["phase"]?.stringValue == "failed")
        #expect(list.errors[0]["display"]?.stringValue == "fullScreen")
        #expect(list.errors[0]["retry"]?.stringValue == "retry")
        try list.send("retry")
        #expect(list.errors.isEmpty)
        await list.answer(1, list.page("a"))
        #expect(list.ids == "a")
    }

    @Test func aRefreshThatFailsIsABannerOverTheRows() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("refresh")
        #expect(list.ids == "abc")
        #expect(list.status("refresh") == "loading")
        await list.fail(1)
        #expect(list.ids == "abc")
        #expect(list.errors[0]["display"]?.stringValue == "banner")
        #expect(list.state["phase"]?.stringValue == "loaded")
        #expect(list.state["isStale"]?.boolValue == true)
        #expect(list.state["loads"]?["refresh"]?["errorId"]?.stringValue == list.errors[0]["id"]?.stringValue)
    }

    @Test func twoEqualErrorsHaveTwoIds() async throws {
        let list = ListDriver()
        list.store.start()
        await list.fail(0)
        let first = list.errors[0]["id"]
        try list.send("retry")
        await list.fail(1)
        #expect(list.errors.count == 1)
        #expect(list.errors[0]["id"] != first)
    }

    @Test func rule1Generations() async throws {
        let list = ListDriver(pageSize: 1)
        list.store.start()
        await list.answer(0, list.page("a"))
        try list.send("loadMore")
        await list.answer(1, list.page("b"))
        // Pages 0 and 1 are shown, page 2 is loading, a refresh arrives, then page 2 arrives.
        try list.send("loadMore")
        try list.send("refresh")
        await list.answer(3, list.page("A"))
        list.source.answer(2, with: list.page("c"))
        list.store.deliver()
        #expect(list.ids == "A")
        try list.send("loadMore")
        #expect(list.fetches.last?.start == .offset(1))
    }

    @Test func rule1AFailedRefreshLeavesItemsCursorAndEndAsTheyWere() async throws {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, list.page("abc", cursor: "next"))
        try list.send("refresh")
        await list.fail(1)
        #expect(list.ids == "abc")
        #expect(list.state["loads"]?["append"]?["endReached"]?.boolValue == false)
        try list.send("dismissError", #"{"id":"e1"}"#)
        #expect(list.errors.isEmpty)
        try list.send("loadMore")
        #expect(list.fetches.last?.start == .cursor("next"))
    }

    @Test func rule2ASecondLoadMoreJoinsTheFirst() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("loadMore")
        try list.send("loadMore")
        #expect(list.fetches.count == 2)
    }

    @Test func rule2LoadMoreIsRefusedDuringARefresh() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("refresh")
        #expect(list.unavailable("loadMore") == "refreshing")
        #expect(list.refusal("loadMore") == "refreshing")
    }

    @Test func rule2AfterAFailedAppendNothingLoadsByItselfUntilRetry() async throws {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, list.page("abc", cursor: "x"))
        try list.send("loadMore")
        await list.fail(1)
        #expect(list.status("append") == "failed")
        #expect(list.errors[0]["display"]?.stringValue == "inline")
        try list.send("itemAppeared", #"{"id":"c"}"#)
        try list.send("setWindow", #"{"offset":2,"limit":3}"#)
        #expect(list.fetches.count == 2)
        #expect(list.refusal("loadMore") == "failed")
        try list.send("retry")
        #expect(list.fetches.count == 3)
        #expect(list.fetches.last?.start == .cursor("x"))
        await list.answer(2, list.page("d", endReached: true))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "abcd")
        #expect(list.errors.isEmpty)
    }

    @Test func aDismissedAppendErrorIsNoDeadEnd() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("loadMore")
        await list.fail(1)
        try list.send("dismissError", #"{"id":"e1"}"#)
        try list.send("itemAppeared", #"{"id":"c"}"#)
        #expect(list.fetches.count == 2)
        try list.send("loadMore")
        #expect(list.fetches.count == 3)
    }

    @Test func aListThatBeganEmptyGetsColumnsFromItsFirstRow() async throws {
        let list = ListDriver(columns: [])
        list.store.start()
        await list.answer(0, list.page("", endReached: true))
        try list.send("insertItem", #"{"value":{"id":"x","name":"n"}}"#)
        await list.answer(1)
        #expect(list.state["columns"]?.count == 2)
    }

    @Test func theLastRowAppearingLoadsTheNextPage() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("itemAppeared", #"{"id":"b"}"#)
        #expect(list.fetches.count == 1)
        try list.send("itemAppeared", #"{"id":"c"}"#)
        #expect(list.fetches.last == FetchRequest(start: .offset(3), limit: 3, wait: .further))
    }

    @Test func aWindowNearTheEndLoadsUntilItIsFull() async throws {
        let list = await ListDriver.loaded("ab", endReached: false, pageSize: 2)
        try list.send("setWindow", #"{"offset":0,"limit":5}"#)
        #expect(list.fetches.count == 2)
        await list.answer(1, list.page("cd"))
        #expect(list.fetches.count == 3)
        await list.answer(2, list.page("ef"))
        #expect(list.fetches.count == 3)
        #expect(list.ids == "abcde")
    }

    @Test func theWindowPrefetchesBeforeItsEndIsReached() async throws {
        let list = await ListDriver.loaded("abcdef", endReached: false, pageSize: 6, prefetchDistance: 2)
        try list.send("setWindow", #"{"offset":0,"limit":4}"#)
        #expect(list.fetches.count == 1)
        try list.send("setWindow", #"{"offset":1,"limit":4}"#)
        #expect(list.fetches.count == 2)
    }

    @Test func aSourceThatGivesNothingIsNotAskedForEver() async throws {
        let list = await ListDriver.loaded("ab", endReached: false, pageSize: 2)
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        await list.answer(1, list.page(""))
        #expect(list.fetches.count == 2)
        #expect(list.unavailable("loadMore") == nil)
    }

    @Test func rule3NoSnapshotRepeatsAnIdAndAKnownRowIsUpdatedInPlace() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("loadMore")
        await list.answer(
            1, Page(rows: [list.row("b", name: "new"), list.row("d"), list.row("d")], endReached: true))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "abcd")
        #expect(list.item("b")?["value"]?["name"]?.stringValue == "new")
    }
}
