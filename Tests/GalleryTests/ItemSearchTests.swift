import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHGallery

@Suite struct ItemSearchTests {
    private func screen(_ outcome: ItemSearch.Outcome = .found) -> ListScreen<ItemSearch> {
        ListScreen(ItemSearch(outcome: outcome, delayMs: 100))
    }

    private func type(_ query: String, in screen: ListScreen<ItemSearch>, wait milliseconds: Int = 400) throws {
        try screen.send("setQuery", #"{"query":"\#(query)"}"#, path: ["search"])
        screen.clock.advance(by: milliseconds)
    }

    @Test func onlyTheNewestOfManyKeysIsAnswered() async throws {
        let screen = screen()
        for query in ["i", "it", "ite"] { try type(query, in: screen, wait: 100) }
        try type("item 2", in: screen)
        await screen.finish()
        #expect(screen.found == ["Item 2", "Item 20", "Item 21", "Item 22", "Item 23", "Item 24", "Item 25"])
        #expect(screen.state["answers"]?.intValue == 1)
        // The same query makes no further request.
        try type(" item 2 ", in: screen)
        #expect(screen.isSettled && screen.state["answers"]?.intValue == 1)
    }

    @Test func anEmptyQueryClearsAtOnce() async throws {
        let screen = screen()
        try type("item", in: screen)
        await screen.finish()
        #expect(screen.found.count == 10)
        try type("", in: screen, wait: 0)
        #expect(screen.found.isEmpty && screen.isSettled)
    }

    @Test func theNextPageIsAppended() async throws {
        let screen = screen()
        try type("item", in: screen)
        await screen.finish()
        try screen.send("loadMore", path: ["search"])
        screen.clock.advance(by: 100)
        await screen.finish()
        #expect(screen.search["count"]?.intValue == 20)
        #expect(screen.search["totalCount"]?.intValue == 25)
    }

    @Test func theActiveItemIsOpened() async throws {
        let screen = screen()
        #expect(screen.refusal("openButtonTapped") == "gone")
        try type("item 2", in: screen)
        await screen.finish()
        try screen.send("moveActive", #"{"by":1}"#, path: ["search"])
        try screen.send("openButtonTapped")
        #expect(screen.state["opened"]?.stringValue == "Item 20")
        try type("item 3", in: screen, wait: 0)
        #expect(screen.refusal("openButtonTapped") == "staleResults")
    }
}

extension ListScreen where F == ItemSearch {
    var search: JSONValue { snapshot(at: ["search"])["state"] ?? .null }
    /// The names of the shown results.
    var found: [String] {
        (search["groups"] ?? .null).elements.flatMap { ($0["items"] ?? .null).elements }
            .compactMap { $0["value"]?["name"]?.stringValue }
    }
}
