import FHJSON
import FHKindParts
import FHListFeature
import FHViewFeature
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

/// Panes that follow the active row of a list.
@Suite struct PaneTests {
    /// The sources of the details by the id of the row that they are about.
    final class Sources: Sendable {
        private let all = Mutex<[String: SimulatedSource]>([:])

        subscript(name: String) -> SimulatedSource {
            all.withLock { all in
                let source = all[name] ?? SimulatedSource()
                all[name] = source
                return source
            }
        }

        var names: [String] { all.withLock { $0.keys.sorted() } }
    }

    private let sources = Sources()

    private func driver() -> PaneDriver<List> {
        let sources = sources
        let rows = SimulatedSource()
        rows.answer(0, with: .of("a", "b", "c"))
        var configuration = ListConfiguration(title: "Rows", source: rows, ids: IDGenerator(seed: 1))
        configuration.detail = PaneSource(
            lists { sources[$0] }, followed: [.init(param: "of", sibling: nil, place: JSONPointer(["id"]))])
        return PaneDriver { List(configuration, keys: $0) }
    }

    private func shown(_ id: String) async throws -> PaneDriver<List> {
        let list = driver()
        await list.start()
        try list.send("setActive", #"{"id":"\#(id)"}"#)
        await list.advance(50)
        sources[id].answer(0, with: .of("\(id)1", "\(id)2"))
        await list.settle()
        return list
    }

    @Test func theDetailIsEmptyWithoutAnActiveRow() async {
        let list = driver()
        await list.start()
        #expect(list.state["detail"]?.count == 0)
    }

    @Test func theDetailShowsTheActiveRowAfterAShortTime() async throws {
        let list = driver()
        await list.start()
        try list.send("setActive", #"{"id":"a"}"#)
        await list.advance(49)
        #expect(list.pane("detail") == nil)
        await list.advance(1)
        #expect(list.pane("detail")?["title"]?.stringValue == "Rows of a")
        #expect(list.pane("detail")?["child"]?["state"]?["phase"]?.stringValue == "loading")
        sources["a"].answer(0, with: .of("a1"))
        await list.settle()
        #expect(list.rows("detail") == ["a1"])
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func rowsThatAreOnlyPassedAreNotLoaded() async throws {
        let list = try await shown("a")
        try list.send("setActive", #"{"id":"b"}"#)
        await list.advance(33)
        try list.send("setActive", #"{"id":"c"}"#)
        await list.advance(33)
        #expect(list.pane("detail")?["isStale"]?.boolValue == true)
        await list.advance(17)
        #expect(sources.names == ["a", "c"])
    }

    @Test func theFormerRowsStayUntilTheNewOnesAreThere() async throws {
        let list = try await shown("a")
        let former = list.path("detail")
        try list.send("setActive", #"{"id":"b"}"#)
        await list.advance(50)
        #expect(list.rows("detail") == ["a1", "a2"])
        #expect(list.pane("detail")?["isStale"]?.boolValue == true)
        // What the user does meanwhile reaches the rows that are shown.
        try list.send("setActive", #"{"id":"a2"}"#, at: former)
        #expect(list.pane("detail")?["child"]?["state"]?["activeId"]?.stringValue == "a2")
        sources["b"].answer(0, with: .of("b1"))
        await list.settle()
        #expect(list.rows("detail") == ["b1"])
        #expect(list.pane("detail")?["isStale"]?.boolValue == false)
        // An action that was meant for the former rows reaches no other ones.
        #expect(try list.refusal("setActive", #"{"id":"a1"}"#, at: former) == "gone")
    }

    @Test func aLoadThatIsNoLongerWantedIsCancelled() async throws {
        let list = try await shown("a")
        for id in ["b", "c"] {
            try list.send("setActive", #"{"id":"\#(id)"}"#)
            await list.advance(50)
        }
        #expect(list.snapshot["effects"]?.count == 1)
        sources["b"].answer(0, with: .of("b1"))
        sources["c"].answer(0, with: .of("c1"))
        await list.settle()
        #expect(list.rows("detail") == ["c1"])
    }

    @Test func goingBackShowsTheFormerStateAtOnce() async throws {
        let list = try await shown("a")
        try list.send("setActive", #"{"id":"a2"}"#, at: list.path("detail"))
        try list.send("setActive", #"{"id":"b"}"#)
        await list.advance(50)
        sources["b"].answer(0, with: .of("b1"))
        await list.settle()
        try list.send("setActive", #"{"id":"a"}"#)
        await list.advance(50)
        #expect(list.rows("detail") == ["a1", "a2"])
        #expect(list.pane("detail")?["child"]?["state"]?["activeId"]?.stringValue == "a2")
        // It is loaded again, since it may have changed meanwhile.
        sources["a"].answer(1, with: .of("a2", "a3"))
        await list.settle()
        #expect(list.rows("detail") == ["a2", "a3"])
    }

    @Test func unsavedChangesKeepTheDetail() async throws {
        let list = try await shown("a")
        try list.send("deleteItems", #"{"ids":["a1"]}"#, at: list.path("detail"))
        try list.send("setActive", #"{"id":"b"}"#)
        await list.advance(50)
        #expect(sources.names == ["a"])
        #expect(list.rows("detail") == ["a1", "a2"])
        sources["a"].answer(1)
        await list.turn()
        await list.advance(50)
        #expect(sources.names == ["a", "b"])
    }

    @Test func aDetailThatCannotBeOpenedIsAnError() async throws {
        let rows = SimulatedSource()
        rows.answer(0, with: .of("a"))
        let refusing = FeatureLink("refusing") { _, _ throws(ActionRefusal) in
            throw .invalidParams([.init(path: "/id", code: "invalid", message: "must not begin with -")])
        }
        var configuration = ListConfiguration(title: "Rows", source: rows, ids: IDGenerator(seed: 1))
        configuration.detail = PaneSource(
            refusing, followed: [.init(param: "id", sibling: nil, place: JSONPointer(["id"]))])
        let list = PaneDriver { List(configuration, keys: $0) }
        await list.start()
        try list.send("setActive", #"{"id":"a"}"#)
        await list.advance(50)
        #expect(list.pane("detail") == nil)
        #expect(list.errors.map { $0["code"]?.stringValue } == ["cannotOpen"])
        #expect(list.errors[0]["message"]?.stringValue?.contains("/id must not begin with -") == true)
    }

    @Test func aViewShowsItsRowAndItsChildren() async throws {
        let (rows, parts, sources) = (SimulatedSource(tellsChanges: true), SimulatedSource(), sources)
        var configuration = ViewConfiguration(title: "{name}")
        configuration.row = .init(rows, id: "7")
        var name = ViewLine(.text, label: "Name", .member("name"))
        name.condition = .isIn("name", [.string("Ada")])
        configuration.layout = [name]
        configuration.panes = [
            ("parts", PaneSource(lists { _ in parts }, params: .object("of", .string("7")))),
            (
                "part",
                PaneSource(
                    lists { sources[$0] }, followed: [.init(param: "of", sibling: "parts", place: JSONPointer(["id"]))])
            ),
        ]
        let final = configuration
        let view = PaneDriver { DeclaredView(final, keys: $0) }
        #expect(view.state["phase"]?.stringValue == "idle")
        #expect(view.pane("parts") != nil)
        rows.answer(0, with: Page(rows: [SourceRow(id: "7", value: .object("name", .string("Ada")))], endReached: true))
        parts.answer(0, with: .of("p"))
        await view.start()
        #expect(view.state["title"]?.stringValue == "Ada")
        #expect(view.state["layout"]?.elements.first?["value"]?.stringValue == "Ada")
        #expect(view.rows("parts") == ["p"])
        try view.send("setActive", #"{"id":"p"}"#, at: view.path("parts"))
        await view.advance(50)
        sources["p"].answer(0, with: .of("x"))
        await view.settle()
        #expect(view.rows("part") == ["x"])
    }
}
