import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// Positions of rows that were restored, arrived again, or changed without being loaded.
@Suite struct ListPlaceTests {
    private func row(_ id: String, done: Bool = false, size: Int = 0) -> SourceRow {
        .task(id, done: done, size: size)
    }

    private func page(_ rows: [SourceRow], endReached: Bool = true, cursor: String? = nil) -> Page {
        Page(rows: rows, nextCursor: cursor, endReached: endReached)
    }

    private func loaded(
        _ first: Page, _ configure: (inout ListConfiguration) -> Void = { _ in }
    ) async -> ListDriver {
        let list = ListDriver(capabilities: [.all, .query], columns: [], configure)
        list.store.start()
        await list.answer(0, first)
        return list
    }

    @Test func rule6UnderASortTheUndoOfAMoveChangesTheOrderOfTheSourceAlone() async throws {
        let list = await loaded(page([row("a", size: 1), row("b", size: 2)]))
        try list.send("moveItems", #"{"ids":["b"],"beforeId":"a"}"#)
        await list.answer(1)
        try list.send("setSort", #"{"sort":[{"key":"size"}]}"#)
        await list.answer(2, page([row("a", size: 1), row("b", size: 2)]))
        try list.send("undo")
        #expect(list.ids == "ab")
        #expect(list.source.calls.last == .move(["b"], before: nil))
        await list.answer(3)
        #expect(list.ids == "ab")
    }

    @Test func aRowThatTheSortPutsBehindACursorIsFollowedByAReload() async throws {
        let list = await loaded(
            page([row("a", size: 1), row("b", size: 2), row("c", size: 3)], endReached: false, cursor: "behind c")
        ) { $0.sort = [SortKey("size")] }
        try list.send("updateItem", #"{"id":"c","patch":{"size":9}}"#)
        await list.answer(1, page([row("c", size: 9)]))
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func aRowThatComesBackBehindACursorIsFollowedByAReload() async throws {
        let list = await loaded(page([row("a"), row("b")], endReached: false, cursor: "behind b"))
        await list.fail(1)
        try list.send("deleteItems", #"{"ids":["b"]}"#)
        await list.answer(2)
        try list.send("undo")
        #expect(list.source.calls.last == .insert("b", before: nil))
        await list.answer(3)
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func aRowThatTheSortPutsBackBehindACursorIsFollowedByAReload() async throws {
        let list = await loaded(
            page([row("a", size: 1), row("b", size: 2)], endReached: false, cursor: "behind b")
        ) { $0.sort = [SortKey("size")] }
        await list.fail(1)
        try list.send("deleteItems", #"{"ids":["b"]}"#)
        await list.answer(2)
        try list.send("undo")
        // A row of the same size that is not loaded yet may precede the changed row now.
        await list.answer(3)
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func aChangedRowThatACursorComesToGoOnBehindIsFollowedByAReload() async throws {
        let list = await loaded(
            page([row("a", size: 1), row("b", size: 2), row("c", size: 4)], endReached: false, cursor: "behind c")
        ) { $0.sort = [SortKey("size")] }
        try list.send("updateItem", #"{"id":"b","patch":{"size":3}}"#)
        await list.answer(1)
        #expect(list.status("refresh") == "idle")
        // Rows of the same size that are not loaded yet may precede the changed row, and the cursor now continues after
        // it.
        try list.send("deleteItems", #"{"ids":["c"]}"#)
        await list.answer(2)
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func aRowThatIsMovedBehindACursorIsFollowedByAReload() async throws {
        let list = await loaded(page([row("a"), row("b"), row("c")], endReached: false, cursor: "behind c"))
        try list.send("insertItem", #"{"value":{"id":"z"}}"#)
        await list.answer(1, page([row("z")]))
        #expect(list.status("refresh") == "idle")
        try list.send("moveItems", #"{"ids":["c"],"beforeId":"z"}"#)
        await list.answer(2)
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    /// Makes a list sorted by size, inserts a row `n` after the loaded rows, and begins to load the next page.
    ///
    /// The source sorts `n` before a row of the same size.
    private func loadedBeforeALike() async throws -> ListDriver {
        let list = await loaded(page([row("a"), row("b"), row("c", size: 2)], endReached: false)) {
            $0.sort = [SortKey("size")]
        }
        try list.send("insertItem", #"{"value":{"id":"n","size":2}}"#)
        await list.answer(1, page([row("n", size: 2)]))
        try list.send("loadMore")
        return list
    }

    @Test func aRowThatAPageHasPassedIsCountedWhenItGoes() async throws {
        let list = try await loadedBeforeALike()
        await list.answer(2, page([row("c", size: 2), row("d", size: 2), row("e", size: 3)], endReached: false))
        try list.send("deleteItems", #"{"ids":["n"]}"#)
        await list.answer(3)
        #expect(list.ids == "abc")
        try list.send("loadMore")
        #expect(list.fetches.last?.start == .offset(5))
    }

    @Test func aRowThatAPageEndsWithIsNoLongerBehindIt() async throws {
        let list = try await loadedBeforeALike()
        await list.answer(2, page([row("n", size: 2)], endReached: false))
        try list.send("deleteItems", #"{"ids":["n"]}"#)
        await list.answer(3)
        #expect(list.status("refresh") == "idle")
        try list.send("loadMore")
        #expect(list.fetches.last?.start == .offset(3))
    }

    @Test func aRowThatAPageMayHavePassedIsFollowedByAReloadWhenItGoes() async throws {
        let list = try await loadedBeforeALike()
        await list.answer(2, page([row("c", size: 2), row("d", size: 2), row("e", size: 2)], endReached: false))
        try list.send("deleteItems", #"{"ids":["n"]}"#)
        await list.answer(3)
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func anInsertThatIsTriedAgainLeavesTheFilterAlsoWhereTheRowIsThere() async throws {
        let list = await loaded(page([row("a")])) {
            $0.filters = [NamedFilter(id: "open", title: "Open", predicate: .equals("done", .bool(false)))]
            $0.filter = "open"
        }
        try list.send("insertItem", #"{"value":{"id":"b","done":true}}"#)
        await list.fail(1)
        try list.send("refresh")
        // The source had made the edit in spite of the failure, and another client has changed the row since.
        await list.answer(2, page([row("a"), row("b")]))
        #expect(list.ids == "ab")
        try list.send("retry", #"{"id":"e1"}"#)
        #expect(list.ids == "a")
    }

    @Test func anUndoOfARowThatIsNotLoadedIsFollowedByAReload() async throws {
        let list = await loaded(page([row("a"), row("b")]))
        try list.send("updateItem", #"{"id":"b","patch":{"size":5}}"#)
        await list.answer(1, page([row("b", size: 5)]))
        try list.send("refresh")
        await list.answer(2, page([row("a")]))
        try list.send("undo")
        await list.answer(3, page([row("b")]))
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
        #expect(list.errors.isEmpty)
    }

    @Test func anUndoOfARowThatIsNotLoadedOutlivesTheFailureOfAnotherEdit() async throws {
        let list = await loaded(page([row("a"), row("b")]))
        try list.send("updateItem", #"{"id":"b","patch":{"size":5}}"#)
        await list.answer(1, page([row("b", size: 5)]))
        try list.send("refresh")
        await list.answer(2, page([row("a")]))
        try list.send("undo")
        try list.send("updateItem", #"{"id":"a","patch":{"size":1}}"#)
        await list.fail(4)
        #expect(list.errors.count == 1)
        #expect(list.snapshot["settled"]?.boolValue == false)
    }

    private func loadedOpenOnes() async -> ListDriver {
        await loaded(page([row("a"), row("b"), row("c")], endReached: false)) {
            $0.filters = [NamedFilter(id: "open", title: "Open", predicate: .equals("done", .bool(false)))]
            $0.filter = "open"
        }
    }

    @Test func aRowBehindPagesThatAreNotLoadedIsReadAgainWhenItComesBackIntoSight() async throws {
        let list = await loadedOpenOnes()
        try list.send("insertItem", #"{"value":{"id":"z","done":false}}"#)
        await list.answer(1, page([row("z")]))
        try list.send("toggleItem", #"{"id":"z","key":"done"}"#)
        await list.answer(2, page([row("z", done: true)]))
        try list.send("undo")
        #expect(list.status("refresh") == "idle")
        await list.answer(3, page([row("z")]))
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func aRowPutOutOfSightBehindPagesThatAreNotLoadedIsReadAgainWhenItComesIntoSight() async throws {
        let list = await loadedOpenOnes()
        try list.send("insertItem", #"{"value":{"id":"z","done":false}}"#)
        try list.send("updateItem", #"{"id":"z","patch":{"size":1}}"#)
        await list.answer(1, page([row("z", done: true)]))
        await list.answer(2, page([row("z", size: 1)]))
        #expect(list.status("refresh") == "loading")
        #expect(list.fetches.last?.start == .offset(0))
    }

    @Test func aRowThatComesBackIntoSightAfterOthersCameIsReadAgain() async throws {
        let open = NamedFilter(id: "open", title: "Open", predicate: .equals("done", .bool(false)))
        let list = await loaded(page([row("a")], endReached: false)) {
            $0.pageSize = 1
            $0.filters = [open]
            $0.filter = "open"
        }
        try list.send("toggleItem", #"{"id":"a","key":"done"}"#)
        await list.answer(1, page([row("a", done: true)]))
        await list.answer(2, page([row("b")]))
        try list.send("undo")
        await list.answer(3, page([row("a")]))
        #expect(list.fetches.last?.start == .offset(0))
        await list.answer(4, page([row("a"), row("b")]))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "ab")
    }

    @Test func underASortWhatAPageDoesNotBringAgainStandsWhereItBelongs() async throws {
        let list = await loaded(
            page([row("a", size: 1), row("b", size: 2)], endReached: false, cursor: "x")
        ) {
            $0.pageSize = 2
            $0.sort = [SortKey("size")]
        }
        try list.send("insertItem", #"{"value":{"id":"n","size":3}}"#)
        await list.answer(1)
        try list.send("loadMore")
        await list.answer(2, page([row("c", size: 4)]))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "abnc")
    }

    @Test func underASortARowThatComesAgainOtherwiseStandsWhereItBelongs() async throws {
        let list = await loaded(page([row("a", size: 1), row("b", size: 2)], endReached: false)) {
            $0.pageSize = 2
            $0.sort = [SortKey("size")]
        }
        try list.send("loadMore")
        await list.answer(1, page([row("a", size: 3), row("c", size: 4)]))
        #expect(list.strings(list.state["changes"]?["moved"]) == ["a"])
        #expect(list.strings(list.state["changes"]?["changed"]) == ["a"])
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "bac")
    }

    @Test func aConfirmedMoveNamesItsRowsAlsoWhereOneHasAnotherEdit() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("moveItems", #"{"ids":["b","c"],"beforeId":"a"}"#)
        try list.send("updateItem", #"{"id":"c","patch":{"name":"1"}}"#)
        await list.answer(1)
        #expect(list.strings(list.state["changes"]?["changed"]) == ["b"])
    }

    @Test func aListThatIsStartedAnewGoesOnListening() async throws {
        let list = ListDriver(tellsChanges: true)
        list.store.start()
        await list.answer(0, list.page("a", endReached: true))
        try list.send("setTaskId", #"{"id":"2"}"#)
        #expect(list.source.changes?.listenerCount == 1)
    }
}
