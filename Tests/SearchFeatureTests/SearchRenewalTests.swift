import FHJSON
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// Changes by others in a live source replace the shown results in one revision.
@Suite struct SearchRenewalTests {
    /// Makes a search that has answered "a", over a source with a change feed.
    private func answered(_ names: [String]) async throws -> SearchDriver {
        let search = await SearchDriver.loaded(names, pageSize: 10, tellsChanges: true)
        try await search.search("a")
        return search
    }

    @Test func manyNoticesLeadToOneReload() async throws {
        let search = try await answered(["a"])
        search.notify()
        search.clock.advance(by: 199)
        search.notify()
        search.clock.advance(by: 199)
        #expect(search.fetches.count == 1)
        search.clock.advance(by: 1)
        #expect(search.fetches.count == 2)
        #expect(search.fetches[1].isRefresh)
        for _ in 0..<20 {
            search.clock.advance(by: 150)
            search.notify()
        }
        // A source that keeps sending notifications is loaded nevertheless.
        #expect(search.fetches.count == 3)
    }

    @Test func theNewRowsTakeTheOthersPlaceInOneRevisionWithoutAWord() async throws {
        let search = try await answered(["ab", "b"])
        search.notify()
        search.clock.advance(by: 200)
        #expect(search.status == "success")
        #expect(search.isStale == false)
        search.source.answer(1, with: SearchDriver.page(["xa"], endReached: false))
        #expect(await search.changes { await search.deliver() } == [])
        search.source.answer(2, with: SearchDriver.page(["a"], from: 1))
        #expect(await search.changes { await search.deliver() } == [])
        #expect(await search.changes { await search.deliver() } == ["groups", "count", "activeId"])
        #expect(search.names == ["a", "xa"])
        #expect(search.isSettled)
    }

    @Test func rowsOfALiveSourceAreSearchedAndReadOnWithoutBeingMadeAnew() async throws {
        let search = SearchDriver(pageSize: 10, tellsChanges: true)
        search.store.start()
        search.source.answer(0, with: Page(rows: [SearchDriver.row("0", "ab")], endReached: false, growth: .live))
        await search.deliver()
        try await search.search("a")
        #expect(search.names == ["ab"] && search.isSettled)
        search.source.changes?.tell(SourceChange(kind: .grown))
        search.store.collect()
        search.store.deliver()
        search.clock.advance(by: 200)
        #expect(search.fetches.count == 2 && !search.fetches[1].isRefresh)
        let failure = Failure("commandFailed", "sh ended with status 4")
        let rows = [SearchDriver.row("0", "ab"), SearchDriver.row("1", "a")]
        search.source.answer(1, with: Page(rows: rows, endReached: true, failure: failure))
        await search.deliver()
        await search.deliver()
        #expect(search.names == ["a", "ab"])
        #expect(search.errors.map { $0["message"]?.stringValue } == [failure.message])
        #expect(search.status == "success")
    }

    @Test func theActiveRowStaysByIdWhereAPersonMovedToIt() async throws {
        let search = try await answered(["a", "ab"])
        try search.send("moveActive", #"{"by":1}"#)
        await search.renew(["abc", "ab", "a"])
        #expect(search.names == ["a", "ab", "abc"])
        #expect(search.activeID == "1")
        await search.renew(["a"])
        #expect(search.activeID == "0")
    }

    @Test func aQueryThatComesMeanwhileIsAnsweredAtOnceAndOverTheNewRowsWhenTheyAreThere() async throws {
        let search = try await answered(["ab", "b"])
        search.notify()
        search.clock.advance(by: 200)
        try search.send("setQuery", #"{"query":"b"}"#)
        search.clock.advance(by: 300)
        await search.settleScan()
        #expect(search.names == ["b", "ab"])
        #expect(search.status == "success")
        search.source.answer(1, with: SearchDriver.page(["bb"]))
        await search.settle()
        #expect(search.names == ["bb"])
    }

    @Test func theNextKeyUsesRowsThatWereAboutToBeShown() async throws {
        let search = try await answered(["ab", "b"])
        search.notify()
        search.clock.advance(by: 200)
        search.source.answer(1, with: SearchDriver.page(["ba"]))
        await search.deliver()
        try search.send("setQuery", #"{"query":"b"}"#)
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.names == ["ba"])
        #expect(search.totalCount == 1)
    }

    @Test func cancelLeavesWhatIsShownAndTheSameQueryIsAskedAnew() async throws {
        let search = try await answered(["ab", "b"])
        search.notify()
        search.clock.advance(by: 200)
        search.source.answer(1, with: SearchDriver.page(["ba"]))
        await search.deliver()
        try search.send("cancel")
        #expect(search.status == "idle")
        #expect(search.names == ["ab"])
        #expect(search.isSettled)
        try search.send("submitQuery")
        await search.settle()
        #expect(search.names == ["ba"])
        #expect(search.status == "success")
    }

    @Test func aScanUnderWayBeginsAnewOverTheNewRows() async throws {
        let search = await SearchDriver.loaded(["ab", "b"], pageSize: 10, tellsChanges: true)
        search.notify()
        search.clock.advance(by: 200)
        try search.send("setQuery", #"{"query":"b"}"#)
        search.source.answer(1, with: SearchDriver.page(["ba"]))
        await search.finishWork()
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.names == ["ba"])
        #expect(search.status == "success")
    }

    @Test func aReloadThatFailsKeepsTheRowsStale() async throws {
        let search = try await answered(["a"])
        search.notify()
        search.clock.advance(by: 200)
        search.source.fail(1, Failure("fileError", "gone"))
        await search.deliver()
        #expect(search.names == ["a"])
        #expect(search.isStale == true)
        #expect(search.status == "failed")
        #expect(search.errors.map { $0["display"]?.stringValue } == ["banner"])
        search.notify()
        search.clock.advance(by: 200)
        await search.answer(2, ["ab"])
        #expect(search.names == ["ab"])
        #expect(search.isStale == false)
        #expect(search.errors.isEmpty)
    }

    @Test func aNoticeDuringALoadLeadsToAnotherAfterIt() async throws {
        let search = SearchDriver(tellsChanges: true)
        search.store.start()
        search.notify()
        search.clock.advance(by: 200)
        #expect(search.fetches.count == 1)
        search.source.answer(0, with: SearchDriver.page(["a"]))
        await search.deliver()
        #expect(search.fetches.count == 2)
        search.source.answer(1, with: SearchDriver.page(["a", "b"]))
        await search.settle()
        #expect(search.totalCount == 2)
    }

    @Test func aReloadForgetsTheNoticesBeforeIt() async throws {
        let search = try await answered(["a"])
        search.notify()
        try search.send("setTaskId", #"{"id":"2"}"#)
        await search.answer(1, ["a"])
        search.clock.advance(by: 5_000)
        #expect(search.fetches.count == 2)
        search.notify()
        search.clock.advance(by: 200)
        #expect(search.fetches.count == 3)
    }
}
