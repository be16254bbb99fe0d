import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// The requests to the source for a filter, a sort or groups, and the rows shown until the answer.
@Suite struct ListQueryingTests {
    private static let open = NamedFilter(id: "open", title: "Open", predicate: .equals("done", .bool(false)))
    private static let late = NamedFilter(id: "late", title: "Late", predicate: .equals("late", .bool(true)))

    private func driver(_ configure: (inout ListConfiguration) -> Void = { _ in }) -> ListDriver {
        let columns = [Column(key: "name", role: .title), Column(key: "size", type: .number)]
        return ListDriver(capabilities: [.all, .query], columns: columns) { configuration in
            configuration.filters = [Self.open, Self.late]
            configure(&configuration)
        }
    }

    private func loaded(_ ids: String, endReached: Bool = true) async -> ListDriver {
        let list = driver()
        list.store.start()
        await list.answer(0, list.page(ids, endReached: endReached))
        return list
    }

    private func query(predicate: Condition? = nil, text: String = "", sort: [SortKey] = []) -> RowQuery {
        RowQuery(predicate: predicate, text: text, textKeys: ["name", "size"], sort: sort)
    }

    @Test func aFilterIsAskedOfTheSourceAndItsRowsBeginAtTheTop() async throws {
        let list = await loaded("abcdef")
        try list.send("setWindow", #"{"offset":2,"limit":3}"#)
        try list.send("setFilter", #"{"filter":"open"}"#)
        #expect(
            list.fetches.last
                == FetchRequest(
                    start: .offset(0), limit: 3, query: query(predicate: Self.open.predicate), wait: .further))
        #expect(list.ids == "cde")
        #expect(list.state["filter"]?.stringValue == "open")
        #expect(list.state["isStale"]?.boolValue == true)
        await list.answer(1, list.page("bdf", endReached: true))
        #expect(list.ids == "bdf")
        #expect(list.state["isStale"]?.boolValue == false)
    }

    @Test func whatCanBeChosenIsInTheState() async throws {
        let list = await loaded("a")
        #expect(
            list.state["filters"]
                == (try JSONValue(parsing: #"[{"id":"open","title":"Open"},{"id":"late","title":"Late"}]"#)))
        #expect(list.state["filter"]?.isNull == true)
        #expect(list.refusal("setFilter", #"{"filter":"nonsense"}"#) == "unknownFilter")
    }

    @Test(arguments: [
        (#""open""#, #""open""#), (#"{"id":"open"}"#, #""open""#), (#"{"text":"x y"}"#, #"{"text":"x y"}"#),
        (#"{"id":"late","text":"x"}"#, #"{"id":"late","text":"x"}"#),
    ])
    func aFilterIsADeclaredOneOrWordsOrBoth(sent: String, shown: String) async throws {
        let list = await loaded("a")
        try list.send("setFilter", "{\"filter\":\(sent)}")
        #expect(list.state["filter"] == (try JSONValue(parsing: shown)))
        let choice = try JSONValue(parsing: sent)
        #expect(list.fetches.last?.query.text == choice["text"]?.stringValue ?? "")
        await list.answer(1)
        try list.send("setFilter", #"{"filter":null}"#)
        #expect(list.state["filter"]?.isNull == true)
        #expect(list.fetches.last?.query == query())
    }

    @Test func aFilterThatIsThereAlreadyIsNotAskedForAgain() async throws {
        let list = await loaded("a")
        try list.send("setFilter", #"{"filter":{"text":""}}"#)
        try list.send("setSort", #"{"sort":[]}"#)
        #expect(list.fetches.count == 1)
    }

    @Test func noMatchIsNotNoData() async throws {
        let list = await loaded("")
        #expect(list.state["empty"]?.stringValue == "noData")
        try list.send("setFilter", #"{"filter":{"text":"x"}}"#)
        #expect(list.state["empty"]?.stringValue == "noData")
        await list.answer(1, list.page("", endReached: true))
        #expect(list.state["empty"]?.stringValue == "noMatch")
    }

    @Test func rowsAreSortedBySeveralKeysANumberColumnByValue() async throws {
        let list = await loaded("a")
        try list.send("setSort", #"{"sort":[{"key":"size","descending":true},{"key":"name"}]}"#)
        #expect(
            list.fetches.last?.query.sort == [
                SortKey("size", isDescending: true, isNumber: true), SortKey("name"),
            ])
        #expect(
            list.state["sort"]
                == (try JSONValue(parsing: #"[{"key":"size","descending":true},{"key":"name","descending":false}]"#)))
        #expect(list.refusal("setSort", #"{"sort":[{"key":"a"},{"key":"a"}]}"#) == "sortedTwice")
    }

    @Test func groupsAreSortedFirstAndEachRowNamesItsHeader() async throws {
        let list = driver { configuration in
            configuration.groupBy = SortKey("place")
            configuration.sort = [SortKey("name")]
        }
        list.store.start()
        #expect(list.fetches.last?.query.sort == [SortKey("place"), SortKey("name")])
        let rows = try [#"{"id":"a","place":"Oslo"}"#, #"{"id":"b","place":7}"#, #"{"id":"c"}"#].map {
            let value = try JSONText(parsing: $0)
            return SourceRow(id: value.value["id"]?.stringValue ?? "", value: value)
        }
        await list.answer(0, Page(rows: rows, endReached: true))
        #expect(list.items.map { $0["section"]?.stringValue } == ["Oslo", "7", ""])
        #expect(list.state["sort"] == (try JSONValue(parsing: #"[{"key":"name","descending":false}]"#)))
    }

    @Test func rule1AFilterCancelsTheLoadsBeforeIt() async throws {
        let list = await loaded("abc", endReached: false)
        try list.send("loadMore")
        try list.send("setFilter", #"{"filter":{"text":"x"}}"#)
        #expect(list.unavailable("loadMore") == "refreshing")
        list.source.answer(1, with: list.page("def"))
        await list.answer(2, list.page("xyz"))
        #expect(list.ids == "xyz")
        try list.send("loadMore")
        #expect(
            list.fetches.last
                == FetchRequest(start: .offset(3), limit: 3, query: query(text: "x"), wait: .further))
    }

    @Test func rule1AFilterThatCannotBeLoadedLeavesTheRowsAndTheirNextPage() async throws {
        let list = await loaded("abc", endReached: false)
        try list.send("setFilter", #"{"filter":{"text":"x"}}"#)
        await list.fail(1)
        #expect(list.ids == "abc")
        #expect(list.state["isStale"]?.boolValue == true)
        #expect(list.errors[0]["display"]?.stringValue == "banner")
        try list.send("loadMore")
        #expect(list.fetches.last?.query == query())
        await list.answer(2, list.page("def", endReached: true))
        try list.send("retry")
        #expect(list.fetches.last?.query == query(text: "x"))
    }

    @Test func rule5AFilterDuringAWriteIsAskedForAfterIt() async throws {
        let list = await loaded("abc")
        try list.send("updateItem", #"{"id":"a","patch":{"name":"x"}}"#)
        try list.send("setFilter", #"{"filter":{"text":"x"}}"#)
        #expect(list.fetches.count == 1)
        #expect(list.state["isStale"]?.boolValue == true)
        await list.answer(1, Page(rows: [list.row("a", name: "x")], endReached: true))
        #expect(list.fetches.last?.query == query(text: "x"))
    }

    @Test func rule3SelectionAndActiveRowOutliveFilterAndSort() async throws {
        let list = await loaded("abc")
        try list.send("select", #"{"id":"b"}"#)
        try list.send("setActive", #"{"id":"b"}"#)
        try list.send("setFilter", #"{"filter":{"text":"x"}}"#)
        await list.answer(1, list.page("ac", endReached: true))
        #expect(list.state["selection"]?["ids"] == (try JSONValue(parsing: #"["b"]"#)))
        #expect(list.state["activeId"]?.isNull == true)
        try list.send("setFilter", #"{"filter":null}"#)
        await list.answer(2, list.page("abc", endReached: true))
        #expect(list.state["activeId"]?.stringValue == "b")
        try list.send("setSort", #"{"sort":[{"key":"name","descending":true}]}"#)
        await list.answer(3, list.page("cba", endReached: true))
        #expect(list.state["activeId"]?.stringValue == "b")
    }

    @Test func allRowsAreThoseOfTheFilterUnderWhichTheyWereSelected() async throws {
        let list = await loaded("abc", endReached: false)
        try list.send("selectAll")
        try list.send("toggleSelection", #"{"id":"b"}"#)
        try list.send("setSort", #"{"sort":[{"key":"name"}]}"#)
        await list.answer(1, list.page("abc"))
        #expect(list.state["selection"]?["all"]?.boolValue == true)
        try list.send("setFilter", #"{"filter":"open"}"#)
        #expect(list.state["selection"]?["all"]?.boolValue == false)
        #expect(list.strings(list.state["selection"]?["ids"]) == ["a", "c"])
    }

    @Test func rule6AMoveWhileASortIsActiveIsRefused() async throws {
        let list = await loaded("abc")
        try list.send("setSort", #"{"sort":[{"key":"name"}]}"#)
        await list.answer(1, list.page("abc", endReached: true))
        #expect(list.refusal("moveItems", #"{"ids":["c"],"beforeId":"a"}"#) == "sorted")
        #expect(list.unavailable("moveItems") == "sorted")
        #expect(list.ids == "abc")
    }

    @Test func aSourceThatCannotFilterSaysSo() async {
        let list = ListDriver()
        #expect(list.unavailable("setFilter") == "cannotQuery")
        #expect(list.unavailable("setSort") == "cannotQuery")
    }

    @Test func aFilterNeedsNoNewRowsAndARefreshStillDoes() async throws {
        let list = await loaded("abc")
        try list.send("refresh")
        try list.send("setFilter", #"{"filter":{"text":"x"}}"#)
        #expect(list.fetches.last?.isRefresh == true)
        await list.answer(2, list.page("ab", endReached: true))
        try list.send("setFilter", #"{"filter":null}"#)
        #expect(list.fetches.last?.isRefresh == false)
    }
}
