import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

@testable import FHSearchFeature

/// Selecting, accepting one or several results, their actions, and the query history.
@Suite struct SearchAcceptTests {
    private let names = ["aa", "ab", "abc", "b"]

    private func selected(_ search: SearchDriver) -> [String] {
        (search.state["selectedIds"] ?? .null).elements.compactMap(\.stringValue)
    }

    private func history(_ search: SearchDriver) -> [String] {
        (search.state["history"] ?? .null).elements.compactMap(\.stringValue)
    }

    // MARK: Selection

    @Test func theSelectionStaysOverQueriesInItsOrder() async throws {
        let search = await SearchDriver.loaded(names) { $0.selection = .multiple }
        try await search.search("a")
        try search.send("toggleSelection", #"{"id":"2"}"#)
        try search.send("toggleSelection", #"{"id":"0"}"#)
        #expect(selected(search) == ["2", "0"])
        try await search.search("b$")
        #expect(selected(search) == ["2", "0"])
        try search.send("toggleSelection", #"{"id":"3"}"#)
        // A selected row can be deselected even if it is not among the results.
        try search.send("toggleSelection", #"{"id":"2"}"#)
        #expect(selected(search) == ["0", "3"])
        #expect(search.refusal("toggleSelection", #"{"id":"2"}"#) == "gone")
        try search.send("clearQuery")
        #expect(selected(search) == ["0", "3"])
        try search.send("clearSelection")
        #expect(selected(search) == [])
    }

    @Test func idsThatLookTheSameAreTwo() async throws {
        let ids = ["\u{E9}", "e\u{301}"]
        let search = SearchDriver { $0.selection = .multiple }
        search.store.start()
        search.source.answer(0, with: Page(rows: ids.map { SearchDriver.row($0, "a") }, endReached: true))
        await search.settle()
        try await search.search("a")
        for id in ids { try search.send("toggleSelection", "{\"id\":\"\(id)\"}") }
        #expect(selected(search).map(\.utf8.count) == [2, 3])
        try search.send("toggleSelection", "{\"id\":\"\u{E9}\"}")
        #expect(selected(search).map(\.utf8.count) == [3])
    }

    @Test func withSingleOneTakesTheOthersPlace() async throws {
        let search = await SearchDriver.loaded(names) { $0.selection = .single }
        try await search.search("a")
        try search.send("toggleSelection", #"{"id":"2"}"#)
        try search.send("toggleSelection", #"{"id":"0"}"#)
        #expect(selected(search) == ["0"])
        try search.send("toggleSelection", #"{"id":"0"}"#)
        #expect(selected(search) == [])
    }

    @Test func withoutSelectionTogglingIsRefused() async throws {
        let search = await SearchDriver.loaded(names)
        try await search.search("a")
        #expect(search.refusal("toggleSelection", #"{"id":"0"}"#) == "selectionNone")
        #expect(search.snapshot["unavailable"]?["toggleSelection"]?.stringValue == "selectionNone")
    }

    @Test func aRowThatIsGoneFromTheSourceIsSelectedNoMore() async throws {
        let search = await SearchDriver.loaded(names, pageSize: 9, tellsChanges: true) { $0.selection = .multiple }
        try await search.search("a")
        for id in ["0", "2"] { try search.send("toggleSelection", #"{"id":"\#(id)"}"#) }
        search.notify()
        search.clock.advance(by: 200)
        search.source.answer(1, with: SearchDriver.page(["aa", "ab"]))
        await search.deliver()
        #expect(selected(search) == ["0", "2"])
        #expect(await search.changes { await search.settle() } == ["groups", "count", "totalCount", "selectedIds"])
        #expect(selected(search) == ["0"])
    }

    // MARK: Accepting

    /// Makes a store whose actions have outputs.
    private func store(_ configure: (inout SearchConfiguration) -> Void) async throws -> TestStore<Search> {
        var configuration = SearchConfiguration(
            title: "Test", source: NamedRows(names: names), debounceMs: 0, ids: IDGenerator(seed: 1))
        configure(&configuration)
        let store = TestStore(Search(configuration)) { message, _, _ in
            // Other changes of the state are not the subject of these tests.
            if !message.hasPrefix("after ") { Issue.record("\(message)") }
        }
        store.send(.load)
        try await store.receive("loaded", where: { if case .loaded = $0 { true } else { false } })
        store.send(.wire(.setQuery(query: "a", isComposing: nil)))
        try await store.receive("found", where: { if case .found = $0 { true } else { false } })
        return store
    }

    @Test func acceptingASelectionHandsAllOfItOn() async throws {
        let store = try await store { $0.selection = .multiple }
        store.send(.wire(.toggleSelection(id: "2")))
        store.send(.wire(.accept(id: nil, action: nil)))
        store.receive(output: Output("accept", rows: [SearchDriver.row("2", "abc")]))
        store.send(.wire(.toggleSelection(id: "0")))
        store.send(.wire(.accept(id: nil, action: nil)))
        let both = Output("accept", rows: [SearchDriver.row("2", "abc"), SearchDriver.row("0", "aa")])
        #expect(both.ids == ["2", "0"] && both.id == nil)
        #expect(both.value.string == #"[{"id":"2","name":"abc"},{"id":"0","name":"aa"}]"#)
        store.receive(output: both)
        // Only the named row is accepted.
        store.send(.wire(.accept(id: "1", action: nil)))
        store.receive(output: Output("accept", rows: [SearchDriver.row("1", "ab")]))
        await store.finish()
    }

    @Test func theFirstDeclaredActionIsTheDefault() async throws {
        let store = try await store {
            $0.actions = [.init(id: "open", title: "Open"), .init(id: "copy", title: "Copy")]
        }
        store.send(.wire(.accept(id: nil, action: nil)))
        store.receive(output: Output("open", rows: [SearchDriver.row("0", "aa")]))
        store.send(.wire(.accept(id: nil, action: "copy")))
        store.receive(output: Output("copy", rows: [SearchDriver.row("0", "aa")]))
        await store.finish()
    }

    @Test func anActionThatIsNotDeclaredIsRefused() async throws {
        let search = await SearchDriver.loaded(names) { $0.actions = [.init(id: "open", title: "Open")] }
        try await search.search("a")
        let refusal = search.refusal("accept", #"{"action":"copy"}"#)
        #expect(refusal?.contains("/action") == true)
        #expect(refusal?.contains("there is no action copy; declared are open") == true)
        #expect(search.refusal("accept", #"{"action":"open"}"#) == nil)
        #expect(search.state["actions"].map { JSONText($0).string } == #"[{"id":"open","title":"Open"}]"#)
    }

    // MARK: History

    @Test func theHistoryHasWhatWasSubmittedOrAcceptedTheNewestFirstAndOnce() async throws {
        let search = await SearchDriver.loaded(names)
        try await search.search("a")
        #expect(history(search) == [])
        try search.send("accept")
        try await search.search("ab")
        try search.send("setQuery", #"{"query":" b "}"#)
        try search.send("submitQuery")
        await search.settle()
        #expect(history(search) == ["b", "a"])
        try await search.search("a")
        try search.send("submitQuery")
        #expect(history(search) == ["a", "b"])
        try search.send("clearQuery")
        try search.send("submitQuery")
        #expect(history(search) == ["a", "b"])
    }

    @Test func theHistoryIsBoundedAndCanBeTurnedOff() async throws {
        let search = await SearchDriver.loaded(names, debounceMs: 0) { $0.historyLimit = 2 }
        for query in ["a", "b", "c"] {
            try search.send("setQuery", #"{"query":"\#(query)"}"#)
            try search.send("submitQuery")
        }
        #expect(history(search) == ["c", "b"])
        let without = await SearchDriver.loaded(names) { $0.historyLimit = 0 }
        try await without.search("a")
        try without.send("submitQuery")
        #expect(history(without) == [])
    }

    // MARK: Short queries and weights

    @Test func aQueryBelowTheMinimumIsLikeNone() async throws {
        let search = await SearchDriver.loaded(names) { $0.minLength = 2 }
        try await search.search("ab")
        try search.send("setQuery", #"{"query":" a "}"#)
        #expect(search.status == "idle")
        #expect(search.items.isEmpty)
        #expect(search.empty == "prompt")
        #expect(search.isSettled)
        try search.send("submitQuery")
        #expect(search.status == "idle")
        // A character is a user-perceived one.
        try await search.search("e\u{301}")
        #expect(search.empty == "prompt")
        try await search.search("aa")
        #expect(search.names == ["aa"])
    }

    @Test func aHeavierKeyCountsForMore() async throws {
        let rows = [#"{"id":"1","name":"x","note":"oslo"}"#, #"{"id":"2","name":"oslo","note":"x"}"#]
        for (weight, first) in [(1, "1"), (5, "2")] {
            let search = SearchDriver { $0.keys = [.init("name", weight: weight), .init("note")] }
            search.store.start()
            let texts = try rows.map { try JSONText(parsing: $0) }
            let page = texts.map { SourceRow(id: $0.value["id"]?.stringValue ?? "", value: $0) }
            search.source.answer(0, with: Page(rows: page, endReached: true))
            await search.settle()
            try await search.search("oslo")
            #expect(search.activeID == first)
        }
    }
}

/// A source with rows that are available immediately.
struct NamedRows: DataSource {
    let names: [String]
    var capabilities: SourceCapabilities { [] }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(SearchDriver.page(names))) }
}
