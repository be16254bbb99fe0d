import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Each row, and the order of the rows, has one write at a time; later edits are coalesced.
@Suite struct ListWritingTests {
    private func confirmed(_ list: ListDriver, _ id: String, _ value: String) throws -> Page {
        Page(rows: [SourceRow(id: id, value: try JSONText(parsing: value))], endReached: true)
    }

    @Test func theAnswersOfTheSourceAreCausesByTheNamesOfTheirCases() async throws {
        let list = await ListDriver.loaded("a")
        #expect(list.store.cause.action == "fetched")
        try list.send("toggleItem", #"{"id":"a","key":"done"}"#)
        await list.answer(1, try confirmed(list, "a", #"{"id":"a","done":true}"#))
        #expect(list.store.cause.action == "written")
    }

    @Test func rule5RowsAreWrittenSideBySide() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"1"}}"#)
        try list.send("updateItem", #"{"id":"b","patch":{"name":"2"}}"#)
        #expect(list.source.calls.count == 3)
        await list.answer(2, Page(rows: [list.row("b", name: "2")], endReached: true))
        #expect(list.item("b")?["pending"]?.isNull == true)
        #expect(list.item("a")?["pending"]?.stringValue == "update")
        await list.answer(1, Page(rows: [list.row("a", name: "1")], endReached: true))
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func rule5OneWriteARowAndWhatIsOverwrittenMeanwhileIsNotWritten() async throws {
        let list = await ListDriver.loaded("a")
        for name in 1...4 { try list.send("updateItem", #"{"id":"a","patch":{"name":"\#(name)"}}"#) }
        #expect(list.source.calls.count == 2)
        await list.answer(1, Page(rows: [list.row("a", name: "1")], endReached: true))
        #expect(list.item("a")?["value"]?["name"]?.stringValue == "4")
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"name":"4"}"#)))
        #expect(list.source.calls.count == 3)
        await list.answer(2, Page(rows: [list.row("a", name: "4")], endReached: true))
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func rule5WhatAnotherMemberWasGivenIsWrittenToo() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"1"}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"place":"x","name":"2"}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"name":"3"}}"#)
        await list.answer(1, Page(rows: [list.row("a", name: "1")], endReached: true))
        await list.answer(2, try confirmed(list, "a", #"{"id":"a","name":"2","place":"x"}"#))
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"name":"3"}"#)))
        #expect(list.item("a")?["value"] == (try JSONValue(parsing: #"{"id":"a","name":"3","place":"x"}"#)))
    }

    @Test func rule5OneWriteForTheOrderAndRowsMovedAgainMeanwhileAreMovedOnce() async throws {
        let list = await ListDriver.loaded("abcd", pageSize: 4)
        try list.send("moveItems", #"{"ids":["d"],"beforeId":"a"}"#)
        try list.send("moveItems", #"{"ids":["c"],"beforeId":"a"}"#)
        try list.send("moveItems", #"{"ids":["c"],"beforeId":"d"}"#)
        #expect(list.ids == "cdab")
        #expect(list.source.calls.count == 2)
        await list.answer(1)
        #expect(list.source.calls.last == .move(["c"], before: "d"))
        await list.answer(2)
        #expect(list.ids == "cdab")
        #expect(list.source.calls.count == 3)
    }

    @Test func rule5AMoveThatAnotherRowWasPutBesideIsNotLeftOut() async throws {
        let list = await ListDriver.loaded("abcd", pageSize: 4)
        try list.send("moveItems", #"{"ids":["d"],"beforeId":"a"}"#)
        try list.send("moveItems", #"{"ids":["c"],"beforeId":"d"}"#)
        try list.send("moveItems", #"{"ids":["b"],"beforeId":"c"}"#)
        try list.send("moveItems", #"{"ids":["c"]}"#)
        #expect(list.ids == "bdac")
        for call in 1...4 { await list.answer(call) }
        #expect(list.source.calls.count == 5)
        #expect(list.ids == "bdac")
    }

    @Test func aRowThatIsPutBesideANewOneWaitsForIt() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("insertItem", #"{"value":{"id":"x"}}"#)
        try list.send("updateItem", #"{"id":"x","patch":{"name":"1"}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"name":"1"}}"#)
        #expect(
            list.source.calls.suffix(2) == [
                .insert("x", before: nil), .update("a", try JSONText(parsing: #"{"name":"1"}"#)),
            ])
        await list.answer(1)
        #expect(list.source.calls.last == .update("x", try JSONText(parsing: #"{"name":"1"}"#)))
    }

    /// A source that fails repeatedly must not make snapshots grow without bound.
    @Test func aHundredFailedEditsAreKept() async throws {
        let list = await ListDriver.loaded("a")
        for number in 1...101 {
            try list.send("updateItem", #"{"id":"a","patch":{"n":\#(number)}}"#)
            await list.fail(number)
        }
        #expect(list.errors.count == 100)
        #expect(list.errors.first?["id"]?.stringValue == "e2")
        #expect(throws: ActionRefusal.unavailable("gone")) { try list.send("retry", #"{"id":"e1"}"#) }
        try list.send("dismissError", #"{"id":"e2"}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":0}}"#)
        await list.fail(102)
        #expect(list.errors.count == 100)
        #expect(list.errors.first?["id"]?.stringValue == "e3")
        try list.send("retry", #"{"id":"e3"}"#)
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"n":3}"#)))
    }
}
