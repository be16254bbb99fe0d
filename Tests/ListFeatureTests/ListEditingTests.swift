import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct ListEditingTests {
    private func name(_ id: String, in list: ListDriver) -> String? {
        list.item(id)?["value"]?["name"]?.stringValue
    }

    @Test func anInsertIsShownAtOnceAndConfirmedLater() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("insertItem", #"{"value":{"id":"c","name":"new"},"beforeId":"b"}"#)
        #expect(list.ids == "acb")
        #expect(list.item("c")?["pending"]?.stringValue == "insert")
        #expect(list.strings(list.state["changes"]?["inserted"]) == ["c"])
        #expect(list.source.calls.last == .insert("c", before: "b"))
        await list.answer(1)
        #expect(list.item("c")?["pending"]?.isNull == true)
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func aRowWithoutAnIdGetsOne() async throws {
        let list = await ListDriver.loaded("")
        try list.send("insertItem", #"{"value":{"name":"x"}}"#)
        let id = list.items[0]["id"]?.stringValue ?? ""
        #expect(id.count == 12)
        #expect(list.items[0]["value"]?["id"]?.stringValue == id)
    }

    @Test func anUpdateIsAMergePatch() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":null,"done":true}}"#)
        #expect(list.item("a")?["value"] == (try JSONValue(parsing: #"{"id":"a","done":true}"#)))
        await list.answer(1, Page(rows: [list.row("a", name: "from the source")], endReached: true))
        #expect(name("a", in: list) == "from the source")
    }

    @Test func toggleTurnsABooleanOverAndMakesOneOfNothing() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("toggleItem", #"{"id":"a","key":"done"}"#)
        #expect(list.item("a")?["value"]?["done"]?.boolValue == true)
        try list.send("toggleItem", #"{"id":"a","key":"done"}"#)
        #expect(list.item("a")?["value"]?["done"]?.boolValue == false)
    }

    @Test func anEditLeavesTheIdAlone() async throws {
        let list = await ListDriver.loaded("ab")
        #expect(list.refusal("updateItem", #"{"id":"a","patch":{"id":"b"}}"#) == "idChanges")
        #expect(list.refusal("updateItem", #"{"id":"a","patch":{"id":null}}"#) == "idChanges")
        #expect(list.refusal("toggleItem", #"{"id":"a","key":"id"}"#) == "idChanges")
        #expect(list.refusal("toggleItem", #"{"id":"a","key":"name"}"#) == "notABoolean")
        try list.send("updateItem", #"{"id":"a","patch":{"id":"a","name":"x"}}"#)
        #expect(name("a", in: list) == "x")
    }

    @Test func anIntegerIsAnIdAsInTheSource() async throws {
        let list = await ListDriver.loaded("")
        try list.send("insertItem", #"{"value":{"id":7}}"#)
        #expect(list.ids == "7")
        #expect(list.item("7")?["value"]?["id"]?.intValue == 7)
        #expect(list.refusal("insertItem", #"{"value":{"id":"7"}}"#) == "duplicateId")
    }

    @Test func resetKeepsTheEditsThatWereShown() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"1"}}"#)
        try list.send("updateItem", #"{"id":"b","patch":{"name":"2"}}"#)
        #expect(list.refusal("reset") == "saving")
        await list.answer(1, Page(rows: [list.row("a", name: "1")], endReached: true))
        await list.answer(2, Page(rows: [list.row("b", name: "2")], endReached: true))
        try list.send("reset")
        #expect(list.state["phase"]?.stringValue == "loading")
    }

    @Test func aTableOfTextTogglesItsWords() async throws {
        let list = ListDriver()
        list.store.start()
        let row = SourceRow(id: "a", value: try JSONText(parsing: #"{"id":"a","done":"true"}"#))
        await list.answer(0, Page(rows: [row], endReached: true))
        try list.send("toggleItem", #"{"id":"a","key":"done"}"#)
        #expect(list.item("a")?["value"]?["done"]?.stringValue == "false")
    }

    @Test func rule4OverlayAFailedEditAloneIsTakenBack() async throws {
        let list = await ListDriver.loaded("r")
        try list.send("updateItem", #"{"id":"r","patch":{"a":1}}"#)
        try list.send("updateItem", #"{"id":"r","patch":{"b":1}}"#)
        try list.send("updateItem", #"{"id":"r","patch":{"c":1}}"#)
        await list.answer(
            1, Page(rows: [SourceRow(id: "r", value: try JSONText(parsing: #"{"id":"r","a":1}"#))], endReached: true))
        await list.fail(2)
        #expect(list.item("r")?["value"] == (try JSONValue(parsing: #"{"id":"r","a":1,"c":1}"#)))
        let error = list.errors[0]
        #expect(list.item("r")?["errorId"] == error["id"])
        #expect(list.item("r")?["pending"]?.stringValue == "update")
    }

    @Test func rule4AFailedEditCanBeRetriedAndItsErrorGoes() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.fail(1)
        #expect(name("a", in: list) == "name a")
        try list.send("retry")
        #expect(list.errors.isEmpty)
        #expect(name("a", in: list) == "x")
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"name":"x"}"#)))
    }

    /// The source may have made the edit at the first attempt, and another edit after it.
    @Test func rule4WhatARetriedEditHasDoneIsAskedOfTheSource() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"1"}}"#)
        await list.fail(1)
        try list.send("updateItem", #"{"id":"a","patch":{"name":"2"}}"#)
        await list.answer(2, Page(rows: [list.row("a", name: "2")], endReached: true))
        try list.send("retry")
        await list.answer(3, Page(rows: [list.row("a", name: "1")], endReached: true))
        #expect(list.source.calls.count == 5)
        await list.answer(4, Page(rows: [list.row("a", name: "2")], endReached: true))
        #expect(name("a", in: list) == "2")
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func rule4RetryTakesTheErrorThatItNamesAndNoOther() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"t":1}}"#)
        try list.send("updateItem", #"{"id":"a","patch":{"u":1}}"#)
        await list.fail(1)
        await list.fail(2)
        try list.send("retry", #"{"id":"e1"}"#)
        #expect(list.errors.map { $0["id"]?.stringValue } == ["e2"])
        #expect(list.source.calls.last == .update("a", try JSONText(parsing: #"{"t":1}"#)))
        await list.answer(3, Page(rows: [list.row("a", name: "x")], endReached: true))
        #expect(list.item("a")?["errorId"]?.stringValue == "e2")
    }

    @Test func rule5AnAppendThatMeetsAWriteIsRerunAfterIt() async throws {
        let list = await ListDriver.loaded("ab", endReached: false, pageSize: 2)
        try list.send("loadMore")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.answer(1, list.page("cd"))
        await list.answer(2, Page(rows: [list.row("a", name: "x")], endReached: true))
        #expect(list.fetches.last == FetchRequest(start: .offset(2), limit: 2, wait: .further))
        #expect(list.fetches.count == 3)
    }

    @Test func whatIsPutAtTheEndOfAnUnfinishedListLosesNoRow() async throws {
        let list = await ListDriver.loaded("ab", endReached: false, pageSize: 2)
        try list.send("insertItem", #"{"value":{"id":"x"}}"#)
        await list.answer(1)
        try list.send("insertItem", #"{"value":{"id":"y"},"beforeId":"x"}"#)
        await list.answer(2)
        try list.send("moveItems", #"{"ids":["a"],"beforeId":"y"}"#)
        await list.answer(3)
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.fetches.last == FetchRequest(start: .offset(1), limit: 5, wait: .further))
        await list.answer(4, list.page("cd"))
        #expect(list.ids == "bcdayx")
        await list.answer(5, list.page("ayx", endReached: true))
        #expect(list.ids == "bcdayx")
    }

    @Test func aListThatLostItsLoadedRowsLoadsTheNext() async throws {
        let list = await ListDriver.loaded("ab", endReached: false, pageSize: 2)
        try list.send("deleteItems", #"{"ids":["a","b"]}"#)
        await list.answer(1)
        #expect(list.state["empty"]?.isNull == true)
        #expect(list.fetches.last == FetchRequest(start: .offset(0), limit: 2, wait: .further))
    }

    @Test func aRowAddedBeforeTheFirstLoadIsShownAndKept() async throws {
        let list = ListDriver()
        list.store.start()
        try list.send("insertItem", #"{"value":{"id":"x"}}"#)
        #expect(list.ids == "x")
        #expect(list.state["phase"]?.stringValue == "loaded")
        #expect(list.state["content"]?.stringValue == "loaded")
        await list.answer(1)
        // The load began before the write, so it may lack the edit, and is repeated.
        await list.answer(0, list.page("ab", endReached: true))
        await list.answer(2, list.page("abx", endReached: true))
        #expect(list.ids == "abx")
    }

    @Test func aRowThatIsAboutToGoTakesNoEdits() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("deleteItems", #"{"ids":["a"]}"#)
        #expect(list.refusal("insertItem", #"{"value":{"id":"x"},"beforeId":"a"}"#) == "gone")
        #expect(list.refusal("moveItems", #"{"ids":["b"],"beforeId":"a"}"#) == "gone")
        #expect(list.refusal("updateItem", #"{"id":"a","patch":{}}"#) == "gone")
    }

    @Test func theWindowKeepsTheActiveRowThroughEdits() async throws {
        let list = await ListDriver.loaded("abcdef")
        try list.send("setWindow", #"{"offset":0,"limit":3}"#)
        try list.send("setActive", #"{"id":"c"}"#)
        try list.send("insertItem", #"{"value":{"id":"x"},"beforeId":"a"}"#)
        #expect(list.ids == "abc")
    }

    @Test func rule4AFailedInsertTakesItsRowAway() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("insertItem", #"{"value":{"id":"b"}}"#)
        await list.fail(1)
        #expect(list.ids == "a")
        #expect(list.errors.count == 1)
        try list.send("retry")
        #expect(list.ids == "ab")
    }

    @Test func rule4AnEditWhoseRowHasGoneEndsAsTargetGone() async throws {
        let list = await ListDriver.loaded("ab")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.fail(1)
        try list.send("deleteItems", #"{"ids":["a"]}"#)
        await list.answer(2)
        try list.send("retry", #"{"id":"e1"}"#)
        #expect(list.ids == "b")
        #expect(list.errors[0]["code"]?.stringValue == "targetGone")
        #expect(list.source.calls.count == 3)
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func rule5ALoadThatBeganBeforeAWriteIsDroppedAndRerun() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("refresh")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        await list.answer(1, list.page("a", endReached: true))
        #expect(name("a", in: list) == "x")
        await list.answer(2, Page(rows: [list.row("a", name: "x")], endReached: true))
        // The dropped reload runs once, after the write.
        #expect(list.fetches.count == 3)
        await list.answer(3, Page(rows: [list.row("a", name: "x")], endReached: true))
        #expect(name("a", in: list) == "x")
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func rule5AReloadAskedForDuringWritesRunsOnceAfterTheLast() async throws {
        let list = await ListDriver.loaded("a")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        try list.send("refresh")
        try list.send("refresh")
        #expect(list.fetches.count == 1)
        #expect(list.state["isStale"]?.boolValue == true)
        await list.answer(1, Page(rows: [list.row("a", name: "x")], endReached: true))
        #expect(list.fetches.count == 2)
    }

    @Test func rule6MoveKeepsTheListsOrderWhateverTheOrderOfTheIds() async throws {
        let list = await ListDriver.loaded("abcde", pageSize: 5)
        try list.send("moveItems", #"{"ids":["e","b"],"beforeId":"a"}"#)
        #expect(list.ids == "beacd")
        #expect(list.source.calls.last == .move(["e", "b"], before: "a"))
        try list.send("moveItems", #"{"ids":["b"]}"#)
        #expect(list.ids == "eacdb")
    }

    @Test func rule6AMoveBeforeOneOfItsOwnIsRefusedAndChangesNothing() async {
        let list = await ListDriver.loaded("abc")
        #expect(list.refusal("moveItems", #"{"ids":["a","b"],"beforeId":"b"}"#) == "beforeIdMoves")
        #expect(list.refusal("moveItems", #"{"ids":["z"],"beforeId":"b"}"#) == "gone")
        #expect(list.refusal("moveItems", #"{"ids":[]}"#) == "noItems")
        #expect(list.ids == "abc")
        #expect(list.source.calls.count == 1)
    }

    @Test func aMoveBeforeNullGoesToTheEnd() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("moveItems", #"{"ids":["a"],"beforeId":null}"#)
        #expect(list.ids == "bca")
        #expect(list.source.calls.last == .move(["a"], before: nil))
    }

    @Test(arguments: [
        ("moveItems", #"{"ids":"a"}"#), ("moveItems", #"{"ids":["a",1]}"#),
        ("moveItems", #"{"ids":["a"],"beforeId":1}"#), ("toggleItem", #"{"id":1,"key":"done"}"#),
        ("toggleItem", #"{"id":"a"}"#),
    ])
    func anEditOfAWrongShapeIsRefused(action: String, params: String) async {
        let list = await ListDriver.loaded("abc")
        #expect(list.refusal(action, params)?.contains("invalidParams") == true)
    }

    @Test func aMoveToTheEndNeedsAllRows() async {
        let list = await ListDriver.loaded("abc", endReached: false)
        #expect(list.refusal("moveItems", #"{"ids":["a"]}"#) == "notAllLoaded")
    }

    @Test func aReadOnlySourceSaysSo() {
        let list = ListDriver(capabilities: [])
        for action in ["insertItem", "updateItem", "toggleItem", "deleteItems", "moveItems"] {
            #expect(list.unavailable(action) == "readOnly")
        }
    }

    @Test func whatCantBeInsertedIsRefused() async {
        let list = await ListDriver.loaded("ab")
        #expect(list.refusal("insertItem", #"{"value":{"id":"a"}}"#) == "duplicateId")
        #expect(list.refusal("insertItem", #"{"value":{"id":true}}"#) == "invalidId")
        #expect(list.refusal("insertItem", #"{"value":{"id":""}}"#) == "invalidId")
        #expect(list.refusal("insertItem", #"{"value":{},"beforeId":"z"}"#) == "gone")
    }
}
