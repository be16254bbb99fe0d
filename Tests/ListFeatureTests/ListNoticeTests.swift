import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// Notices after operations on rows, and their undo.
@Suite struct ListNoticeTests {
    private let service = SimulatedSource(capabilities: .perform)

    private func list() async -> ListDriver {
        let drop = RowAction.Performer(
            source: service, operation: "drop", undo: "restore",
            notice: RowTemplate(one: "Dropped {id}", other: "Dropped {count} rows"))
        let list = ListDriver { configuration in
            configuration.actions = [
                RowAction(id: "drop", title: "Drop", performer: drop),
                RowAction(id: "each", title: "Each", scope: .each, performer: drop),
            ]
        }
        list.store.start()
        await list.answer(0, list.page("abc", endReached: true))
        return list
    }

    private func notices(_ list: ListDriver) -> [JSONValue] {
        list.store.snapshot()["notices"].map { Array($0.elements) } ?? []
    }

    private func texts(_ list: ListDriver) -> [String] { notices(list).compactMap { $0["text"]?.stringValue } }

    /// The operations with the ids of their rows.
    private var asked: [String] {
        service.calls.map { call in
            guard case .perform(let name, let input) = call else { return "" }
            let ids = input.value["ids"].map { $0.elements.compactMap(\.stringValue) } ?? []
            return ([name] + ids).joined(separator: " ")
        }
    }

    @Test func aNoticeFollowsTheSuccessAndNotTheFailure() async throws {
        let list = await list()
        try list.send("accept", #"{"action":"drop","ids":["a"]}"#)
        #expect(texts(list).isEmpty)
        service.fail(0, Failure("offline", "no", retryable: true))
        await list.delivered()
        #expect(texts(list).isEmpty)
        try list.send("retry")
        service.answer(1)
        await list.delivered()
        #expect(texts(list) == ["Dropped a"])
    }

    @Test func theUndoOfSeveralOperationsIsOneOperation() async throws {
        let list = await list()
        try list.send("accept", #"{"action":"each","ids":["a","b"]}"#)
        service.answer(0)
        await list.delivered()
        #expect(texts(list).isEmpty)
        service.answer(1)
        await list.delivered()
        #expect(texts(list) == ["Dropped 2 rows"])
        try list.send("undoNotice", #"{"id":"n1"}"#)
        #expect(asked == ["drop a", "drop b", "restore a b"] && texts(list).isEmpty)
        #expect(Set(service.operations).count == 3)
        service.answer(2)
        await list.delivered()
        #expect(texts(list).isEmpty && list.errors.isEmpty && list.state["performing"] == nil)
    }

    @Test func anActionAfterItsUndoIsANewOperation() async throws {
        let list = await list()
        try list.send("accept", #"{"action":"drop","ids":["a"]}"#)
        service.answer(0)
        await list.delivered()
        try list.send("undoNotice", #"{"id":"n1"}"#)
        service.fail(1, Failure("offline", "no", retryable: true))
        await list.delivered()
        #expect(list.errors.count == 1)
        try list.send("accept", #"{"action":"drop","ids":["a"]}"#)
        #expect(asked == ["drop a", "restore a", "drop a"])
        #expect(Set(service.operations).count == 3)
        service.answer(2)
        await list.delivered()
    }

    @Test func aFailedUndoCanBeRetried() async throws {
        let list = await list()
        try list.send("accept", #"{"action":"drop","ids":["a"]}"#)
        service.answer(0)
        await list.delivered()
        try list.send("undoNotice", #"{"id":"n1"}"#)
        service.fail(1, Failure("offline", "no", retryable: true))
        await list.delivered()
        try list.send("retry")
        #expect(asked == ["drop a", "restore a", "restore a"])
        service.answer(2)
        await list.delivered()
        #expect(list.errors.isEmpty)
    }

    @Test func anUndoDuringAnotherOperationKeepsTheNotice() async throws {
        let list = await list()
        try list.send("accept", #"{"action":"drop","ids":["a"]}"#)
        service.answer(0)
        await list.delivered()
        try list.send("accept", #"{"action":"drop","ids":["b"]}"#)
        try list.send("undoNotice", #"{"id":"n1"}"#)
        #expect(asked == ["drop a", "drop b"] && texts(list) == ["Dropped a"])
        service.answer(1)
        await list.delivered()
        #expect(texts(list) == ["Dropped a", "Dropped b"])
    }
}
