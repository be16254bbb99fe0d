import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHListFeature

/// `maxPages`: values of rows far from the window are dropped and loaded again.
@Suite struct ListRetentionTests {
    /// Makes a list that has loaded the rows a to h, shows the last two, and keeps the values of two pages of two rows.
    private func list(hasCursors: Bool = false, _ configure: (inout ListConfiguration) -> Void = { _ in }) async throws
        -> ListDriver
    {
        let list = ListDriver(pageSize: 2) {
            $0.maxPages = 2
            configure(&$0)
        }
        list.store.start()
        for (number, ids) in ["ab", "cd", "ef", "gh"].enumerated() {
            if number > 0 { try list.send("setWindow", #"{"offset":\#(2 * number),"limit":2}"#) }
            await list.answer(number, list.page(ids, cursor: hasCursors && number < 3 ? "after \(ids)" : nil))
        }
        return list
    }

    /// Returns the ids in the window, with the ids of dropped values in parentheses.
    private func shown(_ list: ListDriver) -> String {
        list.items.map { item in
            let id = item["id"]?.stringValue ?? "?"
            let hasName = item["value"]?["name"]?.stringValue == "name \(id)"
            return item["dropped"]?.boolValue == true ? "(\(id))" : hasName ? id : "\(id)?"
        }.joined()
    }

    private func show(_ list: ListDriver, _ offset: Int, _ limit: Int) throws {
        try list.send("setWindow", #"{"offset":\#(offset),"limit":\#(limit)}"#)
    }

    @Test func rowsFarFromTheWindowKeepTheirIdsAlone() async throws {
        let list = try await list()
        #expect(list.state["count"]?.intValue == 8)
        try show(list, 0, 8)
        #expect(shown(list) == "(a)(b)(c)(d)efgh")
        #expect(list.item("a")?["value"]?.isObject == true)
        #expect(list.item("a")?["value"]?["name"] == nil)
        #expect(list.item("e")?["dropped"] == nil)
    }

    @Test func aWindowThatComesNearLoadsThemAgain() async throws {
        let list = try await list()
        try show(list, 2, 2)
        #expect(shown(list) == "(c)(d)")
        #expect(list.status("restore") == "loading")
        #expect(list.snapshot["settled"]?.boolValue == false)
        #expect(list.fetches[4] == FetchRequest(start: .offset(2), limit: 2))
        await list.answer(4, list.page("cd"))
        #expect(shown(list) == "cd")
        #expect(list.strings(list.state["changes"]?["changed"]) == ["c", "d"])
        #expect(list.status("restore") == "idle")
        #expect(list.snapshot["settled"]?.boolValue == true)
        // The capacity is four rows: the value farthest from the window was dropped.
        try show(list, 0, 8)
        #expect(shown(list) == "(a)(b)cde(f)(g)(h)")
    }

    @Test func whatLiesNearIsLoadedBeforeItIsShown() async throws {
        let list = try await list { $0.prefetchDistance = 1 }
        try show(list, 5, 2)
        #expect(shown(list) == "fg")
        try show(list, 4, 2)
        #expect(shown(list) == "ef")
        #expect(list.fetches.last == FetchRequest(start: .offset(2), limit: 2))
    }

    @Test func aJumpLoadsOnlyWhatItShows() async throws {
        let list = try await list()
        try show(list, 0, 2)
        #expect(list.fetches[4] == FetchRequest(start: .offset(0), limit: 2))
        await list.answer(4, list.page("ab"))
        #expect(shown(list) == "ab")
        #expect(list.fetches.count == 5)
    }

    @Test func pagesWithCursorsComeByTheirOwn() async throws {
        let list = try await list(hasCursors: true)
        try show(list, 3, 1)
        #expect(list.fetches[4] == FetchRequest(start: .cursor("after ab"), limit: 2))
        await list.answer(4, list.page("cd", cursor: "another"))
        #expect(shown(list) == "d")
        try show(list, 0, 1)
        #expect(list.fetches[5] == FetchRequest(start: .offset(0), limit: 2))
        await list.answer(5, list.page("ab", cursor: "yet another"))
        #expect(shown(list) == "a")
    }

    @Test func aSourceThatHasOtherRowsThereIsReadAnew() async throws {
        let list = try await list()
        try show(list, 2, 2)
        await list.answer(4, list.page("cx"))
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches[5] == FetchRequest(start: .offset(0), limit: 4, isRefresh: true, wait: .further))
        await list.answer(5, list.page("abcx"))
        #expect(shown(list) == "cx")
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func aSourceThatGivesNothingBackIsNotAskedForEver() async throws {
        let list = try await list()
        try show(list, 2, 2)
        await list.answer(4, list.page(""))
        await list.answer(5, list.page("ab"))
        #expect(list.ids == "ab")
        // The window needs more rows than the page contained.
        await list.answer(6, list.page(""))
        #expect(list.fetches.count == 7)
    }

    @Test func aFailureIsABannerAndIsTriedAgainOnlyByRetry() async throws {
        let list = try await list()
        try show(list, 2, 2)
        await list.fail(4)
        #expect(shown(list) == "(c)(d)")
        #expect(list.status("restore") == "failed")
        #expect(list.errors[0]["display"]?.stringValue == "banner")
        #expect(list.state["loads"]?["restore"]?["errorId"]?.stringValue == list.errors[0]["id"]?.stringValue)
        try show(list, 0, 2)
        #expect(list.fetches.count == 5)
        try list.send("retry")
        #expect(list.errors.isEmpty)
        #expect(list.fetches[5] == FetchRequest(start: .offset(0), limit: 2))
        await list.answer(5, list.page("ab"))
        #expect(shown(list) == "ab")
    }

    @Test func onceItsErrorWasDismissedTheWindowLoadsAgain() async throws {
        let list = try await list()
        try show(list, 2, 2)
        await list.fail(4)
        let id = try #require(list.errors[0]["id"]?.stringValue)
        try list.send("dismissError", #"{"id":"\#(id)"}"#)
        #expect(list.fetches.count == 5)
        try show(list, 2, 2)
        #expect(list.fetches.count == 6)
    }

    @Test func aRefreshCancelsWhatIsLoadedAgain() async throws {
        let list = try await list()
        try show(list, 2, 2)
        try list.send("refresh")
        #expect(list.status("restore") == "idle")
        await list.answer(5, list.page("abcd"))
        #expect(shown(list) == "cd")
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func valuesAskedForBeforeAWriteAreAskedForAgain() async throws {
        let list = try await list()
        try show(list, 2, 2)
        try list.send("deleteItems", #"{"ids":["h"]}"#)
        await list.answer(4, list.page("cd"))
        #expect(shown(list) == "(c)(d)")
        await list.answer(5)
        #expect(shown(list) == "(c)(d)")
        await list.answer(6, list.page("cd"))
        #expect(shown(list) == "cd")
    }

    @Test func theActiveRowKeepsItsValue() async throws {
        let list = ListDriver(pageSize: 2) { $0.maxPages = 1 }
        list.store.start()
        await list.answer(0, list.page("ab"))
        try list.send("setActive", #"{"id":"a"}"#)
        try show(list, 2, 2)
        await list.answer(1, list.page("cd"))
        #expect(shown(list) == "cd")
        try show(list, 0, 4)
        #expect(shown(list) == "a(b)cd")
    }

    @Test func aRowWithoutItsValueCannotBeOpenedOrToggled() async throws {
        let list = try await list()
        #expect(list.refusal("openItem", #"{"id":"a"}"#) == "dropped")
        #expect(list.refusal("toggleItem", #"{"id":"a","key":"done"}"#) == "dropped")
        #expect(list.refusal("select", #"{"id":"a"}"#) == nil)
        #expect(list.refusal("selectRange", #"{"from":"a","to":"h"}"#) == nil)
        #expect(list.strings(list.state["selection"]?["ids"]) == ["a", "b", "c", "d", "e", "f", "g", "h"])
    }

    @Test func rowsWithoutTheirValuesCanBeDeletedForGood() async throws {
        let list = try await list()
        try list.send("updateItem", #"{"id":"h","patch":{"name":"H"}}"#)
        await list.answer(4, Page(rows: [list.row("h", name: "H")], endReached: true))
        #expect(list.unavailable("undo") == nil)
        try list.send("deleteItems", #"{"ids":["a","h"]}"#)
        await list.answer(5)
        #expect(list.state["count"]?.intValue == 6)
        #expect(list.unavailable("undo") == "nothingToUndo")
    }

    @Test func aPatchOfARowWithoutItsValueMakesNoHalfRow() async throws {
        let list = try await list()
        try list.send("updateItem", #"{"id":"b","patch":{"name":"B"}}"#)
        try show(list, 0, 2)
        #expect(list.item("b")?["dropped"]?.boolValue == true)
        #expect(list.item("b")?["pending"]?.stringValue == "update")
    }

    @Test func aListThatIsSortedAndEditedKeepsAllValues() async throws {
        let list = ListDriver(pageSize: 2, capabilities: [.all, .query]) {
            $0.maxPages = 1
            $0.sort = [SortKey("name")]
        }
        list.store.start()
        await list.answer(0, list.page("ab"))
        try show(list, 2, 2)
        await list.answer(1, list.page("cd"))
        try show(list, 0, 4)
        #expect(shown(list) == "abcd")
    }

    // MARK: Regressions

    @Test func afterOtherRowsAndAFailedRefreshNothingIsAskedByItself() async throws {
        let list = try await list()
        try show(list, 2, 2)
        await list.answer(4, list.page("cx"))
        await list.fail(5)
        #expect(list.fetches.count == 6)
        #expect(list.snapshot["settled"]?.boolValue == true)
        try show(list, 0, 2)
        #expect(list.fetches.count == 6)
        try list.send("retry")
        await list.answer(6, list.page("abcx"))
        #expect(shown(list) == "ab")
    }

    @Test func whatWasPutAtTheEndKeepsItsValue() async throws {
        let list = ListDriver(pageSize: 2) { $0.maxPages = 2 }
        list.store.start()
        await list.answer(0, list.page("ab"))
        try show(list, 2, 2)
        await list.answer(1, list.page("cd"))
        for (call, id) in [(2, "x"), (3, "y")] {
            try list.send("insertItem", #"{"value":{"id":"\#(id)","name":"name \#(id)"}}"#)
            await list.answer(call, list.page(id))
        }
        try list.send("deleteItems", #"{"ids":["a","c","d"]}"#)
        await list.answer(4)
        await list.answer(5, list.page("ef"))
        try show(list, 0, 8)
        #expect(shown(list) == "befxy")
    }

    @Test func aStepWithARowWithoutItsValueIsNotTakenBackByHalf() {
        var history = EditHistory()
        func note(_ id: String, _ step: String) {
            let edit = Edit(opID: id, change: .update(id, .emptyObject), step: step)
            history.note([.update(id, .emptyObject)], of: edit)
        }
        note("a", "first")
        note("x", "other")
        // The inverse of an edit is unknown if the value of the row was dropped.
        history.forget("first")
        note("b", "first")
        note("y", "other")
        history.close("first", .person)
        history.close("other", .person)
        #expect(history.undoable.isEmpty)
        note("c", "next")
        history.close("next", .person)
        #expect(history.undoable.count == 1)
    }

    @Test func aPageWhoseFirstRowIsGoneHidesNoOther() async throws {
        let list = try await list(hasCursors: true)
        try list.send("deleteItems", #"{"ids":["e"]}"#)
        await list.answer(4)
        try show(list, 0, 2)
        #expect(list.fetches.last == FetchRequest(start: .offset(0), limit: 2))
    }

    @Test func aRefreshNamesOnlyRowsOfWhichSomethingIsToBeDrawn() async throws {
        let list = try await list()
        try list.send("refresh")
        await list.answer(4, list.page("abcdefgh"))
        #expect(shown(list) == "gh")
        #expect(list.strings(list.state["changes"]?["changed"]) == [])
    }

    @Test func aSourceThatGivesFewerRowsThanAskedForIsNotReadAnew() async throws {
        let list = try await list()
        try show(list, 2, 2)
        await list.answer(4, list.page("c"))
        #expect(list.fetches[5] == FetchRequest(start: .offset(3), limit: 1))
        await list.answer(5, list.page("d"))
        await list.answer(6, list.page("b"))
        await list.answer(7, list.page("c"))
        #expect(shown(list) == "cd")
        #expect(list.fetches.allSatisfy { !$0.isRefresh || $0 == list.fetches[0] })
    }

    @Test func anEditOfAllRowsThatWaitsForALoadHidesNoValues() async throws {
        let list = try await list()
        try list.send("updateItem", #"{"id":"h","patch":{"done":true}}"#)
        try list.send("updateItems", #"{"all":true,"patch":{"done":true}}"#)
        try show(list, 2, 2)
        // The page may lack the write, so the page is requested again after the write.
        await list.answer(5, list.page("ij"))
        await list.answer(4)
        #expect(list.status("append") == "loading")
        #expect(list.status("restore") == "loading")
        await list.fail(6)
        await list.answer(7, list.page("cd"))
        #expect(shown(list) == "cd")
        #expect(list.snapshot["settled"]?.boolValue == true)
    }

    @Test func aListInGroupsKeepsAllValues() async throws {
        let list = ListDriver(pageSize: 2, capabilities: .query) {
            $0.maxPages = 1
            $0.groupBy = SortKey("name")
        }
        list.store.start()
        await list.answer(0, list.page("ab"))
        try show(list, 2, 2)
        await list.answer(1, list.page("cd"))
        try show(list, 0, 4)
        #expect(shown(list) == "abcd")
    }
}
