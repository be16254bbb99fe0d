import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Rows that a source still produces are appended; the shown rows and the marks don't change.
@Suite struct ListGrowingTests {
    private func page(
        _ list: ListDriver, _ ids: String, _ growth: Page.Growth? = nil, endReached: Bool = false,
        failure: Failure? = nil, edition: Int = 1
    ) -> Page {
        Page(
            rows: RowBatch(ids.map { list.row("\($0)") }), endReached: endReached, growth: growth, failure: failure,
            edition: edition)
    }

    private func live(_ ids: String) async -> ListDriver {
        let list = ListDriver(pageSize: 9, tellsChanges: true)
        list.store.start()
        await list.answer(0, page(list, ids, .live))
        return list
    }

    private let failed = Failure("commandFailed", "sh ended with status 4: no disk")

    @Test func aPartIsShownAndTheRestAwaited() async throws {
        let list = ListDriver(pageSize: 9)
        list.store.start()
        #expect(list.fetches[0].wait == .rows)
        await list.answer(0, page(list, "ab", .running))
        #expect(list.ids == "ab" && list.state["phase"]?.stringValue == "loaded")
        #expect(list.status("append") == "loading" && list.snapshot["settled"]?.boolValue == false)
        #expect(list.fetches[1] == FetchRequest(start: .offset(2), limit: 9, wait: .further))
        await list.answer(1, page(list, "c", .running))
        await list.answer(2, page(list, "", endReached: true))
        #expect(list.ids == "abc" && list.status("append") == "idle")
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func aListWithoutRowsYetIsLoaded() async throws {
        let list = ListDriver(pageSize: 9)
        list.store.start()
        await list.answer(0, page(list, "", .running))
        #expect(list.state["phase"]?.stringValue == "loaded" && list.state["empty"]?.isNull == true)
        #expect(list.fetches[1].wait == .further)
        // The shown rows stay until there are new ones.
        await list.answer(1, page(list, "a", .live))
        try list.send("refresh")
        #expect(list.fetches[2].wait == .further)
    }

    @Test func aFullPageOfASourceThatIsStillReadingIsFollowedByItsNext() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, page(list, "ab", .running))
        #expect(list.status("append") == "loading")
        #expect(list.fetches[1] == FetchRequest(start: .offset(2), limit: 2, wait: .further))
        await list.answer(1, page(list, "cd"))
        #expect(list.state["count"]?.intValue == 4 && list.fetches.count == 2)
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func aPageOfOtherRowsIsNotAppendedToTheOlderRows() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, page(list, "ab", .running))
        await list.answer(1, page(list, "cd", edition: 2))
        #expect(list.ids == "ab" && list.status("refresh") == "loading")
        #expect(list.fetches[2] == FetchRequest(start: .offset(0), limit: 2, wait: .further))
        await list.answer(2, page(list, "xb", edition: 2))
        #expect(list.ids == "xb" && list.snapshot["settled"]?.boolValue == true)
        try list.send("loadMore")
        await list.answer(3, page(list, "cd", endReached: true, edition: 2))
        #expect(list.state["count"]?.intValue == 4)
    }

    @Test func aLiveSourceIsSettledAndGrowsByNotices() async throws {
        let list = await live("abcd")
        #expect(list.snapshot["settled"]?.boolValue == true && list.fetches.count == 1)
        #expect(list.state["loads"]?["append"]?["endReached"]?.boolValue == false)
        try list.send("selectAll")
        try list.send("setActive", #"{"id":"c"}"#)
        try list.send("setWindow", #"{"offset":1,"limit":3}"#)
        await list.tell(SourceChange(kind: .grown, edition: 1))
        #expect(list.fetches[1] == FetchRequest(start: .offset(4), limit: 9, wait: .further))
        await list.answer(1, page(list, "ef", .live))
        #expect(list.state["count"]?.intValue == 6 && list.ids == "bcd")
        #expect(list.state["activeId"]?.stringValue == "c")
        #expect(list.strings(list.state["changes"]?["inserted"]) == ["e", "f"])
        #expect(list.snapshot["settled"]?.boolValue == true && list.fetches.count == 2)
    }

    @Test func aNoticeDuringALoadIsNotLost() async throws {
        let list = await live("ab")
        await list.tell(SourceChange(kind: .grown, edition: 1))
        await list.tell(SourceChange(kind: .grown, edition: 1))
        #expect(list.fetches.count == 2)
        await list.answer(1, page(list, "c", .live))
        #expect(list.fetches.count == 3)
        await list.answer(2, page(list, "", .live))
        #expect(list.ids == "abc" && list.fetches.count == 3)
    }

    @Test func aFailureIsABannerBesideTheRows() async throws {
        let list = ListDriver(pageSize: 9)
        list.store.start()
        await list.answer(0, page(list, "ab", endReached: true, failure: failed))
        #expect(list.ids == "ab" && list.state["phase"]?.stringValue == "loaded")
        #expect(list.errors.map { $0["display"]?.stringValue } == ["banner"])
        #expect(list.errors.map { $0["message"]?.stringValue } == [failed.message])
        #expect(list.fetches.count == 1)
        try list.send("retry")
        #expect(list.fetches[1].isRefresh && list.errors.isEmpty)
        await list.answer(1, page(list, "abc", endReached: true))
        #expect(list.ids == "abc" && list.errors.isEmpty)
    }

    /// Rows may be missing only because of the failure, so they stay marked and active.
    @Test(arguments: [false, true])
    func aFailureTakesNoMarks(isInParts: Bool) async throws {
        let list = ListDriver(pageSize: 9)
        list.store.start()
        await list.answer(0, page(list, "abcd", endReached: true))
        try list.send("toggleSelection", #"{"id":"b"}"#)
        try list.send("toggleSelection", #"{"id":"c"}"#)
        try list.send("setActive", #"{"id":"d"}"#)
        try list.send("refresh")
        if isInParts {
            await list.answer(1, page(list, "a", .running))
            await list.answer(2, page(list, "b", endReached: true, failure: failed))
        } else {
            await list.answer(1, page(list, "ab", endReached: true, failure: failed))
        }
        #expect(list.ids == "ab" && list.strings(list.state["selection"]?["ids"]) == ["b", "c"])
        #expect(list.state["activeId"]?.isNull == true)
        try list.send("refresh")
        await list.answer(list.fetches.count - 1, page(list, "a", endReached: true, failure: failed))
        #expect(list.strings(list.state["selection"]?["ids"]) == ["b", "c"])
        try list.send("refresh")
        await list.answer(list.fetches.count - 1, page(list, "acd", endReached: true))
        #expect(list.strings(list.state["selection"]?["ids"]) == ["c"])
        #expect(list.state["activeId"]?.stringValue == "d")
    }

    @Test func aFailureIsToldAlsoWhereTheListIsNotAtItsEnd() async throws {
        let list = ListDriver(pageSize: 2, tellsChanges: true)
        list.store.start()
        await list.answer(0, page(list, "ab"))
        await list.tell(SourceChange(kind: .grown, edition: 1))
        #expect(list.fetches.count == 1)
        await list.tell(SourceChange(kind: .failed, edition: 1))
        await list.answer(1, page(list, "cd", failure: failed))
        #expect(list.errors.map { $0["display"]?.stringValue } == ["banner"])
        // A dismissed problem stays dismissed while it is the same.
        let id = try #require(list.errors.first?["id"]?.stringValue)
        try list.send("dismissError", #"{"id":"\#(id)"}"#)
        try list.send("loadMore")
        await list.answer(2, page(list, "e", endReached: true, failure: failed))
        #expect(list.errors.isEmpty && list.state["count"]?.intValue == 5)
    }

    @Test func rowsThatAnotherHasMadeAnewAreReadFromTheirBegin() async throws {
        let list = await live("ab")
        await list.tell(SourceChange(kind: .grown, edition: 2))
        #expect(list.fetches[1].start == .offset(0) && !list.fetches[1].isRefresh)
        await list.answer(1, page(list, "x", .live, edition: 2))
        #expect(list.ids == "x")
        await list.tell(SourceChange(kind: .grown, edition: 1))
        #expect(list.fetches.count == 2)
    }

    @Test func aSortedListIsReadAnewButNotMadeAnew() async throws {
        let list = ListDriver(pageSize: 9, capabilities: [.all, .query], tellsChanges: true)
        list.store.start()
        await list.answer(0, page(list, "ac", .live))
        try list.send("setSort", #"{"sort":[{"key":"name"}]}"#)
        await list.answer(1, page(list, "ac", .live))
        await list.tell(SourceChange(kind: .grown, edition: 1))
        #expect(list.fetches[2].start == .offset(0) && !list.fetches[2].isRefresh)
        await list.answer(2, page(list, "abc", .live))
        #expect(list.ids == "abc")
    }
}
