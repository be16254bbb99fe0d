import FHJSON
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// Rule 7: a keystroke supersedes earlier work, and changes come in their order.
@Suite struct SearchOrderTests {
    private let fruits = ["apple", "apricot", "banana", "cherry", "blackberry"]

    @Test func rule7AKeystrokeSupersedesWorkAndTimersAtOnce() async throws {
        let search = await SearchDriver.loaded(fruits)
        try search.send("setQuery", #"{"query":"a"}"#)
        #expect(search.snapshot["effects"]?.count == 1)
        search.clock.advance(by: 300)
        // The effects are the scan and its timeout.
        #expect(search.snapshot["effects"]?.count == 2)
        try search.send("setQuery", #"{"query":"ap"}"#)
        #expect(search.snapshot["cause"]?["cancelled"]?.count == 2)
        #expect(search.snapshot["effects"]?.count == 1)
        #expect(search.status == "debouncing")
    }

    @Test func rule7OnlyTheNewestMayTouchStatus() async throws {
        let search = await SearchDriver.loaded(fruits)
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 300)
        // The results of "a" are in the inbox when the next key arrives.
        await search.finishWork()
        try search.send("setQuery", #"{"query":"ch"}"#)
        let changes = await search.changes { search.store.deliver() }
        #expect(changes == [])
        #expect(search.status == "debouncing")
        #expect(search.store.activity.droppedCount == 1)
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.names == ["cherry"])
        #expect(search.status == "success")
    }

    @Test func whereFewRowsMayMatchTheyAreLookedThroughAtOnce() async throws {
        let search = await SearchDriver.loaded(fruits, firstChunk: 1, chunk: 1) { $0.onlyChunk = 2 }
        try search.send("setQuery", #"{"query":"b"}"#)
        search.clock.advance(by: 300)
        await search.deliver()
        #expect(search.status == "loading")
        while search.status == "loading" { await search.deliver() }
        #expect(search.names == ["banana", "blackberry"])
        // A longer query can only match these two.
        try search.send("setQuery", #"{"query":"bl"}"#)
        search.clock.advance(by: 300)
        await search.deliver()
        #expect(search.names == ["blackberry"])
        #expect(search.status == "success")
    }

    @Test func rule7LateChunksAreDropped() async throws {
        let search = await SearchDriver.loaded(fruits, firstChunk: 1, chunk: 1)
        try search.send("setQuery", #"{"query":"ap"}"#)
        search.clock.advance(by: 300)
        await search.deliver()
        #expect(search.names == ["apple"])
        await search.finishWork()
        try search.send("cancel")
        search.store.deliver()
        #expect(search.names == ["apple"])
        #expect(search.status == "idle")
        #expect(search.isSettled)
    }

    @Test func rule7TheFirstChunkChangesTheResultsInOneRevisionAndTheLastSetsSuccess() async throws {
        let search = await SearchDriver.loaded(fruits, firstChunk: 2, chunk: 2)
        try await search.search("cherry")
        try search.send("setQuery", #"{"query":"b"}"#)
        #expect(search.isStale == true)
        search.clock.advance(by: 300)
        #expect(search.names == ["cherry"])
        #expect(search.resultsQuery == "cherry")
        // None of the first two rows matches, so the first results come from the next two.
        let first = await search.changes { await search.deliver() }
        #expect(first == ["groups", "resultsQuery", "isStale", "activeId"])
        #expect(search.names == ["banana"])
        #expect(search.status == "loading")
        let last = await search.changes { await search.deliver() }
        #expect(last == ["groups", "count", "status"])
        #expect(search.names == ["banana", "blackberry"])
        #expect(search.status == "success")
        #expect(search.isSettled)
    }

    @Test func rule7ThereIsOneDebounce() async throws {
        let search = await SearchDriver.loaded(fruits)
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 299)
        try search.send("setQuery", #"{"query":"ap"}"#)
        search.clock.advance(by: 299)
        #expect(search.status == "debouncing")
        let revision = search.store.revision
        search.clock.advance(by: 1)
        #expect(search.status == "loading")
        #expect(search.store.revision == revision + 1)
        await search.settle()
        #expect(search.resultsQuery == "ap")
    }

    @Test func submitSearchesAtOnceAndWithoutDebounceSoDoesEachKey() async throws {
        let search = await SearchDriver.loaded(fruits)
        try search.send("setQuery", #"{"query":"ban"}"#)
        try search.send("submitQuery")
        #expect(search.status == "loading")
        await search.settle()
        search.clock.advance(by: 1000)
        #expect(search.names == ["banana"])
        #expect(search.status == "success")

        let eager = await SearchDriver.loaded(fruits, debounceMs: 0)
        try eager.send("setQuery", #"{"query":"ban"}"#)
        #expect(eager.status == "loading")
        #expect(eager.snapshot["cause"]?["action"]?.stringValue == "setQuery")
    }

    @Test(arguments: [#""""#, #""  \t ""#, #"" ""#])
    func rule7AnEmptyQueryClearsAtOnce(_ query: String) async throws {
        let search = await SearchDriver.loaded(fruits)
        try await search.search("a")
        try search.send("setQuery", #"{"query":"ap"}"#)
        try search.send("setQuery", #"{"query":\#(query)}"#)
        #expect(search.items.isEmpty)
        #expect(search.state["groups"]?.count == 0)
        #expect(search.state["resultsQuery"]?.isNull == true)
        #expect(search.isStale == false)
        #expect(search.status == "idle")
        #expect(search.empty == "prompt")
        #expect(search.count == 0)
        #expect(search.isSettled)
    }

    @Test func clearQueryEmptiesTheQuery() async throws {
        let search = await SearchDriver.loaded(fruits)
        try await search.search("a")
        try search.send("clearQuery")
        #expect(search.query == "")
        #expect(search.empty == "prompt")
        #expect(search.isSettled)
    }

    @Test func rule7TheQueryJustAnsweredIsNotAskedAgain() async throws {
        let search = await SearchDriver.loaded(fruits)
        try await search.search("ap")
        #expect(await search.changes { try? search.send("setQuery", #"{"query":" ap  "}"#) } == ["query"])
        #expect(await search.changes { try? search.send("submitQuery") } == ["history"])
        #expect(await search.changes { try? search.send("submitQuery") } == [])
        #expect(search.isSettled)
        // The query changes, and changes back within the debounce interval.
        try search.send("setQuery", #"{"query":"app"}"#)
        #expect(search.isStale == true)
        try search.send("setQuery", #"{"query":"ap"}"#)
        #expect(search.isStale == false)
        #expect(search.status == "success")
        #expect(search.isSettled)
    }

    @Test func anAnswerThatWasCutShortIsAskedForAgain() async throws {
        let search = await SearchDriver.loaded(fruits, firstChunk: 1, chunk: 1)
        try search.send("setQuery", #"{"query":"ap"}"#)
        search.clock.advance(by: 300)
        await search.deliver()
        try search.send("cancel")
        #expect(search.names == ["apple"])
        try search.send("submitQuery")
        await search.settle()
        #expect(search.names == ["apple", "apricot"])
        #expect(search.status == "success")
    }

    @Test func anEscapedSpaceAtTheEndIsPartOfTheQuery() async throws {
        let search = await SearchDriver.loaded(["a b", "ab"])
        try await search.search(#"a\\ "#)
        #expect(search.resultsQuery == #"a\ "#)
        #expect(search.names == ["a b"])
    }

    @Test func rule7NoResultsOnlyAfterSuccess() async throws {
        let search = await SearchDriver.loaded(fruits)
        try search.send("setQuery", #"{"query":"zzz"}"#)
        #expect(search.empty == nil)
        search.clock.advance(by: 300)
        #expect(search.empty == nil)
        await search.deliver()
        #expect(search.status == "success")
        #expect(search.empty == "noResults")
        #expect(search.state["groups"]?.count == 0)
        try search.send("setQuery", #"{"query":"zzzz"}"#)
        #expect(search.empty == nil)
    }

    @Test func rule7AFailureKeepsTheOldRowsStale() async throws {
        let search = await SearchDriver.loaded(fruits)
        try await search.search("ap")
        try search.send("setTaskId", #"{"id":"other"}"#)
        #expect(search.status == "loading")
        #expect(search.totalCount == nil)
        #expect(search.isStale == false)
        search.source.fail(1, .init("networkError", "no network"))
        await search.deliver()
        #expect(search.names == ["apple", "apricot"])
        #expect(search.isStale == true)
        #expect(search.status == "failed")
        #expect(search.errors.map { $0["display"]?.stringValue } == ["banner"])
        #expect(search.refusal("accept") == "staleResults")
        // The next query makes a new request.
        try search.send("setQuery", #"{"query":"ban"}"#)
        search.clock.advance(by: 300)
        await search.answer(2, ["band", "apple"])
        #expect(search.names == ["band"])
        #expect(search.isStale == false)
        #expect(search.errors.isEmpty)
    }

    @Test func afterAFailureTheSameQueryIsAskedAnew() async throws {
        let search = await SearchDriver.loaded(fruits)
        try await search.search("ap")
        try search.send("setTaskId", #"{"id":"other"}"#)
        // The rows are being replaced, so the query waits for the new rows.
        try search.send("submitQuery")
        #expect(search.status == "loading")
        search.source.fail(1, .init("networkError", "no network"))
        await search.deliver()
        try search.send("submitQuery")
        #expect(search.status == "loading")
        await search.answer(2, ["grape"])
        #expect(search.names == ["grape"])
        #expect(search.isStale == false)
    }

    @Test func rule7ComposingSchedulesNothing() async throws {
        let search = await SearchDriver.loaded(fruits)
        try await search.search("ap")
        let changes = await search.changes {
            try? search.send("setQuery", #"{"query":"apr","isComposing":true}"#)
            try? search.send("submitQuery")
        }
        #expect(changes == ["query", "isComposing"])
        #expect(search.isSettled)
        try search.send("setQuery", #"{"query":"apr","isComposing":false}"#)
        #expect(search.status == "debouncing")
        #expect(search.isStale == true)
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.names == ["apricot"])
    }

    @Test func composingSupersedesToo() async throws {
        let search = await SearchDriver.loaded(fruits)
        try search.send("setQuery", #"{"query":"a"}"#)
        try search.send("setQuery", #"{"query":"ap","isComposing":true}"#)
        #expect(search.status == "idle")
        #expect(search.isSettled)
        try search.send("setQuery", #"{"query":"","isComposing":true}"#)
        #expect(search.empty == "prompt")
    }

    @Test func cancelStopsWhatIsUnderWayAndKeepsWhatIsShown() async throws {
        let search = await SearchDriver.loaded(fruits)
        try await search.search("ap")
        try search.send("setQuery", #"{"query":"b"}"#)
        try search.send("cancel")
        #expect(search.status == "idle")
        #expect(search.names == ["apple", "apricot"])
        #expect(search.isStale == true)
        #expect(search.isSettled)
        // Nothing is running, so there is nothing to stop.
        try await search.search("ap")
        #expect(await search.changes { try? search.send("cancel") } == [])
    }
}
