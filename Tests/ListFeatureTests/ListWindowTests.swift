import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHRowCollections

@Suite struct ListWindowTests {
    @Test func aSnapshotHoldsTheWindowAndNotTheList() async throws {
        let list = await ListDriver.loaded("abcdefghij")
        try list.send("setWindow", #"{"offset":2,"limit":3}"#)
        #expect(list.ids == "cde")
        #expect(list.state["count"]?.intValue == 10)
    }

    @Test func theWindowIsClampedAndRemembersWhatWasWanted() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("setWindow", #"{"offset":4,"limit":2}"#)
        #expect(list.ids == "bc")
        await list.answer(1, list.page("def", endReached: true))
        #expect(list.ids == "ef")
        #expect(list.state["window"]?["offset"]?.intValue == 4)
    }

    @Test func aSourceThatRepeatsItsRowsIsStoppedWithAnError() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        await list.answer(1, list.page("abc", endReached: false))
        #expect(list.ids == "abc" && list.fetches.count == 2)
        #expect(list.errors.map { $0["code"]?.stringValue } == ["invalidData"])
        try list.send("retry")
        await list.answer(2, list.page("cd", endReached: true))
        #expect(list.ids == "abcd" && list.errors.isEmpty)
    }

    @Test func aJumpAsksForWhatTheWindowLacksInOneGo() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("setWindow", #"{"offset":500,"limit":40}"#)
        #expect(list.source.calls.last == .fetch(FetchRequest(start: .offset(3), limit: 537, wait: .further)))
        try list.send("setWindow", #"{"offset":9000000,"limit":40}"#)
        await list.answer(1, list.page("def", endReached: false))
        let last = FetchRequest(start: .offset(6), limit: Window.largestLimit, wait: .further)
        #expect(list.source.calls.last == .fetch(last))
    }

    @Test(arguments: [
        #"{"offset":-1,"limit":3}"#, #"{"offset":0,"limit":0}"#, #"{"offset":0,"limit":10001}"#, "{}",
        #"{"offset":0.5,"limit":3}"#, #"{"offset":0,"limit":"3"}"#, #"{"offset":0,"more":3}"#,
    ])
    func aWindowThatCantBeIsRefused(params: String) async {
        let list = await ListDriver.loaded("abc")
        #expect(list.refusal("setWindow", params)?.contains("invalidParams") == true)
    }

    @Test func theWindowFollowsTheActiveRow() async throws {
        let list = await ListDriver.loaded("abcdefghij")
        try list.send("setWindow", #"{"offset":0,"limit":3}"#)
        try list.send("setActive", #"{"id":"e"}"#)
        #expect(list.ids == "cde")
        try list.send("moveActive", #"{"by":-4}"#)
        #expect(list.ids == "abc")
        #expect(list.state["activeId"]?.stringValue == "a")
    }

    @Test func movingTheActiveRowStopsAtBothEnds() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("moveActive", #"{"by":1}"#)
        #expect(list.state["activeId"]?.stringValue == "a")
        try list.send("moveActive", "{\"by\":\(Int.max)}")
        #expect(list.state["activeId"]?.stringValue == "c")
        try list.send("moveActive", "{\"by\":\(Int.min)}")
        #expect(list.state["activeId"]?.stringValue == "a")
    }

    @Test func aRefreshKeepsTheActiveRowOnlyIfItIsStillThere() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("refresh")
        await list.answer(1, list.page("cb", endReached: true))
        #expect(list.state["activeId"]?.stringValue == "b")
        try list.send("refresh")
        await list.answer(2, list.page("c", endReached: true))
        #expect(list.state["activeId"]?.isNull == true)
    }

    @Test func theRowThatTakesTheActiveRowsPlaceIsActiveAfterADeletion() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("deleteItems", #"{"ids":["b"]}"#)
        await list.answer(1)
        #expect(list.state["activeId"]?.stringValue == "c")
        try list.send("deleteItems", #"{"ids":["c"]}"#)
        await list.answer(2)
        #expect(list.state["activeId"]?.stringValue == "a")
        try list.send("deleteItems", #"{"ids":["a"]}"#)
        await list.answer(3)
        #expect(list.state["activeId"]?.isNull == true)
    }

    @Test func aRefreshLeavesTheWindowAtItsFirstRow() async throws {
        let list = await ListDriver.loaded("abcdef")
        try list.send("setWindow", #"{"offset":2,"limit":2}"#)
        try list.send("refresh")
        #expect(list.fetches.last == FetchRequest(start: .offset(0), limit: 4, isRefresh: true, wait: .further))
        await list.answer(1, list.page("xyabcd"))
        #expect(list.ids == "cd")
        #expect(list.state["window"]?["offset"]?.intValue == 4)
    }

    @Test func aRefreshWithoutTheFirstRowLeavesTheWindowAtTheNext() async throws {
        let list = await ListDriver.loaded("abcdef")
        try list.send("setWindow", #"{"offset":2,"limit":2}"#)
        try list.send("refresh")
        await list.answer(1, list.page("xyabdef", endReached: true))
        #expect(list.ids == "de")
    }

    @Test func aRefreshWithoutAnyRowOfTheWindowLeavesItAtTheNextBehindIt() async throws {
        let list = await ListDriver.loaded("abcdef")
        try list.send("setWindow", #"{"offset":2,"limit":2}"#)
        try list.send("refresh")
        await list.answer(1, list.page("uvabxyef", endReached: true))
        #expect(list.ids == "ef")
        #expect(list.state["window"]?["offset"]?.intValue == 6)
        try list.send("refresh")
        await list.answer(2, list.page("ghij", endReached: true))
        #expect(list.ids == "ij", "there is none left that it could begin with")
    }

    @Test func aWindowAtTheTopShowsWhatIsNewThere() async throws {
        let list = await ListDriver.loaded("abcdef")
        try list.send("refresh")
        await list.answer(1, list.page("xab", endReached: false))
        #expect(list.ids == "xab")
    }

    @Test func whatIsNotThereCantBeActiveOrSelected() async {
        let list = await ListDriver.loaded("abc")
        for action in ["setActive", "select", "toggleSelection", "itemAppeared"] {
            #expect(list.refusal(action, #"{"id":"z"}"#) == "gone")
        }
    }
}
