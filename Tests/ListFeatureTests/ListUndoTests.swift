import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Undo and redo send the inverse of a confirmed edit as an ordinary edit.
@Suite struct ListUndoTests {
    private func value(_ text: String) throws -> Page {
        let value = try JSONText(parsing: text)
        return Page(rows: [SourceRow(id: value.value["id"]?.stringValue ?? "", value: value)], endReached: true)
    }

    @Test func onlyWhatWasConfirmedCanBeUndone() async throws {
        let list = await ListDriver.loaded("a")
        #expect(list.unavailable("undo") == "nothingToUndo")
        #expect(list.unavailable("redo") == "nothingToRedo")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        #expect(list.unavailable("undo") == "nothingToUndo")
        await list.fail(1)
        #expect(list.unavailable("undo") == "nothingToUndo")
    }

    @Test func anUpdateIsTakenBackAndMadeAgain() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x","done":true}}"#)
        await list.answer(1, try value(#"{"id":"a","name":"x","done":true}"#))
        try list.send("undo")
        #expect(list.item("a")?["value"] == list.row("a").value.value)
        #expect(list.item("a")?["pending"]?.stringValue == "update")
        #expect(
            list.source.calls.last == .update("a", try JSONText(parsing: #"{"name":"name a","done":null}"#)))
        await list.answer(2, Page(rows: [list.row("a")], endReached: true))
        #expect(list.unavailable("undo") == "nothingToUndo")
        try list.send("redo")
        await list.answer(3, try value(#"{"id":"a","name":"x","done":true}"#))
        #expect(list.item("a")?["value"] == (try JSONValue(parsing: #"{"id":"a","name":"x","done":true}"#)))
        #expect(list.unavailable("redo") == "nothingToRedo")
        try list.send("undo")
        #expect(list.item("a")?["value"] == list.row("a").value.value)
    }

    @Test func anInsertIsTakenBack() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("insertItem", #"{"value":{"id":"x"},"beforeId":"b"}"#)
        await list.answer(1)
        try list.send("undo")
        #expect(list.source.calls.last == .delete(["x"]))
        await list.answer(2)
        #expect(list.ids == "ab")
        try list.send("redo")
        #expect(list.source.calls.last == .insert("x", before: "b"))
        await list.answer(3)
        #expect(list.ids == "axb")
    }

    @Test func deletedRowsComeBackWhereTheyWere() async throws {
        let list = await ListDriver.loaded("abcdef", pageSize: 6)
        try list.send("deleteItems", #"{"ids":["e","b","c","f"]}"#)
        await list.answer(1)
        #expect(list.ids == "ad")
        try list.send("undo")
        #expect(list.ids == "abcdef")
        await list.answer(2)
        #expect(list.ids == "abcdef")
        // All rows are inserted by one write.
        #expect(
            list.source.calls.last
                == .insertMany([
                    RowInsertion(list.row("f")), RowInsertion(list.row("e"), before: "f"),
                    RowInsertion(list.row("c"), before: "d"), RowInsertion(list.row("b"), before: "c"),
                ]))
        try list.send("redo")
        await list.answer(3)
        #expect(list.ids == "ad")
    }

    @Test func movedRowsGoBackToWhereEachOfThemWas() async throws {
        let list = await ListDriver.loaded("abcdef", pageSize: 6)
        try list.send("moveItems", #"{"ids":["b","d","e"],"beforeId":"a"}"#)
        await list.answer(1)
        #expect(list.ids == "bdeacf")
        try list.send("undo")
        #expect(list.ids == "abcdef")
        for call in 2...3 { await list.answer(call) }
        #expect(list.ids == "abcdef")
        try list.send("redo")
        for call in 4...5 { await list.answer(call) }
        #expect(list.ids == "bdeacf")
    }

    @Test func anEditAfterAnUndoLeavesNothingToDoAgain() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("moveItems", #"{"ids":["b"],"beforeId":"a"}"#)
        await list.answer(1)
        try list.send("undo")
        await list.answer(2)
        #expect(list.unavailable("redo") == nil)
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        #expect(list.unavailable("redo") == "saving")
        await list.answer(3, Page(rows: [list.row("a", name: "x")], endReached: true))
        #expect(list.unavailable("redo") == "nothingToRedo")
    }

    @Test func whatIsUnderWayIsNotUndoneAndHidesWhatCameBefore() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.answer(1, Page(rows: [list.row("a", name: "x")], endReached: true))
        try list.send("updateItem", #"{"id":"a","patch":{"name":"y"}}"#)
        #expect(list.refusal("undo") == "saving")
    }

    @Test func anUndoThatFailsIsAnErrorOnItsRowAndCanBeRetried() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.answer(1, Page(rows: [list.row("a", name: "x")], endReached: true))
        try list.send("undo")
        await list.fail(2)
        #expect(list.item("a")?["value"]?["name"]?.stringValue == "x")
        #expect(list.unavailable("redo") == "nothingToRedo")
        try list.send("retry")
        await list.answer(3, Page(rows: [list.row("a")], endReached: true))
        #expect(list.item("a")?["value"]?["name"]?.stringValue == "name a")
        #expect(list.unavailable("redo") == nil)
    }

    @Test func anUndoThatFailedIsTheNextOneAgain() async throws {
        let list = await ListDriver.loaded("a")
        func undo(_ call: Int, to name: String) async throws {
            try list.send("undo")
            #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"name":"\#(name)"}"#)))
            await list.answer(call, try value(#"{"id":"a","name":"\#(name)"}"#))
        }
        for (call, name) in [(1, "x"), (2, "y")] {
            try list.send("updateItem", #"{"id":"a","patch":{"name":"\#(name)"}}"#)
            await list.answer(call, try value(#"{"id":"a","name":"\#(name)"}"#))
        }
        try list.send("undo")
        await list.fail(3)
        #expect(list.unavailable("redo") == "nothingToRedo")
        // Its error still offers a retry, which succeeds.
        try list.send("retry")
        await list.answer(4, try value(#"{"id":"a","name":"x"}"#))
        // Only the source knows how the other members have changed meanwhile.
        await list.answer(5, try value(#"{"id":"a","name":"x"}"#))
        try await undo(6, to: "name a")
        #expect(list.unavailable("undo") == "nothingToUndo")
        try list.send("redo")
        await list.fail(7)
        try list.send("dismissError", #"{"id":"\#(list.errors[0]["id"]?.stringValue ?? "")"}"#)
        try list.send("redo")
        await list.answer(8, try value(#"{"id":"a","name":"x"}"#))
        #expect(list.item("a")?["value"]?["name"]?.stringValue == "x")
        try await undo(9, to: "name a")
    }

    @Test func anUndoThatWouldFailAgainIsNotInTheWayOfOlderSteps() async throws {
        let list = await ListDriver.loaded("ab")
        for (call, id) in [(1, "a"), (2, "b")] {
            try list.send("updateItem", #"{"id":"\#(id)","patch":{"name":"x"}}"#)
            await list.answer(call, try value(#"{"id":"\#(id)","name":"x"}"#))
        }
        try list.send("undo")
        await list.fail(3, Failure("targetGone", "it is gone", retryable: false))
        try list.send("undo")
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"name":"name a"}"#)))
    }

    @Test func aStepThatTheSourceCannotTakeBackIsRefused() async throws {
        let list = ListDriver(capabilities: [.insert])
        list.store.start()
        await list.answer(0, list.page("a", endReached: true))
        try list.send("insertItem", #"{"value":{"id":"x"}}"#)
        await list.answer(1)
        #expect(list.unavailable("undo") == "readOnly")
    }

    @Test func aHundredStepsAreKept() async throws {
        let list = await ListDriver.loaded("a")
        for number in 1...101 {
            try list.send("updateItem", #"{"id":"a","patch":{"n":\#(number)}}"#)
            await list.answer(number, try value(#"{"id":"a","n":\#(number)}"#))
        }
        var undone = 0
        while list.unavailable("undo") == nil {
            try list.send("undo")
            let shown = JSONText(list.item("a")?["value"] ?? .null)
            await list.answer(102 + undone, Page(rows: [SourceRow(id: "a", value: shown)], endReached: true))
            undone += 1
        }
        #expect(undone == 100)
        #expect(list.item("a")?["value"]?["n"]?.intValue == 1)
    }

    /// An undo of several rows shows them immediately and needs one answer of the source.
    @Test func manyRowsComeBackInOneRevision() async throws {
        let list = await ListDriver.loaded("abcdef", pageSize: 6)
        try list.send("deleteItems", #"{"ids":["b","d","f"]}"#)
        await list.answer(1)
        try list.send("undo")
        #expect(list.ids == "abcdef")
        #expect(list.snapshot["state"]?["changes"]?["inserted"] == (try JSONValue(parsing: #"["f","d","b"]"#)))
        #expect(["b", "d", "f"].map { list.item($0)?["pending"]?.stringValue } == ["insert", "insert", "insert"])
        await list.answer(2)
        #expect(list.ids == "abcdef" && list.unavailable("undo") == "nothingToUndo")
    }
}
