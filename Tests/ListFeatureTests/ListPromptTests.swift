import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

@testable import FHListFeature

/// Edits of a source that answers immediately: one revision each, without a pending state.
@Suite struct ListPromptTests {
    private let source: PromptSource
    private let store: Store<List>

    init() {
        source = PromptSource("abcde".map { SourceRow(id: "\($0)", value: .object("id", .string("\($0)"))) })
        var configuration = ListConfiguration(title: "Test", source: source, ids: IDGenerator(seed: 1))
        configuration.selection = .multiple
        store = Store(List(configuration), StoreEnvironment(clock: VirtualClock()) {})
        store.start()
    }

    private var state: JSONValue { store.snapshot()["state"] ?? .null }
    private var ids: String { state["items"]?.elements.compactMap { $0["id"]?.stringValue }.joined() ?? "" }

    private func hints(_ name: String) -> String {
        state["changes"]?[name]?.elements.compactMap(\.stringValue).joined() ?? ""
    }

    private func item(_ id: String) -> JSONValue? { state["items"]?.elements.first { $0["id"]?.stringValue == id } }

    /// Sends an action and expects one revision without pending work.
    private func send(_ action: String, _ params: String = "{}") throws {
        let revision = store.revision
        try store.send(action, JSONValue(parsing: params), path: [], from: Sender(session: 1, request: .none))
        #expect(store.revision == revision + 1)
        #expect(store.isSettled)
        #expect(state["items"]?.elements.allSatisfy { $0["pending"]?.isNull == true } == true)
        #expect(ids == source.ids)
    }

    private func unavailable(_ action: String) -> String? { store.snapshot()["unavailable"]?[action]?.stringValue }

    @Test func aRowIsChangedInOneRevision() throws {
        try send("updateItem", #"{"id":"b","patch":{"name":"B"}}"#)
        #expect(item("b")?["value"]?["name"]?.stringValue == "B")
        #expect(hints("changed") == "b")
        #expect(unavailable("undo") == nil)
        #expect(unavailable("reset") == nil)
    }

    @Test func rowsComeGoAndMoveInOneRevision() throws {
        try send("insertItem", #"{"value":{"id":"x"},"beforeId":"b"}"#)
        #expect(ids == "axbcde")
        #expect((hints("inserted"), hints("changed")) == ("x", ""))
        try send("moveItems", #"{"ids":["a","c"],"beforeId":"e"}"#)
        #expect(ids == "xbdace")
        #expect(hints("inserted") + hints("removed") == "")
        try send("deleteItems", #"{"ids":["x","e"]}"#)
        #expect(ids == "bdac")
        #expect((hints("removed"), hints("changed")) == ("xe", ""))
    }

    @Test func rowsOfOneEditThatPassOthersHaveMovedAlsoWhereTheyKeepTheirPlace() throws {
        let rows = [("a", 1, 2), ("b", 2, 1), ("c", 3, 0)].map { id, first, second in
            SourceRow(
                id: id,
                value: .build { json in
                    json.beginObject()
                    json.field("id", id)
                    json.field("first", first)
                    json.field("second", second)
                    json.endObject()
                })
        }
        var configuration = ListConfiguration(
            title: "Test", source: PromptSource(rows, capabilities: [.all, .query]), ids: IDGenerator(seed: 1))
        configuration.sort = [SortKey("first"), SortKey("second")]
        let store = Store(List(configuration), StoreEnvironment(clock: VirtualClock()) {})
        store.start()
        let params = try JSONValue(parsing: #"{"ids":["a","b"],"patch":{"first":9}}"#)
        try store.send("updateItems", params, path: [], from: Sender(session: 1, request: .none))
        #expect(store.state.base.shown.rows.keys.joined() == "cba")
        let hints = store.state.base.changes
        let still = "abc".filter { !hints.moved.contains("\($0)") }
        #expect(still.count == 1)
        #expect(hints.changed.sorted() == ["a", "b"])
    }

    @Test func aMoveToWhereTheRowStandsChangesNothing() throws {
        try send("moveItems", #"{"ids":["a"],"beforeId":"b"}"#)
        #expect(["inserted", "removed", "moved", "changed"].map(hints) == ["", "", "", ""])
    }

    @Test func aDeletionTakesTheRowOutOfTheSelectionInItsOwnSnapshot() throws {
        try send("selectRange", #"{"from":"b","to":"d"}"#)
        try send("deleteItems", #"{"ids":["c"]}"#)
        #expect(state["selection"]?["ids"] == (try JSONValue(parsing: #"["b","d"]"#)))
    }

    @Test func whatFailsIsTakenBackInTheSameRevision() throws {
        source.fail(Failure("readOnlyRow", "no", retryable: false))
        try send("updateItem", #"{"id":"b","patch":{"name":"B"}}"#)
        #expect(item("b")?["value"]?["name"] == nil)
        #expect(item("b")?["errorId"] != nil)
        #expect(hints("changed") == "b")
        #expect(unavailable("undo") == "nothingToUndo")
        try send("insertItem", #"{"value":{"id":"x"}}"#)
        #expect(["inserted", "removed", "moved", "changed"].map(hints) == ["", "", "", ""])
        try send("deleteItems", #"{"ids":["a"]}"#)
        #expect((hints("removed"), hints("changed")) == ("", "a"))
    }

    /// A step of several edits remains one step if each edit is confirmed immediately.
    @Test func aStepIsTakenBackAndMadeAgainAsAWhole() throws {
        try send("moveItems", #"{"ids":["a","d"],"beforeId":"c"}"#)
        #expect(ids == "badce")
        try send("deleteItems", #"{"ids":["b","d"]}"#)
        try send("undo")
        #expect(ids == "badce")
        #expect(hints("inserted").sorted() == ["b", "d"])
        try send("undo")
        #expect(ids == "abcde")
        try send("redo")
        #expect(ids == "badce")
        try send("redo")
        #expect(ids == "ace")
        #expect(unavailable("redo") == "nothingToRedo")
        try send("undo")
        #expect(ids == "badce")
    }
}
