import FHJSON
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// An id that the source assigns replaces the temporary id everywhere.
@Suite struct ListAssignedIDTests {
    /// Makes a list with the row `a`, and inserts a row that the source will rename to `n`.
    private func inserting() async throws -> (list: ListDriver, temporary: String) {
        let list = await ListDriver.loaded("a")
        try list.send("insertItem", #"{"value":{"name":"new"}}"#)
        let id = try #require(list.items.last?["id"]?.stringValue)
        return (list, id)
    }

    private func assigned(_ list: ListDriver, name: String = "new") -> Page {
        Page(rows: [list.row("n", name: name)], endReached: true)
    }

    @Test func theRowIsShownUnderItsIDAtOnce() async throws {
        let (list, temporary) = try await inserting()
        await list.answer(1, assigned(list))
        #expect(list.ids == "an" && list.fetches.count == 1)
        #expect(list.strings(list.state["changes"]?["removed"]) == [temporary])
        #expect(list.strings(list.state["changes"]?["inserted"]) == ["n"])
    }

    @Test func anIDOfAnotherRowIsNoAnswer() async throws {
        let (list, _) = try await inserting()
        await list.answer(1, Page(rows: [list.row("a", name: "new")], endReached: true))
        #expect(list.ids == "a" && list.item("a")?["value"]?["name"]?.stringValue == "name a")
        #expect(list.errors.map { $0["code"]?.stringValue } == ["invalidData"])
        #expect(list.unavailable("undo") == "nothingToUndo")
    }

    @Test func theActiveRowAndMarksStay() async throws {
        let (list, temporary) = try await inserting()
        try list.send("setActive", #"{"id":"\#(temporary)"}"#)
        try list.send("toggleSelection", #"{"id":"\#(temporary)"}"#)
        await list.answer(1, assigned(list))
        #expect(list.state["activeId"]?.stringValue == "n")
        #expect(list.strings(list.state["selection"]?["ids"]) == ["n"])
        try list.send("refresh")
        #expect(list.strings(list.state["changes"]?["inserted"]) == [])
    }

    @Test func editsThatWaitReachTheRow() async throws {
        let (list, temporary) = try await inserting()
        try list.send("updateItem", #"{"id":"\#(temporary)","patch":{"name":"x"}}"#)
        try list.send("insertItem", #"{"value":{"id":"b","name":"b"},"beforeId":"\#(temporary)"}"#)
        await list.answer(1, assigned(list))
        #expect(list.ids == "abn")
        #expect(list.source.calls.contains(.update("n", try JSONText(parsing: #"{"name":"x"}"#))))
        #expect(list.source.calls.last == .insert("b", before: "n") || list.source.calls.count == 3)
    }

    @Test func aClientMayNameItByTheTemporaryIDForAWhile() async throws {
        let (list, temporary) = try await inserting()
        await list.answer(1, assigned(list))
        try list.send("updateItem", #"{"id":"\#(temporary)","patch":{"name":"x"}}"#)
        #expect(list.source.calls.last == .update("n", try JSONText(parsing: #"{"name":"x"}"#)))
        await list.answer(2, assigned(list, name: "x"))
        try list.send("deleteItems", #"{"ids":["\#(temporary)"]}"#)
        #expect(list.source.calls.last == .delete(["n"]))
    }

    @Test func undoAndRedoAreOfTheRow() async throws {
        let (list, _) = try await inserting()
        await list.answer(1, assigned(list))
        try list.send("undo")
        #expect(list.source.calls.last == .delete(["n"]))
        await list.answer(2)
        #expect(list.ids == "a")
        try list.send("redo")
        #expect(list.source.calls.last == .insert("n", before: nil))
        await list.answer(3, Page(rows: [list.row("m", name: "new")], endReached: true))
        #expect(list.ids == "am")
        try list.send("undo")
        #expect(list.source.calls.last == .delete(["m"]))
    }

    /// The source assigns another id each time the row is inserted, and finally the first id again.
    @Test func eachEarlierIDNamesTheRow() async throws {
        let (list, temporary) = try await inserting()
        await list.answer(1, assigned(list))
        var call = 1
        for id in ["m", "n", "o"] {
            try list.send("undo")
            await list.answer(call + 1)
            try list.send("redo")
            call += 2
            await list.answer(call, Page(rows: [list.row(id, name: "new")], endReached: true))
            #expect(list.ids == "a\(id)")
            for earlier in [temporary, "n", id] {
                try list.send("setActive", #"{"id":"\#(earlier)"}"#)
                #expect(list.state["activeId"]?.stringValue == id)
            }
        }
    }

    @Test func stepsBeforeAreOfTheRowToo() async throws {
        let (list, temporary) = try await inserting()
        try list.send("updateItem", #"{"id":"\#(temporary)","patch":{"name":"x"}}"#)
        await list.answer(1, assigned(list))
        await list.answer(2, assigned(list, name: "x"))
        try list.send("undo")
        await list.answer(3, assigned(list))
        #expect(list.item("n")?["value"]?["name"]?.stringValue == "new")
        try list.send("undo")
        #expect(list.source.calls.last == .delete(["n"]))
    }
}
