import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHListFeature

/// Jumps beside refreshes, failures, edits and other movements, over the source of
/// ``ListDriver/letters(total:capabilities:_:)``.
@Suite struct ListJumpOrderTests {
    // MARK: Sources

    @Test(arguments: ["setWindow", "goTo"])
    func theGreatestOffsetIsBehindTheEnd(action: String) async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        let limit = action == "setWindow" ? ",\"limit\":2" : ""
        try list.send(action, "{\"offset\":\(Int.max)\(limit)}")
        for total in [26, nil] as [Int?] { await list.answerLetters(total: total) }
        #expect(list.ids == "yz" && list.isSettled)
    }

    /// The source has fewer rows than its total says.
    @Test func aSourceWithAWrongTotalIsNotAskedForEver() async throws {
        let list = try await ListDriver.letters(total: 9_000)
        try list.show(5_000)
        await list.answerLetters(total: 9_000)
        #expect(list.errors.first?["code"]?.stringValue == "invalidData" && list.isSettled)
        #expect(list.ids == "ab" && list.fetches.count == 2)
    }

    /// The source gives its total only with the first page.
    @Test func rowsBeforeTheLoadedOnesAreReachedWithoutATotal() async throws {
        let list = try await ListDriver.letters()
        try list.show(10)
        await list.answerLetters()
        try list.send("refresh")
        await list.answerLetters(total: nil)
        try list.show(0)
        await list.answerAllLetters(total: nil)
        #expect(list.ids == "ab")
    }

    /// A page with a cursor follows one without, although the source does not say that it can offset.
    @Test func aSourceThatGoesOnByCursorsIsReadFromItsFirstRow() async throws {
        let list = try await ListDriver.letters()
        try list.show(10)
        await list.answer(1, list.page("ijklmn", cursor: "n", total: 26))
        try list.show(8)
        #expect(list.ids == "ij")
        try list.show(4)
        #expect(list.fetches.last?.start == .offset(0))
        await list.answerAllLetters()
        #expect(list.ids == "ef")
        try list.send("refresh")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func aWindowAtAnEndWithoutATotalIsFull() async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        try list.show(25, 20)
        await list.answerLetters(total: nil)
        await list.answerAllLetters(total: nil)
        #expect(list.ids == "ghijklmnopqrstuvwxyz" && list.offset == 6)
    }

    @Test func aDeletedEndShowsTheRowsBeforeIt() async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        try list.show(24)
        await list.answerLetters(total: nil)
        #expect(list.ids == "yz")
        try list.send("deleteItems", #"{"ids":["w","x","y","z"]}"#)
        await list.answer(2)
        while list.status("append") == "loading" { await list.answerLetters(total: nil, without: "wxyz") }
        #expect(list.ids == "uv" && list.isSettled)
    }

    @Test func aTotalIsNeverBelowTheCount() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.answerLetters()
        try list.send("refresh")
        await list.answerLetters(total: 3, letters: "abc")
        #expect(list.state["count"]?.intValue == 24 && list.state["totalCount"]?.intValue == 26)
        await list.fail(3)
        #expect(list.ids == "uv" && list.state["totalCount"]?.intValue == 26)
    }

    // MARK: Refreshes

    @Test func aRefreshDoesNotEndTheWayOfTheWindow() async throws {
        let list = try await ListDriver.letters()
        try list.send("setActive", #"{"id":"a"}"#)
        try list.show(20)
        try list.send("refresh")
        await list.answerLetters()
        #expect(list.fetches.last == FetchRequest(start: .offset(18), limit: 6))
        await list.answerLetters()
        #expect(list.ids == "uv")
    }

    @Test func aRefreshDoesNotEndTheWayToANearRow() async throws {
        let list = try await ListDriver.letters()
        try list.show(1)
        await list.answerAllLetters()
        try list.go(5)
        try list.send("refresh")
        await list.answerAllLetters()
        #expect(list.activeID == "f" && list.isSettled)
    }

    // MARK: Movements

    @Test func aMoveOnTheWayToTheEndGoesOnFromThere() async throws {
        let list = try await ListDriver.letters(total: nil, capabilities: [.all, .offsets])
        try list.go(-1)
        try list.send("moveActive", #"{"by":-1}"#)
        for total in [26, nil] as [Int?] { await list.answerLetters(total: total) }
        #expect(list.activeID == "y" && list.isSettled)
    }

    @Test func aMoveDuringTheRefreshOfAJumpBeginsAtItsRow() async throws {
        let list = try await ListDriver.letters()
        try list.go(20)
        try list.send("refresh")
        try list.send("moveActive", #"{"by":-1}"#)
        await list.answerAllLetters()
        #expect(list.activeID == "t")
    }

    @Test func aMoveAfterAFailedJumpGivesItsRowUp() async throws {
        let list = try await ListDriver.letters()
        try list.go(20)
        await list.fail(1)
        try list.send("moveActive", #"{"by":1}"#)
        #expect(list.activeID == "a")
        try list.send("refresh")
        await list.answerAllLetters()
        #expect(list.activeID == "a")
    }

    @Test func aMoveDuringAJumpLeavesTheWindowWhereItIs() async throws {
        let list = try await ListDriver.letters { $0.pageSize = 6 }
        try list.show(0, 4)
        try list.send("setActive", #"{"id":"b"}"#)
        try list.show(20, 4)
        try list.send("moveActive", #"{"by":1}"#)
        #expect(list.activeID == "c" && list.ids == "abcd" && list.isSettled)
    }

    /// Rows that are loaded for a window don't move the window back to the active row.
    @Test func aWindowAwayFromTheActiveRowStaysThereWhenItsRowsArrive() async throws {
        let list = try await ListDriver.letters(total: nil)
        try list.send("setActive", #"{"id":"a"}"#)
        try list.show(5)
        await list.answerLetters(total: nil)
        #expect(list.ids == "fg" && list.offset == 5 && list.activeID == "a")
    }

    // MARK: Edits

    @Test func theUndoOfADeletionBeforeTheLoadedRowsIsFollowedByARefresh() async throws {
        let list = try await ListDriver.letters()
        try list.send("toggleSelection", #"{"id":"b"}"#)
        try list.show(24)
        await list.answerLetters()
        try list.send("deleteItems", #"{"selection":true}"#)
        await list.answer(2)
        await list.answerLetters(total: 25, without: "b")
        try list.send("undo")
        await list.answer(4, list.page("b"))
        #expect(list.fetches.count == 4)
        await list.answerLetters()
        #expect(list.ids == "yz" && list.isSettled)
    }

    @Test func aFailedEditOfARowThatIsNotLoadedCanBeRetried() async throws {
        let list = try await ListDriver.letters()
        try list.send("updateItem", #"{"id":"a","patch":{"name":"A"}}"#)
        await list.fail(1)
        try list.show(20)
        await list.answerLetters()
        try list.send("retry")
        guard case .update(let id, _)? = list.source.calls.last else {
            Issue.record("the edit is not made again")
            return
        }
        #expect(id == "a")
    }

    @Test func aWriteDoesNotEndAJump() async throws {
        let list = try await ListDriver.letters { $0.prefetchDistance = 1 }
        try list.show(20)
        await list.answerLetters()
        try list.send("updateItem", #"{"id":"u","patch":{"name":"U"}}"#)
        try list.show(18)
        await list.answer(2)
        await list.answerAllLetters()
        #expect(list.ids == "st" && list.store.state.base.loading.skipped < 18)
    }

    @Test func theWindowMovesWhenAnEditOfEveryRowHasLoadedItsRows() async throws {
        let list = try await ListDriver.letters()
        try list.show(20)
        await list.fail(1)
        try list.send("deleteItems", #"{"all":true}"#)
        await list.answerAllLetters()
        #expect(list.ids == "uv" && list.offset == 20)
    }
}
