import FHJSON
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// A search without a minimum query length shows all rows for an empty query.
@Suite struct SearchEmptyQueryTests {
    private let fruits = ["cherry", "apple", "banana"]

    private func loaded(_ names: [String], _ configure: (inout SearchConfiguration) -> Void = { _ in }) async
        -> SearchDriver
    {
        let search = await SearchDriver.loaded(names) {
            $0.minLength = 0
            configure(&$0)
        }
        await search.settle()
        return search
    }

    @Test func allRowsAreShownInTheirOrderWhenItOpens() async {
        let search = await loaded(fruits)
        #expect(search.names == fruits && search.status == "success" && search.empty == nil)
        #expect(search.state["resultsQuery"]?.stringValue == "" && search.isStale == false && search.isSettled)
    }

    @Test func whatIsEmptiedShowsAllRowsWithoutDebounce() async throws {
        let search = await loaded(fruits)
        try await search.search("b")
        #expect(search.names == ["banana"])
        try search.send("clearQuery")
        await search.settle()
        #expect(search.names == fruits && search.isSettled)
        try await search.search("b")
        try search.send("setQuery", #"{"query":"  "}"#)
        await search.settle()
        #expect(search.names == fruits)
    }

    @Test func withoutRowsThereIsNothingToShow() async {
        let search = await loaded([])
        #expect(search.status == "success" && search.empty == "noResults")
    }

    @Test func theEmptyQueryIsNotRemembered() async throws {
        let search = await loaded(fruits)
        try search.send("submitQuery")
        try search.send("accept")
        #expect(search.state["history"]?.count == 0)
    }

    @Test func whileSomethingIsComposedNothingIsSearchedFor() async throws {
        let search = await loaded(fruits)
        try await search.search("b")
        try search.send("setQuery", #"{"query":"","isComposing":true}"#)
        await search.settle()
        #expect(search.names == ["banana"])
        try search.send("setQuery", #"{"query":""}"#)
        await search.settle()
        #expect(search.names == fruits)
    }

    @Test func whatFailsIsTriedAgain() async throws {
        let search = SearchDriver { $0.minLength = 0 }
        search.store.start()
        search.source.fail(0, Failure("offline", "There is no network."))
        await search.deliver()
        #expect(search.status == "failed")
        try search.send("retry")
        await search.answer(1, fruits)
        await search.settle()
        #expect(search.names == fruits && search.status == "success")
    }

    @Test func whoSearchesByItselfIsNotAskedForNothing() async {
        let search = SearchDriver(capabilities: [.search]) { $0.minLength = 0 }
        search.store.start()
        await search.settle()
        #expect(search.status == "idle" && search.empty == "prompt" && search.isSettled)
    }
}
