import FHJSON
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// An action on several rows is one undo step, and one write to the source.
@Suite struct ListBulkTests {
    private func names(_ list: ListDriver) -> [String] {
        list.items.map { $0["value"]?["name"]?.stringValue ?? "" }
    }

    @Test func rowsAreUpdatedInOneWriteAndTakenBackByOneUndo() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("updateItems", #"{"ids":["a","c","a"],"patch":{"name":"x"}}"#)
        #expect(names(list) == ["x", "name b", "x"])
        guard case .updateMany(let updates) = list.source.calls.last else {
            Issue.record("\(list.source.calls)")
            return
        }
        #expect(updates.map(\.id) == ["a", "c"] && updates.allSatisfy { $0.ifVersion != nil })
        await list.answer(1)
        try list.send("undo")
        await list.answer(2)
        #expect(names(list) == ["name a", "name b", "name c"] && list.unavailable("undo") == "nothingToUndo")
        #expect(list.source.calls.count == 3)
    }

    @Test func rowsAreInsertedInOneWriteAndTakenBackByOneUndo() async throws {
        let list = await ListDriver.loaded("ab", pageSize: 4)
        try list.send("insertItems", #"{"values":[{"id":"x"},{"id":"y"}],"beforeId":"b"}"#)
        #expect(list.ids == "axyb")
        await list.answer(1)
        #expect(list.ids == "axyb")
        try list.send("undo")
        #expect(list.source.calls.last == .delete(["x", "y"]))
        await list.answer(2)
        #expect(list.ids == "ab")
        try list.send("redo")
        await list.answer(3)
        #expect(list.ids == "axyb")
    }

    @Test func anEditThatWaitedForTheRowsIsNotCancelledWithTheirLoad() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("setTaskId", #"{"id":"1"}"#)
        try list.send("updateItems", #"{"all":true,"patch":{"name":"x"}}"#)
        await list.answer(1, list.page("abc", endReached: true))
        #expect(names(list) == ["x", "x", "x"] && list.source.calls.count == 3)
        try list.send("setTaskId", #"{"id":"2"}"#)
        #expect(!list.store.isSettled)
        await list.answer(2)
        #expect(list.items.allSatisfy { $0["pending"]?.isNull == true })
        #expect(list.unavailable("undo") == nil)
    }

    @Test(arguments: [
        ("insertItems", #"{"values":[{"id":"x"},{"id":"x"}]}"#, "duplicateId"),
        ("insertItems", #"{"values":[{"id":true}]}"#, "invalidId"), ("insertItems", #"{"values":[]}"#, "noItems"),
        ("updateItems", #"{"ids":["a"],"patch":{"id":"a"}}"#, "idChanges"),
        ("updateItems", #"{"ids":[],"patch":{}}"#, "noItems"), ("updateItems", #"{"ids":["z"],"patch":{}}"#, "gone"),
        ("deleteItems", #"{"selection":true}"#, "noTarget"),
        ("toggleItem", #"{"selection":true,"key":"x"}"#, "noTarget"),
        ("moveItems", #"{"selection":true,"beforeId":"a"}"#, "noTarget"),
    ])
    func whatCantBeDoneIsRefused(action: String, params: String, reason: String) async {
        #expect(await ListDriver.loaded("ab").refusal(action, params) == reason)
    }

    @Test(arguments: [
        #"{}"#, #"{"ids":["a"],"selection":true}"#, #"{"all":true,"selection":true}"#, #"{"ids":["a"],"except":["b"]}"#,
        #"{"ids":{"all":false}}"#, #"{"ids":"a"}"#, #"{"all":false}"#,
    ])
    func rowsAreNamedInOneWay(params: String) async {
        #expect(await ListDriver.loaded("ab").refusal("deleteItems", params)?.contains("invalidParams") == true)
    }

    @Test func theSelectionIsTheMarkedRowsElseTheActiveOne() async throws {
        let list = await ListDriver.loaded("abcd", pageSize: 4)
        try list.send("setActive", #"{"id":"a"}"#)
        try list.send("toggleItem", #"{"selection":true,"key":"done"}"#)
        await list.answer(1)
        #expect(list.item("a")?["value"]?["done"]?.boolValue == true)
        try list.send("toggleSelection", #"{"id":"d"}"#)
        try list.send("toggleSelection", #"{"id":"a"}"#)
        // The member is false in some of the rows, so that it becomes true in all.
        try list.send("toggleItem", #"{"selection":true,"key":"done"}"#)
        await list.answer(2)
        #expect(["a", "d"].allSatisfy { list.item($0)?["value"]?["done"]?.boolValue == true })
        try list.send("toggleItem", #"{"selection":true,"key":"done"}"#)
        await list.answer(3)
        #expect(["a", "d"].allSatisfy { list.item($0)?["value"]?["done"]?.boolValue == false })
        try list.send("deleteItems", #"{"selection":true}"#)
        #expect(list.source.calls.last == .delete(["d", "a"]))
        await list.answer(4)
        #expect(list.ids == "bc" && list.state["selection"]?["ids"]?.count == 0)
    }

    @Test func allRowsAreLoadedBeforeTheyAreDeleted() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("selectAll")
        try list.send("toggleSelection", #"{"id":"b"}"#)
        try list.send("deleteItems", #"{"selection":true}"#)
        #expect(list.unavailable("reset") == "saving" && list.refusal("deleteItems", #"{"all":true}"#) == "saving")
        #expect(list.fetches.last?.limit == 10_000)
        await list.answer(1, list.page("de"))
        await list.answer(2, list.page("f", endReached: true))
        #expect(list.source.calls.last == .delete(["a", "c", "d", "e", "f"]))
        await list.answer(3)
        #expect(list.ids == "b")
        // Rows that are loaded later are not marked.
        #expect(list.state["selection"]?["all"]?.boolValue == false)
        try list.send("undo")
        await list.answer(4)
        #expect(list.state["count"]?.intValue == 6)
    }

    @Test func whereNotAllRowsCanBeLoadedNothingIsDone() async throws {
        let list = await ListDriver.loaded("abc", endReached: false)
        try list.send("updateItems", #"{"ids":{"all":true},"patch":{"name":"x"}}"#)
        await list.fail(1)
        #expect(list.errors.map { $0["code"]?.stringValue } == ["notAllLoaded", "networkError"])
        #expect(names(list) == ["name a", "name b", "name c"] && list.unavailable("reset") == nil)
    }

    @Test func marksThatAFilterLeavesOutAreActedOnToo() async throws {
        let list = ListDriver(capabilities: [.all, .query])
        list.store.start()
        await list.answer(0, list.page("abc", endReached: true))
        try list.send("toggleSelection", #"{"id":"a"}"#)
        try list.send("setFilter", #"{"filter":{"text":"b"}}"#)
        await list.answer(1, list.page("b", endReached: true))
        try list.send("deleteItems", #"{"selection":true}"#)
        #expect(list.source.calls.last == .delete(["a"]))
        await list.answer(2)
        try list.send("undo")
        guard case .insert("a", _) = list.source.calls.last else {
            Issue.record("\(list.source.calls)")
            return
        }
    }
}
