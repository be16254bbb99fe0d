import FHJSON
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// Rows that arrive during a search are matched on arrival.
@Suite struct SearchGrowingTests {
    private func page(_ names: [String], from first: Int = 0, isLast: Bool = false) -> Page {
        SearchDriver.page(names, from: first, endReached: isLast)
    }

    /// Makes a search for "a" with a first page of rows.
    private func started(_ names: [String]) async throws -> SearchDriver {
        let search = SearchDriver(pageSize: 10)
        search.store.start()
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 300)
        search.source.answer(0, with: page(names))
        await search.deliver()
        return search
    }

    @Test func aQueryIsAnsweredOverTheRowsThatAreThere() async throws {
        let search = try await started(["a1", "b"])
        await search.settleScan()
        #expect(search.names == ["a1"])
        #expect(search.resultsQuery == "a")
        #expect(search.isStale == false)
        #expect(search.status == "loading")
        #expect(search.totalCount == nil)
        #expect(search.refusal("accept") == nil)
    }

    @Test func furtherPagesAreLookedThroughTogetherAndMergedIn() async throws {
        let search = try await started(["ab", "b"])
        await search.settleScan()
        search.source.answer(1, with: page(["a", "c"], from: 2))
        await search.deliver()
        search.source.answer(2, with: page(["xa"], from: 4))
        await search.deliver()
        #expect(search.names == ["ab"])
        search.clock.advance(by: 50)
        await search.settleScan()
        #expect(search.names == ["a", "ab", "xa"])
        #expect(search.status == "loading")
        search.clock.advance(by: 250)
        #expect(search.status == "stalled")
        search.source.answer(3, with: page(["ax"], from: 5, isLast: true))
        await search.deliver()
        await search.settle()
        #expect(search.names == ["a", "ab", "ax", "xa"])
        #expect(search.status == "success")
        #expect(search.totalCount == 6)
        #expect(search.isSettled)
    }

    @Test func whileRowsAreToComeNothingFoundIsNoAnswer() async throws {
        let search = await SearchDriver.loaded(["b1"])
        try await search.search("b")
        try search.send("setTaskId", #"{"id":"2"}"#)
        search.source.answer(1, with: page(["x"]))
        await search.deliver()
        await search.settleScan()
        #expect(search.names == ["b1"])
        #expect(search.empty == nil)
        search.source.answer(2, with: page(["y"], from: 1, isLast: true))
        await search.settle()
        #expect(search.names == [])
        #expect(search.empty == "noResults")
    }

    @Test func theActiveRowStaysByIdWhereAPersonMovedToIt() async throws {
        let search = try await started(["xa", "xxa"])
        await search.settleScan()
        try search.send("moveActive", #"{"by":1}"#)
        #expect(search.activeID == "1")
        search.source.answer(1, with: page(["a"], from: 2, isLast: true))
        await search.settle()
        #expect(search.names == ["a", "xa", "xxa"])
        #expect(search.activeID == "1")
    }

    @Test func theNextKeyEndsTheGatheringToo() async throws {
        let search = try await started(["ab"])
        await search.settleScan()
        search.source.answer(1, with: page(["a"], from: 1))
        await search.deliver()
        try search.send("setQuery", #"{"query":"ab"}"#)
        #expect(search.status == "debouncing")
        search.clock.advance(by: 300)
        await search.settleScan()
        #expect(search.names == ["ab"])
        #expect(search.status == "loading")
    }

    @Test func aRowThatComesAgainWithAnotherTextIsFoundByThatWhenAllAreThere() async throws {
        let search = try await started(["ab", "b"])
        await search.settleScan()
        search.source.answer(1, with: page(["xyz", "a", "n"], from: 0))
        await search.deliver()
        search.source.answer(2, with: page(["a"], from: 5, isLast: true))
        await search.settle()
        #expect(search.names == ["a", "a"])
        #expect(search.totalCount == 4)
        try await search.search("xyz")
        #expect(search.items.compactMap { $0["id"]?.stringValue } == ["0"])
    }

    @Test func aLoadThatFailsOnItsWayLeavesWhatWasFoundStale() async throws {
        let search = try await started(["ab"])
        await search.settleScan()
        search.source.fail(1, Failure("networkError", "no network"))
        await search.deliver()
        #expect(search.names == ["ab"])
        #expect(search.isStale == true)
        #expect(search.status == "failed")
        #expect(search.isSettled)
        try search.send("retry")
        search.source.answer(2, with: page(["a"], isLast: true))
        await search.settle()
        #expect(search.names == ["a"])
        #expect(search.isStale == false)
    }

    @Test func pagesThatBringNothingNewEndTheLoad() async throws {
        let search = try await started(["a"])
        search.source.answer(1, with: page(["a"]))
        await search.settle()
        #expect(search.status == "success")
        #expect(search.totalCount == 1)
        #expect(search.fetches.count == 2)
    }
}
