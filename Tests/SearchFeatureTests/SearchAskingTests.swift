import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// Sources with their own search.
@Suite struct SearchAskingTests {
    private let failure = Failure("networkError", "no network")

    private func driver(
        pageSize: Int = 3, debounceMs: Int = 300, tellsChanges: Bool = false,
        capabilities: SourceCapabilities = .search,
        _ configure: (inout SearchConfiguration) -> Void = { _ in }
    ) -> SearchDriver {
        let search = SearchDriver(
            debounceMs: debounceMs, pageSize: pageSize, capabilities: capabilities, tellsChanges: tellsChanges
        ) {
            $0.prefetchDistance = 0
            configure(&$0)
        }
        search.store.start()
        return search
    }

    private func page(_ names: [String], from first: Int = 0, cursor: String? = nil, total: Int? = nil) -> Page {
        let rows = names.enumerated().map { SearchDriver.row("\(first + $0.offset)", $0.element) }
        return Page(rows: rows, nextCursor: cursor, endReached: cursor == nil, totalCount: total)
    }

    /// Makes a search that shows its first page of "a".
    private func answered(_ names: [String], cursor: String? = nil, total: Int? = nil) async throws -> SearchDriver {
        let search = driver()
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 300)
        search.source.answer(0, with: page(names, cursor: cursor, total: total))
        await search.settle()
        return search
    }

    @Test func theSourceIsAskedOnceTheKeysAreQuiet() async throws {
        let search = driver()
        #expect(search.source.calls.isEmpty)
        #expect(search.isSettled)
        try search.send("setQuery", #"{"query":" o"}"#)
        search.clock.advance(by: 200)
        try search.send("setQuery", #"{"query":" os "}"#)
        #expect(search.requests.isEmpty)
        search.clock.advance(by: 300)
        #expect(search.requests == [SearchRequest(query: "os", limit: 3, wait: .further)])
        #expect(search.status == "loading")
        search.clock.advance(by: 300)
        #expect(search.status == "stalled")
        search.source.answer(0, with: page(["Oslo", "Osaka"], total: 7))
        await search.settle()
        #expect(search.names == ["Oslo", "Osaka"])
        #expect(search.status == "success")
        #expect(search.resultsQuery == "os")
        #expect(search.count == 2)
        #expect(search.totalCount == 7)
        #expect(search.activeID == "0")
        #expect(search.isSettled)
    }

    @Test func theNextKeyCancelsTheRequest() async throws {
        let search = driver()
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 300)
        try search.send("setQuery", #"{"query":"ab"}"#)
        #expect(search.snapshot["cause"]?["cancelled"]?.count == 2)
        search.source.answer(0, with: page(["old"]))
        search.clock.advance(by: 300)
        search.source.answer(1, with: page(["new"]))
        await search.settle()
        #expect(search.names == ["new"])
        #expect(search.resultsQuery == "ab")
    }

    @Test func resultsStayInTheSourcesOrderWithItsMatchesElseTheHosts() async throws {
        let search = driver()
        try search.send("setQuery", #"{"query":"b"}"#)
        search.clock.advance(by: 300)
        let matches = try JSONText(parsing: #"[{"key":"name","ranges":[[0,2]]}]"#)
        search.source.answer(0, with: page(["xxb", "b", "no"]), matches: [0: matches])
        await search.settle()
        #expect(search.names == ["xxb", "b", "no"])
        #expect(
            search.items.map { $0["matches"].map { JSONText($0).string } } == [
                #"[{"key":"name","ranges":[[0,2]]}]"#, #"[{"key":"name","ranges":[[0,1]]}]"#, "[]",
            ])
    }

    @Test func pagesAreAppendedByCursor() async throws {
        let search = try await answered(["a", "b", "c"], cursor: "p2")
        #expect(search.append == #"{"status":"idle","endReached":false}"#)
        try search.send("loadMore")
        #expect(search.append == #"{"status":"loading","endReached":false}"#)
        // A second `loadMore` makes no further request.
        try search.send("loadMore")
        #expect(search.requests.count == 2)
        #expect(search.requests[1] == SearchRequest(query: "a", limit: 3, cursor: "p2", wait: .further))
        search.source.answer(1, with: page(["c2", "d"], from: 2))
        await search.settle()
        try search.send("setWindow", #"{"offset":0,"limit":10}"#)
        // A known row is updated in place.
        #expect(search.names == ["a", "b", "c2", "d"])
        #expect(search.append == #"{"status":"idle","endReached":true}"#)
        #expect(search.refusal("loadMore") == "endReached")
    }

    @Test func aWindowNearTheEndLoadsTheNextPageByItself() async throws {
        let search = try await answered(["a", "b", "c"], cursor: "p2")
        try search.send("moveActive", #"{"by":2}"#)
        #expect(search.requests.count == 1)
        try search.send("setWindow", #"{"offset":2,"limit":3}"#)
        #expect(search.requests.count == 2)
        search.source.answer(1, with: page(["d"], from: 3, cursor: "p3"))
        await search.deliver()
        // The window needs more rows.
        #expect(search.requests.count == 3)
        search.source.answer(2, with: page(["e"], from: 4))
        await search.settle()
        #expect(search.names == ["c", "d", "e"])
    }

    @Test(arguments: [("submitQuery", "{}"), ("setQuery", #"{"query":"a "}"#)])
    func theSameQueryOnceMoreGoesOnLoadingForTheWindow(action: String, params: String) async throws {
        let search = try await answered(["a", "b", "c"], cursor: "p2")
        try search.send("setWindow", #"{"offset":0,"limit":5}"#)
        #expect(search.requests.count == 2)
        try search.send(action, params)
        #expect(search.requests.dropFirst(2) == [SearchRequest(query: "a", limit: 3, cursor: "p2", wait: .further)])
        search.source.answer(2, with: page(["d", "e"], from: 3))
        await search.settle()
        #expect(search.names == ["a", "b", "c", "d", "e"])
        #expect(search.isSettled)
    }

    @Test func aWindowThatIsWantedIsShownWhenItsResultsHaveCome() async throws {
        let search = try await answered(["a", "b", "c"], cursor: "p2")
        try search.send("setWindow", #"{"offset":3,"limit":3}"#)
        #expect(search.names == ["a", "b", "c"])
        search.source.answer(1, with: page(["d", "e", "f"], from: 3))
        await search.settle()
        #expect(search.names == ["d", "e", "f"])
        #expect(search.activeID == "0")
    }

    @Test func aFailedAppendLoadsNothingByItselfAndIsRetriedOnce() async throws {
        let search = try await answered(["a", "b", "c"], cursor: "p2")
        try search.send("loadMore")
        search.source.fail(1, failure)
        await search.settle()
        #expect(search.append == #"{"status":"failed","errorId":"e1","endReached":false}"#)
        #expect(search.errors.map { $0["display"]?.stringValue } == ["inline"])
        #expect(search.isStale == false)
        #expect(search.refusal("loadMore") == "failed")
        try search.send("setWindow", #"{"offset":2,"limit":3}"#)
        #expect(search.requests.count == 2)
        try search.send("retry")
        #expect(search.requests.count == 3)
        #expect(search.requests[2].cursor == "p2")
        #expect(search.errors.isEmpty)
        search.source.answer(2, with: page(["d"], from: 3))
        await search.settle()
        #expect(search.count == 4)
    }

    @Test func aNewQueryCancelsAnAppend() async throws {
        let search = try await answered(["a", "b", "c"], cursor: "p2")
        try search.send("loadMore")
        try search.send("setQuery", #"{"query":"b"}"#)
        #expect(search.append == #"{"status":"idle","endReached":false}"#)
        #expect(search.refusal("loadMore") == "staleResults")
        search.clock.advance(by: 300)
        search.source.answer(1, with: page(["late"], from: 1))
        search.source.answer(2, with: page(["b"]))
        await search.settle()
        #expect(search.names == ["b"])
    }

    /// The retry starts while the new query is debounced, so that the result of the retry belongs to the old query.
    @Test func aNewQueryCancelsAnAppendThatWasRetriedMeanwhile() async throws {
        let search = try await answered(["Aachen", "Aalen", "Altona"], cursor: "1")
        try search.send("loadMore")
        search.source.fail(1, failure)
        await search.settle()
        try search.send("setQuery", #"{"query":"b"}"#)
        try search.send("retry")
        search.clock.advance(by: 300)
        let effects = try #require(search.snapshot["effects"]).elements.compactMap { $0["id"]?.stringValue }
        #expect(!effects.contains { $0.hasPrefix("append") })
        search.source.answer(search.requests.count - 1, with: page(["Bonn"]))
        await search.settle()
        #expect(search.names == ["Bonn"])
        #expect(search.state["append"]?["status"]?.stringValue == "idle")
    }

    @Test func aCursorThatComesAgainIsAMistake() async throws {
        let search = try await answered(["a", "b", "c"], cursor: "p2")
        try search.send("loadMore")
        search.source.answer(1, with: page(["d"], from: 3, cursor: "p2"))
        await search.settle()
        #expect(search.errors.map { $0["code"]?.stringValue } == ["invalidData"])
        #expect(search.count == 3)
    }

    @Test func aSearchThatFailsKeepsTheRowsStaleAndIsRetried() async throws {
        let search = try await answered(["a"])
        try search.send("setQuery", #"{"query":"b"}"#)
        search.clock.advance(by: 300)
        search.source.fail(1, failure)
        await search.settle()
        #expect(search.status == "failed")
        #expect(search.names == ["a"])
        #expect(search.isStale == true)
        #expect(search.errors.map { $0["display"]?.stringValue } == ["banner"])
        try search.send("retry")
        #expect(search.status == "loading")
        #expect(search.errors.isEmpty)
        search.source.answer(2, with: page(["b"]))
        await search.settle()
        #expect(search.names == ["b"])
        #expect(search.isStale == false)
    }

    @Test func withoutResultsAFailureFillsTheScreen() async throws {
        let search = driver(debounceMs: 0)
        try search.send("setQuery", #"{"query":"b"}"#)
        search.source.fail(0, failure)
        await search.settle()
        #expect(search.errors.map { $0["display"]?.stringValue } == ["fullScreen"])
        try search.send("clearQuery")
        #expect(search.errors.isEmpty)
        #expect(search.isSettled)
    }

    @Test func aNoticeLeadsToOneNewSearchOfWhatIsShown() async throws {
        let search = driver(tellsChanges: true)
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 300)
        search.source.answer(0, with: page(["a1", "a2", "a3"], cursor: "p2"))
        await search.settle()
        try search.send("moveActive", #"{"by":1}"#)
        search.notify()
        search.clock.advance(by: 100)
        search.notify()
        search.clock.advance(by: 200)
        #expect(search.requests.count == 2)
        #expect(search.status == "success")
        #expect(search.isStale == false)
        #expect(search.refusal("loadMore") == "refreshing")
        search.source.answer(1, with: page(["a0", "a2"], from: 0))
        #expect(await search.changes { await search.settle() } == ["groups", "count", "append"])
        #expect(search.names == ["a0", "a2"])
        #expect(search.activeID == "1")
    }

    @Test func aNewSearchThatWasCutShortIsMadeWhenTheQueryIsAskedAgain() async throws {
        let search = driver(tellsChanges: true)
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 300)
        search.source.answer(0, with: page(["a1"]))
        await search.settle()
        search.notify()
        search.clock.advance(by: 200)
        try search.send("setQuery", #"{"query":"ab"}"#)
        try search.send("setQuery", #"{"query":"a"}"#)
        #expect(search.isStale == true)
        search.clock.advance(by: 300)
        #expect(search.requests.count == 3)
        search.source.answer(2, with: page(["a2"]))
        await search.settle()
        #expect(search.names == ["a2"])
        #expect(search.isStale == false)
    }

    @Test func aFilterIsTheSourcesWhereItAppliesItElseTheHosts() async throws {
        let filters = [NamedFilter(id: "b", title: "B", predicate: .contains("name", "b"))]
        let knowing = driver(debounceMs: 0, capabilities: [.search, .searchFilter]) { $0.filters = filters }
        try knowing.send("setQuery", #"{"query":"a"}"#)
        try knowing.send("setFilter", #"{"filter":"b"}"#)
        #expect(knowing.requests.last == SearchRequest(query: "a", limit: 3, filter: "b", wait: .further))
        knowing.source.answer(1, with: page(["ax"]))
        await knowing.settle()
        #expect(knowing.names == ["ax"])

        let other = driver(debounceMs: 0) { $0.filters = filters }
        try other.send("setFilter", #"{"filter":"b"}"#)
        try other.send("setQuery", #"{"query":"a"}"#)
        #expect(other.requests == [SearchRequest(query: "a", limit: 3, wait: .further)])
        other.source.answer(0, with: page(["ab", "a", "ba"], cursor: "p2"))
        await other.deliver()
        #expect(other.names == ["ab", "ba"])
        // The window still lacks a row.
        #expect(other.requests.count == 2)
        other.source.answer(1, with: page(["b"], from: 3))
        await other.settle()
        #expect(other.names == ["ab", "ba", "b"])
    }
}
