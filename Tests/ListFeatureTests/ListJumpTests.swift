import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHListFeature

/// Windows and active rows that are far from the loaded rows.
///
/// The source is that of ``ListDriver/letters(total:capabilities:_:)``.
@Suite struct ListJumpTests {
    // MARK: Windows

    @Test func theRowsAroundAFarWindowReplaceTheLoadedOnes() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        #expect(list.fetches.last == FetchRequest(start: .offset(18), limit: 6))
        #expect(list.ids == "ab" && list.status("append") == "loading")
        await list.answerLetters()
        #expect(list.ids == "uv" && list.offset == 20)
        #expect(list.state["count"]?.intValue == 24 && list.state["totalCount"]?.intValue == 26)
        #expect(list.strings(list.state["changes"]?["removed"]) == ["a", "b"])
        #expect(list.strings(list.state["changes"]?["inserted"]) == ["s", "t", "u", "v", "w", "x"])
        #expect(list.status("append") == "idle" && list.isSettled)
    }

    @Test func aWindowNearTheLoadedRowsIsReachedPageByPage() async throws {
        let list = try await ListDriver.letters()
        try list.show(5)
        #expect(list.fetches.last == FetchRequest(start: .offset(2), limit: 5, wait: .further))
    }

    @Test func theWindowGoesBackToRowsBeforeTheLoadedOnes() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.answerLetters()
        try list.show(18)
        #expect(list.fetches.count == 2)
        try list.show(16)
        #expect(list.fetches.last == FetchRequest(start: .offset(14), limit: 6))
        #expect(list.ids == "st" && list.offset == 18)
        await list.answerLetters()
        #expect(list.ids == "qr" && list.offset == 16)
        try list.show(0)
        #expect(list.fetches.last == FetchRequest(start: .offset(0), limit: 6))
        await list.answerLetters()
        #expect(list.ids == "ab" && list.state["count"]?.intValue == 6)
    }

    @Test func rowsBehindAJumpAreLoadedPageByPage() async throws {
        let list = try await ListDriver.letters()
        try list.show(10)
        await list.answerLetters()
        try list.show(14)
        #expect(list.fetches.last == FetchRequest(start: .offset(14), limit: 2, wait: .further))
        await list.answerLetters()
        #expect(list.ids == "op" && list.offset == 14)
        #expect(list.strings(list.state["changes"]?["inserted"]) == ["o", "p"])
    }

    @Test func aWindowBehindTheEndShowsTheLastRows() async throws {
        let list = try await ListDriver.letters()
        try list.show(1_000_000)
        #expect(list.fetches.last == FetchRequest(start: .offset(20), limit: 6))
        await list.answerLetters()
        #expect(list.ids == "yz" && list.offset == 24)
        #expect(list.unavailable("loadMore") == "endReached")
    }

    @Test func aNewerWindowReplacesAJump() async throws {
        let list = try await ListDriver.letters()
        try list.show(10)
        try list.show(11)
        #expect(list.fetches.count == 2, "the rows are on their way")
        try list.show(20)
        #expect(list.fetches.last == FetchRequest(start: .offset(18), limit: 6))
        await list.answerLetters()
        #expect(list.ids == "uv")
    }

    @Test func aWindowOverLoadedRowsStopsAJump() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        try list.show(0)
        #expect(list.status("append") == "idle" && list.ids == "ab")
        #expect(list.isSettled)
    }

    @Test func aSourceWithoutATotalIsReadPageByPage() async throws {
        let list = try await ListDriver.letters(total: nil)
        try list.show(20)
        #expect(list.fetches.last == FetchRequest(start: .offset(2), limit: 20, wait: .further))
    }

    // MARK: Sources that reach any row

    @Test func aPageBehindTheEndTellsTheTotal() async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        try list.show(100)
        #expect(list.fetches.last == FetchRequest(start: .offset(98), limit: 6))
        await list.answerLetters()
        #expect(list.fetches.last == FetchRequest(start: .offset(20), limit: 6))
        await list.answerLetters()
        #expect(list.ids == "yz")
    }

    /// Only a page behind the end has the total.
    @Test func aRowBeforeTheEndIsReachedByItsNumberFromTheEnd() async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        try list.go(-20)
        for total in [26, nil, nil] as [Int?] {
            if list.status("append") == "loading" { await list.answerLetters(total: total) }
        }
        #expect(list.activeID == "g" && list.isSettled)
    }

    @Test func aPageBehindTheEndWithoutATotalIsAnError() async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        try list.show(100)
        await list.answerLetters(total: nil)
        #expect(list.ids == "ab" && list.status("append") == "failed")
        #expect(list.errors.first?["code"]?.stringValue == "invalidData")
        #expect(list.errors.first?["display"]?.stringValue == "inline")
    }

    @Test func aJumpThatFailsIsRetried() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.fail(1)
        #expect(list.ids == "ab" && list.status("append") == "failed")
        try list.show(21)
        #expect(list.fetches.count == 2, "nothing is loaded by itself after a failure")
        try list.send("retry")
        #expect(list.fetches.last == FetchRequest(start: .offset(19), limit: 6))
        await list.answerLetters()
        #expect(list.ids == "vw" && list.errors.isEmpty)
    }

    @Test func aJumpBeforeTheLoadedRowsIsRetriedAlsoAtTheEnd() async throws {
        let list = try await ListDriver.letters()
        try list.show(24)
        await list.answerLetters()
        try list.show(2)
        await list.fail(2)
        #expect(list.ids == "yz" && list.unavailable("loadMore") == "failed")
        try list.send("retry")
        await list.answerLetters()
        #expect(list.ids == "cd")
    }

    // MARK: The active row

    @Test(arguments: [
        (0, "a"), (1, "b"), (13, "n"), (25, "z"), (26, "z"), (1_000_000, "z"), (-1, "z"), (-26, "a"), (-99, "a"),
    ])
    func aRowIsReachedByItsNumber(number: Int, id: String) async throws {
        let list = try await ListDriver.letters()
        try list.go(number)
        if list.fetches.count > 1 { await list.answerLetters() }
        #expect(list.activeID == id)
        #expect(list.ids.contains(id) && list.isSettled)
    }

    @Test func theLastRowOfASourceWithoutATotalIsReachedAtItsEnd() async throws {
        let list = try await ListDriver.letters(total: nil)
        try list.go(-1)
        #expect(list.activeID == "b", "the last row so far")
        await list.answerLetters(total: nil)
        #expect(list.activeID == "z" && list.ids == "yz")
    }

    @Test func theActiveRowMovesByAnyNumber() async throws {
        let list = try await ListDriver.letters()
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("moveActive", #"{"by":19}"#)
        #expect(list.activeID == "b")
        await list.answerLetters()
        #expect(list.activeID == "u" && list.ids == "tu")
        try list.send("moveActive", "{\"by\":\(Int.min)}")
        await list.answerLetters()
        #expect(list.activeID == "a")
        try list.send("moveActive", "{\"by\":\(Int.max)}")
        await list.answerLetters()
        #expect(list.activeID == "z")
    }

    @Test func aMoveDuringAJumpBeginsAtItsRow() async throws {
        let list = try await ListDriver.letters()
        try list.go(20)
        try list.send("moveActive", #"{"by":-1}"#)
        await list.answerLetters()
        #expect(list.activeID == "t")
    }

    @Test func aMoveBehindTheLoadedRowsWaitsForItsRow() async throws {
        let list = try await ListDriver.letters()
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("moveActive", #"{"by":1}"#)
        #expect(list.activeID == "b")
        await list.answerLetters()
        #expect(list.activeID == "c" && list.ids == "bc")
    }

    @Test(arguments: [
        ("setWindow", #"{"offset":0,"limit":2}"#), ("setActive", #"{"id":"a"}"#), ("openItem", #"{"id":"a"}"#),
    ])
    func anotherActionEndsTheWay(action: String, params: String) async throws {
        let list = try await ListDriver.letters()
        try list.go(4)
        try list.send(action, params)
        while list.status("append") == "loading" { await list.answerLetters() }
        #expect(list.activeID == (action == "setWindow" ? nil : "a") && list.ids == "ab")
    }

    @Test func withoutAnActiveRowAMoveBeginsInTheWindow() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.answerLetters()
        try list.send("moveActive", #"{"by":1}"#)
        #expect(list.activeID == "u")
    }

    @Test func theActiveRowIsActiveAgainWhenItIsLoadedAgain() async throws {
        let list = try await ListDriver.letters()
        try list.send("setActive", #"{"id":"b"}"#)
        try list.show(20)
        await list.answerLetters()
        #expect(list.activeID == nil)
        try list.show(0)
        await list.answerLetters()
        #expect(list.activeID == "b")
    }

    @Test func anEmptyListHasNoRowToGoTo() async throws {
        let list = ListDriver(pageSize: 2)
        list.store.start()
        await list.answer(0, list.page("", endReached: true, total: 0))
        try list.go(7)
        try list.go(-1)
        #expect(list.activeID == nil && list.fetches.count == 1)
    }

    // MARK: Refreshes

    @Test func aRefreshKeepsThePlace() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.answerLetters()
        try list.send("refresh")
        #expect(list.fetches.last == FetchRequest(start: .offset(18), limit: 6, isRefresh: true, wait: .further))
        await list.answerLetters(total: 25, without: "c")
        #expect(list.ids == "uv" && list.offset == 19)
        #expect(list.state["count"]?.intValue == 24)
    }

    @Test func aRefreshOfAListThatHasShrunkShowsItsLastRows() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.answerLetters()
        try list.send("refresh")
        await list.answerLetters(total: 3, letters: "abc")
        #expect(list.fetches.last?.start == .offset(0))
        await list.answerLetters(total: 3, letters: "abc")
        #expect(list.ids == "bc" && list.state["count"]?.intValue == 3)
    }

    @Test func aFilterBeginsAtTheFirstRow() async throws {
        let list = try await ListDriver.letters(capabilities: [.all, .query])
        try list.show(20)
        await list.answerLetters()
        try list.send("setFilter", #"{"filter":{"text":"name"}}"#)
        #expect(list.fetches.last?.start == .offset(0))
        await list.answerLetters()
        #expect(list.ids == "ab" && list.offset == 0)
    }

    @Test func aRefreshDuringAJumpGoesOnToItsRows() async throws {
        let list = try await ListDriver.letters()
        try list.go(20)
        try list.send("refresh")
        await list.answerLetters()
        #expect(list.fetches.last == FetchRequest(start: .offset(17), limit: 6))
        await list.answerLetters()
        #expect(list.activeID == "u")
    }

    // MARK: Edits

    @Test func marksStayAndAnEditReachesThem() async throws {
        let list = try await ListDriver.letters()
        try list.send("toggleSelection", #"{"id":"a"}"#)
        try list.show(20)
        await list.answerLetters()
        try list.send("toggleSelection", #"{"id":"u"}"#)
        try list.send("deleteItems", #"{"selection":true}"#)
        guard case .delete(let ids)? = list.source.calls.last else {
            Issue.record("there is no deletion")
            return
        }
        #expect(ids == ["a", "u"])
        await list.answer(2)
        #expect(list.fetches.last == FetchRequest(start: .offset(18), limit: 6, wait: .further))
        await list.answerLetters(total: 24, without: "au")
        #expect(list.ids == "vw" && list.offset == 19)
    }

    @Test func anEditOfEveryRowLoadsThoseBeforeToo() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.answerLetters()
        try list.send("deleteItems", #"{"all":true}"#)
        #expect(list.fetches.last?.start == .offset(0))
        await list.answerLetters()
        guard case .delete(let ids)? = list.source.calls.last else {
            Issue.record("there is no deletion")
            return
        }
        #expect(ids.joined() == ListDriver.letters)
    }

    @Test func aJumpThatMeetsAWriteIsMadeAgain() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        try list.send("updateItem", #"{"id":"a","patch":{"name":"A"}}"#)
        await list.answer(1, list.page("stuvwx", total: 26))
        #expect(list.ids == "ab")
        await list.answer(2)
        #expect(list.fetches.last == FetchRequest(start: .offset(18), limit: 6))
        await list.answerLetters()
        #expect(list.ids == "uv")
    }

    @Test func allRowsOfAnUnfinishedListAreCounted() async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        try list.show(100)
        await list.answerLetters()
        await list.answerLetters()
        try list.send("selectAll")
        #expect(list.store.state.base.allItems(except: []).count == 26)
    }

    @Test func aRowThatTheSortPutsFirstIsReadAgain() async throws {
        let list = try await ListDriver.letters(capabilities: [.all, .query]) { $0.sort = [SortKey("name")] }
        try list.show(20)
        await list.answerLetters()
        try list.send("updateItem", #"{"id":"u","patch":{"name":"a"}}"#)
        await list.answer(2)
        #expect(list.fetches.last?.start == .offset(18))
    }

    // MARK: Values far from the window

    @Test func valuesAreDroppedAndLoadedAgainBehindAJump() async throws {
        let list = try await ListDriver.letters { $0.maxPages = 1 }
        try list.show(10)
        await list.answerLetters()
        try list.show(14)
        await list.answerLetters()
        try list.show(12)
        #expect(list.fetches.last?.start == .offset(12) || list.item("m")?["dropped"] == nil)
        while list.status("restore") == "loading" { await list.answerLetters() }
        #expect(list.ids == "mn" && list.item("m")?["value"]?["name"]?.stringValue == "name m")
    }
}
