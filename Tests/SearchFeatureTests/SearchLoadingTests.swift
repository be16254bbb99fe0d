import FHJSON
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite struct SearchLoadingTests {
    private let failure = Failure("networkError", "no network")

    @Test func rowsAreLoadedPageByPageByOffset() async {
        let search = SearchDriver()
        search.store.start()
        #expect(search.totalCount == nil)
        #expect(search.status == "idle")
        #expect(search.empty == "prompt")
        search.source.answer(0, with: SearchDriver.page(["a", "b"], endReached: false))
        await search.deliver()
        search.source.answer(1, with: SearchDriver.page(["c"], from: 2, endReached: false))
        await search.deliver()
        #expect(search.totalCount == nil)
        await search.answer(2, [])
        #expect(search.totalCount == 3)
        #expect(
            search.fetches == [
                FetchRequest(start: .offset(0), limit: 10_000, isRefresh: true, wait: .further),
                FetchRequest(start: .offset(2), limit: 10_000, wait: .further),
                FetchRequest(start: .offset(3), limit: 10_000, wait: .further),
            ])
        #expect(search.isSettled)
    }

    @Test func rowsAreLoadedPageByPageByCursor() async {
        let search = SearchDriver()
        search.store.start()
        search.source.answer(0, with: SearchDriver.page(["a"], endReached: false, cursor: "next"))
        await search.deliver()
        #expect(search.fetches.last == FetchRequest(start: .cursor("next"), limit: 10_000, wait: .further))
        // A source with cursors ends with a page without a cursor.
        search.source.answer(1, with: SearchDriver.page(["b"], from: 1, endReached: false))
        await search.settle()
        #expect(search.totalCount == 2)
    }

    @Test func aSourceThatGivesNothingAndSaysThereIsMoreIsNotAskedForEver() async {
        let search = SearchDriver()
        search.store.start()
        search.source.answer(0, with: SearchDriver.page([], endReached: false))
        await search.settle()
        #expect(search.totalCount == 0)
        #expect(search.fetches.count == 1)
    }

    @Test func aSourceThatRepeatsItsRowsIsStoppedWithAnError() async throws {
        let search = SearchDriver()
        search.store.start()
        search.source.answer(0, with: SearchDriver.page(["a1", "a2"], endReached: false))
        await search.deliver()
        search.source.answer(1, with: SearchDriver.page(["a1", "a3"], endReached: false))
        await search.settle()
        #expect(search.fetches.count == 2)
        #expect(search.errors.map { $0["code"]?.stringValue } == ["invalidData"])
        // The loaded rows are available nevertheless.
        try await search.search("a")
        #expect(search.names == ["a1", "a3"])
    }

    @Test func aRowThatComesAgainIsUpdatedWhereItStands() async throws {
        let search = SearchDriver()
        search.store.start()
        search.source.answer(0, with: SearchDriver.page(["a1", "a2"], endReached: false))
        await search.deliver()
        search.source.answer(1, with: SearchDriver.page(["a3", "a4"], from: 1))
        await search.settle()
        try await search.search("a")
        #expect(search.names == ["a1", "a3", "a4"])
        #expect(search.totalCount == 3)
    }

    @Test func aQueryThatComesBeforeTheRowsWaitsForThem() async throws {
        let search = SearchDriver()
        search.store.start()
        try search.send("setQuery", #"{"query":"b"}"#)
        search.clock.advance(by: 300)
        #expect(search.status == "loading")
        search.clock.advance(by: 299)
        #expect(search.status == "loading")
        #expect(!search.isSettled)
        search.clock.advance(by: 1)
        #expect(search.status == "stalled")
        search.source.answer(0, with: SearchDriver.page(["a", "b"]))
        await search.deliver()
        #expect(search.status == "stalled")
        await search.settle()
        #expect(search.status == "success")
        #expect(search.names == ["b"])
    }

    @Test func theStallTimerEndsWithTheSearch() async throws {
        let search = await SearchDriver.loaded(["a"])
        try await search.search("a")
        #expect(search.status == "success")
        #expect(search.isSettled)
        search.clock.advance(by: 1000)
        #expect(search.status == "success")
    }

    @Test func aStalledSearchIsNotYetAnsweredByItsFirstChunk() async throws {
        let search = await SearchDriver.loaded(["a", "a"], firstChunk: 1, chunk: 1)
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 600)
        #expect(search.status == "stalled")
        await search.deliver()
        #expect(search.count == 1)
        #expect(search.status == "stalled")
        await search.deliver()
        #expect(search.status == "success")
    }

    @Test func aLoadThatFailsFillsTheScreenAndCanBeRetried() async throws {
        let search = SearchDriver()
        search.store.start()
        search.source.fail(0, failure)
        await search.deliver()
        #expect(search.status == "idle")
        #expect(search.errors[0]["display"]?.stringValue == "fullScreen")
        #expect(search.errors[0]["retry"]?.stringValue == "retry")
        try search.send("retry")
        #expect(search.errors.isEmpty)
        await search.answer(1, ["a"])
        #expect(search.totalCount == 1)
    }

    @Test func aQueryThatWaitedFailsWithTheLoadAndIsAnsweredByTheRetry() async throws {
        let search = SearchDriver()
        search.store.start()
        try search.send("setQuery", #"{"query":"b"}"#)
        search.clock.advance(by: 300)
        search.source.answer(0, with: SearchDriver.page(["a"], endReached: false))
        await search.deliver()
        search.source.fail(1, failure)
        await search.deliver()
        #expect(search.status == "failed")
        #expect(search.empty == nil)
        #expect(search.isStale == false)
        #expect(search.isSettled)
        try search.send("retry")
        #expect(search.status == "loading")
        // A retry loads again from the start.
        #expect(search.fetches.last == FetchRequest(start: .offset(0), limit: 10_000, isRefresh: true, wait: .further))
        await search.answer(2, ["b"])
        #expect(search.names == ["b"])
        #expect(search.status == "success")
    }

    @Test func twoEqualErrorsHaveTwoIds() async throws {
        let search = SearchDriver()
        search.store.start()
        search.source.fail(0, failure)
        await search.deliver()
        let first = search.errors[0]["id"]
        try search.send("retry")
        search.source.fail(1, failure)
        await search.deliver()
        #expect(search.errors.count == 1)
        #expect(search.errors[0]["id"] != first)
    }

    @Test func anotherTaskLoadsAnewAndAnswersAgain() async throws {
        let search = await SearchDriver.loaded(["a1", "b"])
        try await search.search("a")
        try search.send("setTaskId", #"{"id":"2"}"#)
        #expect(search.names == ["a1"])
        #expect(search.refusal("accept") == nil)
        // A query waits while rows are loading.
        try search.send("setQuery", #"{"query":"c"}"#)
        search.clock.advance(by: 300)
        #expect(search.status == "loading")
        await search.answer(1, ["c1"])
        #expect(search.names == ["c1"])
        #expect(search.totalCount == 1)
        #expect(search.isStale == false)
    }

    @Test func loadingAnewLeavesTheDebounceAlone() async throws {
        let search = await SearchDriver.loaded(["a"])
        try search.send("setQuery", #"{"query":"b"}"#)
        try search.send("setTaskId", #"{"id":"2"}"#)
        #expect(search.status == "debouncing")
        await search.answer(1, ["b"])
        #expect(search.status == "debouncing")
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.names == ["b"])
    }

    @Test func whatAnEarlierLoadBringsIsDropped() async throws {
        let search = SearchDriver()
        search.store.start()
        search.source.answer(0, with: SearchDriver.page(["old"]))
        await search.finishWork()
        try search.send("setTaskId", #"{"id":"2"}"#)
        search.store.deliver()
        #expect(search.totalCount == nil)
        await search.answer(1, ["new", "newer"])
        #expect(search.totalCount == 2)
    }

    @Test func resetBeginsAnew() async throws {
        let search = await SearchDriver.loaded(["a"])
        try await search.search("a")
        try search.send("reset")
        #expect(search.query == "")
        #expect(search.empty == "prompt")
        #expect(search.totalCount == nil)
        await search.answer(1, ["a", "b"])
        #expect(search.totalCount == 2)
    }
}
