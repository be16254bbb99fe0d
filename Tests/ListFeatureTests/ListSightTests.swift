import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// Edits under a filter or a sort: rows disappear, reappear, and move to their sorted position.
@Suite struct ListSightTests {
    private func row(_ id: String, _ done: Bool = false, size: Int = 0) -> SourceRow {
        .task(id, done: done, size: size)
    }

    /// Makes a list of open tasks.
    private func open(_ ids: String, endReached: Bool = true) async -> ListDriver {
        let list = ListDriver(capabilities: [.all, .query], columns: []) { configuration in
            configuration.filters = [
                NamedFilter(id: "open", title: "Open", predicate: .equals("done", .bool(false)))
            ]
            configuration.filter = "open"
        }
        list.store.start()
        await list.answer(
            0, Page(rows: RowBatch(ids.map { row("\($0)") }), endReached: endReached, totalCount: ids.count))
        return list
    }

    /// Makes a list sorted by size, whose rows have their sizes as ids.
    private func bySize(_ sizes: [Int], endReached: Bool = true, pageSize: Int = 9) async -> ListDriver {
        let list = ListDriver(pageSize: pageSize, capabilities: [.all, .query], columns: []) {
            $0.sort = [SortKey("size")]
        }
        list.store.start()
        await list.answer(0, Page(rows: RowBatch(sizes.map { row("\($0)", size: $0) }), endReached: endReached))
        return list
    }

    private func answered(_ row: SourceRow) -> Page { Page(rows: [row], endReached: true) }

