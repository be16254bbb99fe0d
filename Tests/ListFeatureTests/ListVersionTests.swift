import FHJSON
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// An edit names the version of the row on which it was made, and is merged with changes by others.
@Suite struct ListVersionTests {
    private func row(_ text: String, version: String? = nil) throws -> SourceRow {
        SourceRow(id: "a", value: try JSONText(parsing: text), version: version)
    }

    private func loaded(_ row: SourceRow) async -> ListDriver {
        let list = ListDriver()
        list.store.start()
        await list.answer(0, Page(rows: [row], endReached: true))
        return list
    }

    private func value(_ list: ListDriver) -> String { list.item("a")?["value"].map { JSONText($0).string } ?? "none" }

    private func codes(_ list: ListDriver) -> [String] { list.errors.compactMap { $0["code"]?.stringValue } }

    @Test func anItemHasTheVersionOfAConfirmedRow() async throws {
        let list = await loaded(try row(#"{"n":1}"#, version: "v1"))
        #expect(list.item("a")?["version"]?.stringValue == "v1")
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        #expect(list.item("a")?["version"] == nil)
        #expect(list.source.versions(of: 1) == ["v1"])
        await list.answer(1, Page(rows: [try row(#"{"n":2}"#, version: "v2")], endReached: true))
        #expect(list.item("a")?["version"]?.stringValue == "v2")
    }

    @Test func changesOfDifferentMembersAreMerged() async throws {
        let list = await loaded(try row(#"{"n":1,"m":1}"#))
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        let theirs = try row(#"{"n":1,"m":9}"#)
        await list.fail(1, .conflict(current: [theirs]))
        #expect(value(list) == #"{"n":2,"m":9}"# && list.item("a")?["pending"]?.stringValue == "update")
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"n":2}"#)))
        #expect(list.source.versions(of: 2) == [theirs.version])
        // The repeated write is the same operation.
        #expect(Set(list.source.operations).count == 1)
        await list.answer(2, Page(rows: [try row(#"{"n":2,"m":9}"#)], endReached: true))
        #expect(value(list) == #"{"n":2,"m":9}"# && codes(list).isEmpty)
        // The undo reverts exactly the edit.
        try list.send("undo")
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"n":1}"#)))
    }

    @Test func aChangeOfTheSameMemberIsAConflictAndTheirsIsShown() async throws {
        let list = await loaded(try row(#"{"n":1,"m":1}"#))
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        await list.fail(1, .conflict(current: [try row(#"{"n":3,"m":1}"#)]))
        #expect(value(list) == #"{"n":3,"m":1}"# && list.item("a")?["pending"]?.isNull == true)
        #expect(codes(list) == ["conflict"])
        #expect(list.errors.first?["retryable"]?.boolValue == false)
        #expect(list.item("a")?["errorId"]?.stringValue == list.errors.first?["id"]?.stringValue)
        #expect(list.strings(list.state["changes"]?["changed"]) == ["a"])
        #expect(list.unavailable("undo") == "nothingToUndo")
    }

    @Test func whoIsOvertakenAgainAndAgainGivesUp() async throws {
        let list = await loaded(try row(#"{"n":1,"m":0}"#))
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        var call = 1
        while codes(list).isEmpty, call < 30 {
            await list.fail(call, .conflict(current: [try row(#"{"n":1,"m":\#(call)}"#)]))
            call += 1
        }
        #expect(codes(list) == ["conflict"] && call < 30)
        #expect(value(list) == #"{"n":1,"m":\#(call - 1)}"#)
    }

    @Test func aVersionThatTheClientNamesIsTheOnlyOne() async throws {
        let list = await loaded(try row(#"{"n":1,"m":1}"#))
        try list.send("updateItem", #"{"id":"a","patch":{"n":2},"ifVersion":"old"}"#)
        #expect(list.source.versions(of: 1) == ["old"])
        await list.fail(1, .conflict(current: [try row(#"{"n":1,"m":9}"#)]))
        #expect(value(list) == #"{"n":1,"m":9}"# && codes(list) == ["conflict"])
    }

    @Test func anUndoDoesNotOverwriteWhatOthersChangedSince() async throws {
        let list = await loaded(try row(#"{"n":1,"m":1}"#))
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        await list.answer(1, Page(rows: [try row(#"{"n":2,"m":1}"#)], endReached: true))
        try list.send("refresh")
        await list.answer(2, Page(rows: [try row(#"{"n":7,"m":1}"#)], endReached: true))
        let calls = list.source.calls.count
        try list.send("undo")
        #expect(value(list) == #"{"n":7,"m":1}"# && codes(list) == ["conflict"])
        // The step remains the next undo. A retry performs the step, and dismissing its error drops it.
        #expect(list.source.calls.count == calls && list.unavailable("undo") == nil)
    }

    /// After a refresh, the row is on a page that is not loaded.
    ///
    /// The step names the version that the last write has made.
    @Test(arguments: ["undo", "redo"])
    func aStepNamesTheVersionOfARowThatIsNotLoadedAnyMore(step: String) async throws {
        let list = await loaded(try row(#"{"n":1}"#))
        let made = try row(#"{"n":2}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        await list.answer(1, Page(rows: [made], endReached: true))
        var call = 2
        var base = made
        if step == "redo" {
            try list.send("undo")
            base = try row(#"{"n":1}"#)
            await list.answer(2, Page(rows: [base], endReached: true))
            call = 3
        }
        try list.send("refresh")
        await list.answer(call, Page(rows: [list.row("b")], nextCursor: "next", endReached: false))
        try list.send(step)
        let write = list.source.calls.count - 1
        #expect(list.source.versions(of: write) == [base.version])
        await list.fail(write, .conflict(current: [try row(#"{"n":7}"#)]))
        // Nothing is written over the change by others, and the step stays the next one.
        #expect(codes(list) == ["conflict"] && list.source.calls.count == write + 1)
        #expect(list.unavailable(step) == nil)
    }

    @Test func anUndoOfAnInsertDoesNotTakeAwayWhatOthersChangedSince() async throws {
        let list = await ListDriver.loaded("b")
        try list.send("insertItem", #"{"value":{"id":"a","n":1}}"#)
        await list.answer(1)
        try list.send("refresh")
        await list.answer(2, Page(rows: [list.row("b"), try row(#"{"id":"a","n":5}"#)], endReached: true))
        let calls = list.source.calls.count
        try list.send("undo")
        #expect(codes(list) == ["conflict"] && list.source.calls.count == calls && list.ids == "ba")
    }

    @Test func anUndoOfAnInsertLeavesWhatTheSourceSaysOthersChanged() async throws {
        let list = await ListDriver.loaded("b")
        try list.send("insertItem", #"{"value":{"id":"a","n":1}}"#)
        await list.answer(1)
        try list.send("undo")
        await list.fail(2, .conflict(current: [try row(#"{"id":"a","n":5}"#)]))
        #expect(codes(list) == ["conflict"] && list.ids == "ba" && value(list) == #"{"id":"a","n":5}"#)
    }

    /// The second edit was made on top of the first, which is not a change by others.
    @Test func ownEditsThatWaitAreNoConflict() async throws {
        let list = await loaded(try row(#"{"n":1,"m":1}"#))
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"n":3,"m":3}}"#)
        let second = try row(#"{"n":2,"m":1}"#)
        await list.answer(1, Page(rows: [second], endReached: true))
        #expect(list.source.versions(of: 2) == [second.version])
        await list.answer(2, Page(rows: [try row(#"{"n":3,"m":3}"#)], endReached: true))
        #expect(codes(list).isEmpty && value(list) == #"{"n":3,"m":3}"#)
    }

    /// The conflict appears when the second edit is written over the merged first one.
    @Test func anEditThatWaitsConflictsWithWhatOthersChangedMeanwhile() async throws {
        let list = await loaded(try row(#"{"n":1,"m":1}"#))
        try list.send("updateItem", #"{"id":"a","patch":{"n":2}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"m":3}}"#)
        await list.fail(1, .conflict(current: [try row(#"{"n":1,"m":9}"#)]))
        await list.answer(2, Page(rows: [try row(#"{"n":2,"m":9}"#)], endReached: true))
        list.store.deliver()
        #expect(codes(list) == ["conflict"] && value(list) == #"{"n":2,"m":9}"#)
    }

    @Test func ofManyRowsThoseThatConflictHaveTheError() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("updateItems", #"{"ids":["a","b"],"patch":{"name":"x"}}"#)
        await list.fail(1, .conflict(current: [list.row("b", name: "theirs")]))
        #expect(list.item("a")?["errorId"] == nil && list.item("b")?["errorId"] != nil)
        #expect(list.item("b")?["value"]?["name"]?.stringValue == "theirs")
        #expect(list.item("a")?["value"]?["name"]?.stringValue == "name a")
    }
}
