import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import Testing

@Suite struct ListSelectionTests {
    private func selected(_ list: ListDriver) -> [String] { list.strings(list.state["selection"]?["ids"]) }

    @Test func oneRowOrManyAreSelected() async throws {
        let list = await ListDriver.loaded("abcd")
        try list.send("select", #"{"id":"b"}"#)
        try list.send("toggleSelection", #"{"id":"d"}"#)
        #expect(selected(list) == ["b", "d"])
        try list.send("toggleSelection", #"{"id":"b"}"#)
        #expect(selected(list) == ["d"])
        try list.send("selectRange", #"{"from":"c","to":"a"}"#)
        #expect(selected(list) == ["a", "b", "c"])
        try list.send("selectAll")
        #expect(list.state["selection"]?["all"]?.boolValue == true)
        #expect(list.state["selection"]?["except"] == (try JSONValue(parsing: "[]")))
        try list.send("clearSelection")
        #expect(list.state["selection"] == (try JSONValue(parsing: #"{"mode":"multiple","ids":[],"all":false}"#)))
    }

    @Test func oneOfAllRowsIsTakenOutAndPutBack() async throws {
        let list = await ListDriver.loaded("abcd", endReached: false)
        func except() -> [String] { list.strings(list.state["selection"]?["except"]) }
        try list.send("selectAll")
        try list.send("toggleSelection", #"{"id":"a"}"#)
        try list.send("toggleSelection", #"{"id":"c"}"#)
        #expect(list.state["selection"]?["all"]?.boolValue == true)
        #expect(except() == ["a", "c"])
        try list.send("toggleSelection", #"{"id":"a"}"#)
        #expect(except() == ["c"])
        try list.send("deleteItems", #"{"ids":["c"]}"#)
        await list.answer(1)
        #expect(except() == [])
        try list.send("select", #"{"id":"a"}"#)
        #expect(list.state["selection"]?["all"]?.boolValue == false)
        #expect(selected(list) == ["a"])
    }

    @Test func theModeRefusesWhatItDoesNotKnow() async throws {
        let single = await ListDriver.loaded("ab", selection: .single)
        #expect(single.unavailable("selectAll") == "selectionSingle")
        try single.send("select", #"{"id":"a"}"#)
        try single.send("toggleSelection", #"{"id":"b"}"#)
        #expect(selected(single) == ["b"])
        let none = await ListDriver.loaded("ab", selection: .none)
        #expect(none.refusal("select", #"{"id":"a"}"#) == "selectionNone")
    }

    @Test func aMarkGoesWithItsRowInTheSameSnapshot() async throws {
        let list = await ListDriver.loaded("abc")
        try list.send("select", #"{"id":"c"}"#)
        try list.send("refresh")
        // There may be more pages, which may contain the row.
        await list.answer(1, list.page("ab"))
        #expect(selected(list) == ["c"])
        try list.send("refresh")
        await list.answer(3, list.page("abc", endReached: true))
        try list.send("toggleSelection", #"{"id":"a"}"#)
        try list.send("setActive", #"{"id":"a"}"#)
        try list.send("refresh")
        await list.answer(4, list.page("bc", endReached: true))
        #expect(selected(list) == ["c"] && list.state["activeId"]?.isNull == true)
        try list.send("refresh")
        await list.answer(5, list.page("abc", endReached: true))
        // Another row with that id is neither marked nor active.
        #expect(selected(list) == ["c"] && list.state["activeId"]?.isNull == true)
        try list.send("deleteItems", #"{"ids":["c"]}"#)
        #expect(selected(list) == ["c"])
        #expect(list.item("c")?["pending"]?.stringValue == "delete")
        await list.answer(6)
        #expect(list.ids == "ab")
        #expect(selected(list) == [])
    }

    @Test func idsThatLookTheSameAreTwo() async throws {
        let ids = ["e", "\u{E9}", "e\u{301}", "z"]
        let list = ListDriver(pageSize: 9)
        list.store.start()
        await list.answer(0, Page(rows: ids.map { list.row($0) }, endReached: true))
        func both(_ ids: [String]) -> [[UInt8]] { ids.map { Array($0.utf8) } }
        try list.send("select", "{\"id\":\"\u{E9}\"}")
        try list.send("toggleSelection", "{\"id\":\"e\u{301}\"}")
        #expect(both(selected(list)) == both(["\u{E9}", "e\u{301}"]))
        try list.send("toggleSelection", "{\"id\":\"\u{E9}\"}")
        #expect(both(selected(list)) == both(["e\u{301}"]))
        try list.send("selectRange", #"{"from":"e","to":"z"}"#)
        #expect(both(selected(list)) == both(ids))
        try list.send("updateItem", "{\"id\":\"e\u{301}\",\"patch\":{\"name\":\"new\"}}")
        #expect(list.items.map { $0["pending"]?.stringValue } == [nil, nil, "update", nil])
        #expect(list.refusal("moveItems", "{\"ids\":[\"\u{E9}\"],\"beforeId\":\"e\u{301}\"}") == nil)
        try list.send("deleteItems", "{\"ids\":[\"\u{E9}\",\"e\u{301}\"]}")
        for call in 1...3 { await list.answer(call) }
        #expect(both(list.items.compactMap { $0["id"]?.stringValue }) == both(["e", "z"]))
        #expect(both(list.strings(list.state["changes"]?["removed"])) == both(["\u{E9}", "e\u{301}"]))
        #expect(both(selected(list)) == both(["e", "z"]))
    }
}
