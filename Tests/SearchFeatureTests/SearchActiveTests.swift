import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHSearchFeature

/// Rule 8: the active result, acceptable results, and the window.
@Suite struct SearchActiveTests {
    private let names = ["aa", "ab", "abc", "abd", "b"]

    @Test func rule8TheFirstResultIsActiveUnlessAPersonMoved() async throws {
        let search = await SearchDriver.loaded(names)
        try await search.search("a")
        #expect(search.activeID == "0")
        try await search.search("ab")
        #expect(search.activeID == "1")
        try search.send("moveActive", #"{"by":1}"#)
        #expect(search.activeID == "2")
        // The active row from before the query change is not kept.
        try await search.search("abc")
        #expect(search.activeID == "2")
        try await search.search("ab")
        #expect(search.activeID == "1")
    }

    @Test func rule8WhatAPersonMovedToSinceTheQueryChangedStays() async throws {
        let search = await SearchDriver.loaded(names)
        try await search.search("a")
        try search.send("setQuery", #"{"query":"ab"}"#)
        try search.send("setActive", #"{"id":"2"}"#)
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.resultsQuery == "ab")
        #expect(search.activeID == "2")
    }

    @Test func rule8WhatIsNoLongerThereDoesNotStay() async throws {
        let search = await SearchDriver.loaded(names)
        try await search.search("a")
        try search.send("setQuery", #"{"query":"ab"}"#)
        try search.send("setActive", #"{"id":"0"}"#)
        #expect(search.activeID == "0")
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.activeID == "1")
        try await search.search("zzz")
        #expect(search.activeID == nil)
    }

    @Test func rule8LaterChunksLeaveTheActiveRowOnlyWhereAPersonMoved() async throws {
        // The better match comes later.
        let still = await SearchDriver.loaded(["xabc", "xab", "ab"], firstChunk: 2, chunk: 1)
        try still.send("setQuery", #"{"query":"ab"}"#)
        still.clock.advance(by: 300)
        await still.deliver()
        #expect(still.activeID == "1")
        await still.deliver()
        #expect(still.activeID == "2")

        let moved = await SearchDriver.loaded(["xabc", "xab", "ab"], firstChunk: 2, chunk: 1)
        try moved.send("setQuery", #"{"query":"ab"}"#)
        moved.clock.advance(by: 300)
        await moved.deliver()
        try moved.send("setActive", #"{"id":"1"}"#)
        await moved.deliver()
        #expect(moved.names == ["ab", "xab", "xabc"])
        #expect(moved.activeID == "1")
    }

    @Test func rule8WhereWhatAPersonMovedToIsGoneTheFirstIsActiveAlsoWhenMoreComes() async throws {
        let search = await SearchDriver.loaded(["x", "xab", "ab"], firstChunk: 2, chunk: 1)
        try await search.search("x")
        try search.send("setQuery", #"{"query":"ab"}"#)
        try search.send("setActive", #"{"id":"0"}"#)
        search.clock.advance(by: 300)
        await search.deliver()
        #expect(search.activeID == "1")
        await search.deliver()
        #expect(search.activeID == "2")
    }

    @Test func rule8AcceptWhileStaleIsRefused() async throws {
        let search = await SearchDriver.loaded(names)
        try await search.search("a")
        try search.send("setQuery", #"{"query":"ab"}"#)
        #expect(search.snapshot["unavailable"]?["accept"]?.stringValue == "staleResults")
        #expect(search.refusal("accept") == "staleResults")
        #expect(search.refusal("accept", #"{"id":"1"}"#) == "staleResults")
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.refusal("accept", #"{"id":"1"}"#) == nil)
    }

    @Test func rule8AcceptOfAnAbsentRowIsRefused() async throws {
        let search = await SearchDriver.loaded(names)
        #expect(search.snapshot["unavailable"]?["accept"]?.stringValue == "gone")
        #expect(search.refusal("accept") == "gone")
        try await search.search("ab")
        #expect(search.refusal("accept", #"{"id":"4"}"#) == "gone")
        #expect(search.refusal("setActive", #"{"id":"4"}"#) == "gone")
        #expect(search.snapshot["unavailable"]?["accept"] == nil)
    }

    @Test func acceptHandsTheResultOn() async throws {
        var isChecked = false
        let configuration = SearchConfiguration(
            title: "Test", source: NamedRows(names: names), debounceMs: 0, ids: IDGenerator(seed: 1))
        let search = Search(configuration)
        let store = TestStore(search) { message, _, _ in
            // Changes by loading and searching are not the subject of this test.
            if isChecked || !message.hasPrefix("after ") { Issue.record("\(message)") }
        }
        store.send(.load)
        try await store.receive("loaded", where: { if case .loaded = $0 { true } else { false } })
        try store.send(.wire(.setQuery(query: "ab", isComposing: nil)))
        try await store.receive("found", where: { if case .found = $0 { true } else { false } })
        isChecked = true
        #expect(search.activeItem(in: store.state) == SearchDriver.row("1", "ab"))
        #expect(search.item("3", in: store.state) == SearchDriver.row("3", "abd"))
        // A row exists whether or not it matches.
        #expect(search.item("4", in: store.state) != nil && search.item("99", in: store.state) == nil)
        try store.send(.wire(.accept(id: nil, action: nil))) { $0.history = ["ab"] }
        store.receive(output: Output("accept", rows: [SearchDriver.row("1", "ab")]))
        try store.send(.wire(.accept(id: "3", action: "open")))
        store.receive(output: Output("open", rows: [SearchDriver.row("3", "abd")]))
        await store.finish()
    }

    @Test func movingStopsAtTheEnds() async throws {
        let search = await SearchDriver.loaded(names)
        try search.send("moveActive", #"{"by":1}"#)
        #expect(search.activeID == nil)
        try await search.search("a")
        try search.send("moveActive", #"{"by":-1}"#)
        #expect(search.activeID == "0")
        try search.send("moveActive", #"{"by":9223372036854775807}"#)
        #expect(search.activeID == "3")
        try search.send("moveActive", #"{"by":9223372036854775807}"#)
        #expect(search.activeID == "3")
        try search.send("moveActive", #"{"by":-9223372036854775808}"#)
        #expect(search.activeID == "0")
    }

    @Test func theWindowFollowsTheActiveRowAndIsClamped() async throws {
        let search = await SearchDriver.loaded((0..<9).map { "a\($0)" })
        try await search.search("a")
        #expect(search.names == ["a0", "a1", "a2"])
        try search.send("moveActive", #"{"by":4}"#)
        #expect(search.names == ["a2", "a3", "a4"])
        try search.send("moveActive", #"{"by":-1}"#)
        #expect(search.offset == 2)
        try search.send("setActive", #"{"id":"0"}"#)
        #expect(search.offset == 0)
        try search.send("setWindow", #"{"offset":100,"limit":4}"#)
        #expect(search.names == ["a5", "a6", "a7", "a8"])
        #expect(search.activeID == "0")
        try search.send("setWindow", #"{"offset":9223372036854775807,"limit":10000}"#)
        #expect(search.names.count == 9)
        #expect(search.refusal("setWindow", #"{"offset":-1,"limit":4}"#) != nil)
        #expect(search.refusal("setWindow", #"{"offset":0,"limit":10001}"#) != nil)
    }

    @Test func theWindowGoesBackToTheTopWithANewQuery() async throws {
        let search = await SearchDriver.loaded((0..<20).map { "a\($0)" })
        try await search.search("a")
        try search.send("setWindow", #"{"offset":5,"limit":4}"#)
        try search.send("setQuery", #"{"query":"a1"}"#)
        #expect(search.offset == 5)
        search.clock.advance(by: 300)
        await search.settle()
        #expect(search.offset == 0)
        #expect(search.items.count == 4)
    }

    @Test func theWindowGoesToTheTopAsFarAsTheActiveRowLetsIt() async throws {
        let search = await SearchDriver.loaded((0..<20).map { "a\($0)" })
        try await search.search("a")
        try search.send("setQuery", #"{"query":"a1"}"#)
        try search.send("setWindow", #"{"offset":5,"limit":4}"#)
        try search.send("setActive", #"{"id":"14"}"#)
        search.clock.advance(by: 300)
        await search.settle()
        // The sixth result of eleven is the last of four.
        #expect(search.activeID == "14")
        #expect(search.offset == 2)
    }

    @Test func aWindowThatAPersonMovedAwayStaysWhenMoreResultsCome() async throws {
        let search = await SearchDriver.loaded((0..<20).map { "a\($0)" }, firstChunk: 12, chunk: 8)
        try search.send("setQuery", #"{"query":"a"}"#)
        search.clock.advance(by: 300)
        await search.deliver()
        try search.send("setWindow", #"{"offset":5,"limit":3}"#)
        await search.deliver()
        #expect(search.count == 20)
        #expect(search.offset == 5)
    }
}