    @Test func aRowThatTheFilterLeavesOutGoesAtOnceAndTheNextIsActive() async throws {
        let list = await open("abc")
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("toggleItem", #"{"id":"b","key":"done"}"#)
        #expect(list.ids == "ac")
        #expect(list.strings(list.state["changes"]?["removed"]) == ["b"])
        #expect(list.state["activeId"]?.stringValue == "c")
        await list.answer(1, answered(row("b", true)))
        #expect(list.ids == "ac")
        #expect(list.state["count"]?.intValue == 2)
        #expect(list.state["totalCount"]?.intValue == 2)
    }

    @Test func rule4AFailedEditBringsTheRowBackWhereItWas() async throws {
        let list = await open("abc")
        try list.send("toggleItem", #"{"id":"b","key":"done"}"#)
        await list.fail(1)
        #expect(list.ids == "abc")
        #expect(list.item("b")?["errorId"]?.stringValue == "e1")
    }

    @Test func aRowThatOthersTookOutOfTheFilterIsNotCountedAnyMore() async throws {
        let list = await open("abc", endReached: false)
        try list.send("updateItem", #"{"id":"a","patch":{"size":7}}"#)
        await list.fail(1, .conflict(current: [row("a", true)]))
        #expect(list.ids == "bc" && list.state["totalCount"]?.intValue == 2)
        await list.answer(2, answered(row("a", true, size: 7)))
        #expect(list.ids == "bc" && list.state["totalCount"]?.intValue == 2)
        // Another client's change affects which rows pass the filter, so the rows are loaded again.
        #expect(list.fetches.map(\.start) == [.offset(0), .offset(0)])
    }

    @Test func anUndoBringsBackWhatWentOutOfSight() async throws {
        let list = await open("abc")
        try list.send("toggleItem", #"{"id":"b","key":"done"}"#)
        await list.answer(1, answered(row("b", true)))
        try list.send("undo")
        #expect(list.ids == "abc")
        #expect(list.strings(list.state["changes"]?["inserted"]) == ["b"])
        await list.answer(2, answered(row("b")))
        #expect(list.ids == "abc")
        #expect(list.state["totalCount"]?.intValue == 3)
        try list.send("redo")
        await list.answer(3, answered(row("b", true)))
        #expect(list.ids == "ac")
    }

    /// Only the source knows the position of rows that reappear before filtered-out ones.
    @Test func rowsThatComeBackAmongOthersOutOfSightAreReadAnew() async throws {
        let list = ListDriver(capabilities: [.all, .query]) { configuration in
            configuration.filters = [
                NamedFilter(id: "open", title: "Open", predicate: .equals("done", .bool(false)))
            ]
        }
        list.store.start()
        let rows = [row("a"), row("b", true), row("c")]
        await list.answer(0, Page(rows: RowBatch(rows), endReached: true))
        try list.send("deleteItems", #"{"all":true}"#)
        await list.answer(1)
        try list.send("setFilter", #"{"filter":"open"}"#)
        await list.answer(2, Page(rows: [], endReached: true))
        try list.send("undo")
        await list.answer(3)
        #expect(list.fetches.count == 3)
        await list.answer(4, Page(rows: [row("a"), row("c")], endReached: true))
        #expect(list.ids == "ac")
    }

    @Test func rule4EditsOfARowOutOfSightAddUp() async throws {
        let list = await open("abc")
        try list.send("updateItem", #"{"id":"b","patch":{"size":7}}"#)
        await list.fail(1)
        try list.send("updateItem", #"{"id":"b","patch":{"done":false,"x":1}}"#)
        await list.fail(2)
        try list.send("toggleItem", #"{"id":"b","key":"done"}"#)
        await list.answer(3, answered(row("b", true)))
        try list.send("retry", #"{"id":"e1"}"#)
        #expect(list.ids == "ac")
        try list.send("retry", #"{"id":"e2"}"#)
        #expect(list.ids == "abc")
        #expect(list.item("b")?["value"] == (try JSONValue(parsing: #"{"id":"b","done":false,"size":7,"x":1}"#)))
    }

    @Test func aNewRowThatTheFilterLeavesOutIsWrittenAndNotShown() async throws {
        let list = await open("ab")
        try list.send("insertItem", #"{"value":{"id":"x","done":true}}"#)
        #expect(list.ids == "ab")
        #expect(list.source.calls.last == .insert("x", before: nil))
        await list.answer(1)
        #expect(list.state["count"]?.intValue == 2)
        try list.send("undo")
        #expect(list.source.calls.last == .delete(["x"]))
    }

    @Test func theNextPageBeginsWhereTheFilteredRowsEnd() async throws {
        let list = await open("abc", endReached: false)
        try list.send("toggleItem", #"{"id":"b","key":"done"}"#)
        await list.answer(1, answered(row("b", true)))
        #expect(list.fetches.last?.start == .offset(2))
    }

    @Test func rule6TheEndIsBehindTheLastVisibleRow() async throws {
        let list = await open("abc")
        try list.send("moveItems", #"{"ids":["a"]}"#)
        #expect(list.ids == "bca")
        #expect(list.source.calls.last == .move(["a"], behind: "c"))
        try list.send("moveItems", #"{"ids":["c"],"beforeId":"b"}"#)
        await list.answer(1)
        #expect(list.source.calls.last == .move(["c"], before: "b"))
    }

    @Test func rule6WhereAllVisibleRowsAreMovedToTheEndTheLastStaysBeforeWhatIsLeftOut() async throws {
        let list = await open("abc")
        try list.send("moveItems", #"{"ids":["c","a","b"]}"#)
        #expect(list.source.calls.last == .move(["a", "b"], before: "c"))
        await list.answer(1)
        #expect(list.ids == "abc")
        let alone = await open("a")
        try alone.send("moveItems", #"{"ids":["a"]}"#)
        #expect(alone.source.calls.count == 1)
        #expect(alone.ids == "a")
    }

    @Test func aNewRowStandsWhereTheSortWantsIt() async throws {
        let list = await bySize([1, 3, 5])
        try list.send("insertItem", #"{"value":{"id":"4","size":4}}"#)
        #expect(list.ids == "1345")
        await list.answer(1)
        #expect(list.ids == "1345")
    }

    @Test func aRowWhoseValueChangesMovesToItsPlace() async throws {
        let list = await bySize([1, 3, 5])
        try list.send("updateItem", #"{"id":"1","patch":{"size":4}}"#)
        #expect(list.ids == "315")
        #expect(list.strings(list.state["changes"]?["moved"]) == ["1"])
        #expect(list.strings(list.state["changes"]?["changed"]) == ["1"])
        await list.answer(1, answered(row("1", size: 9)))
        #expect(list.ids == "351")
    }

    @Test func aRowWithAnEqualKeyStaysWhereItIs() async throws {
        let list = await bySize([1, 3, 5])
        try list.send("updateItem", #"{"id":"3","patch":{"size":5}}"#)
        #expect(list.ids == "135")
        try list.send("updateItem", #"{"id":"5","patch":{"size":1}}"#)
        #expect(list.ids == "153")
    }

    @Test func whatTheSortPutsBehindTheLoadedRowsComesAgainWithItsPage() async throws {
        let list = await bySize([1, 3], endReached: false, pageSize: 2)
        try list.send("insertItem", #"{"value":{"id":"7","size":7}}"#)
        await list.answer(1)
        try list.send("insertItem", #"{"value":{"id":"2","size":2}}"#)
        await list.answer(2)
        try list.send("setWindow", #"{"offset":0,"limit":4}"#)
        #expect(list.ids == "1237")
        try list.send("loadMore")
        #expect(list.fetches.last?.start == .offset(3))
        await list.answer(3, Page(rows: [row("5", size: 5), row("7", size: 7)], endReached: true))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "12357")
    }

    @Test func severalNewRowsBehindTheLoadedOnesLeaveOutNoneBetween() async throws {
        let list = await bySize([1, 3], endReached: false, pageSize: 2)
        try list.send("insertItems", #"{"values":[{"id":"7","size":7},{"id":"8","size":8},{"id":"2","size":2}]}"#)
        await list.answer(1)
        try list.send("loadMore")
        #expect(list.fetches.last?.start == .offset(3))
        await list.answer(2, Page(rows: [row("5", size: 5), row("7", size: 7), row("8", size: 8)], endReached: true))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "123578")
    }

    @Test func severalChangedRowsThatMoveBehindTheLoadedOnesLeaveOutNoneBetween() async throws {
        let list = await bySize([1, 3, 5], endReached: false, pageSize: 3)
        try list.send("updateItems", #"{"ids":["1","3"],"patch":{"size":9}}"#)
        await list.answer(1)
        try list.send("loadMore")
        #expect(list.fetches.last?.start == .offset(1))
        let rows = [row("7", size: 7), row("1", size: 9), row("3", size: 9)]
        await list.answer(2, Page(rows: RowBatch(rows), endReached: true))
        try list.send("setWindow", #"{"offset":0,"limit":9}"#)
        #expect(list.ids == "5713")
    }
}
