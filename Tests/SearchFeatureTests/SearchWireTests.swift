import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite struct SearchWireTests {
    private func text(_ value: JSONValue?) -> String { value.map { JSONText($0).string } ?? "absent" }

    @Test func aSearchWithoutAQueryHasAllMembers() async {
        let search = await SearchDriver.loaded(["Ada"])
        #expect(
            text(search.state) == """
                {"title":"Test","prompt":"Search","minLength":1,"query":"","isComposing":false,"status":"idle",\
                "resultsQuery":null,"isStale":false,"columns":[{"key":"id","label":"Id","type":"text","role":"none"},\
                {"key":"name","label":"Name","type":"text","role":"title"}],"groups":[],\
                "window":{"offset":0,"limit":3},"count":0,"totalCount":1,"activeId":null,"selectedIds":[],\
                "empty":"prompt","append":{"status":"idle","endReached":true},"filter":null,"filters":[],"actions":[],\
                "performing":null,"history":[],"problems":null}
                """)
    }

    @Test func resultsSayWhereTheyMatch() async throws {
        let search = await SearchDriver.loaded(["Zoë and Zoé", "Ada"])
        try await search.search("'zoe")
        #expect(
            text(search.state["groups"]) == """
                [{"id":"results","title":"Results","items":[{"id":"0","value":{"id":"0","name":"Zoë and Zoé"},"version":"gIKF4ynwZFA",\
                "matches":[{"key":"name","ranges":[[0,3]]}],"enabled":true}]}]
                """)
        #expect(search.activeID == "0")
        #expect(search.count == 1)
        #expect(search.totalCount == 2)
    }

    @Test func onlyTheDeclaredKeysAreMatchedAndColumnsShown() async throws {
        let column = Column(key: "name", label: "Who", role: .title)
        let search = SearchDriver(keys: ["name", "city"], columns: [column])
        search.store.start()
        let values = [
            #"{"id":"1","name":"Ada","city":"London","note":"Oslo"}"#, #"{"id":"2","name":"Oslo"}"#,
            #"{"id":"3","name":7,"city":"Oslo, Norway"}"#,
        ]
        let rows = try values.map {
            SourceRow(id: try JSONValue(parsing: $0)["id"]?.stringValue ?? "", value: try JSONText(parsing: $0))
        }
        search.source.answer(0, with: Page(rows: rows, endReached: true))
        await search.settle()
        try await search.search("oslo")
        #expect(Set(search.items.compactMap { $0["id"]?.stringValue }) == ["2", "3"])
        let third = search.items.first { $0["id"]?.stringValue == "3" }
        #expect(text(third?["matches"]) == #"[{"key":"city","ranges":[[0,4]]}]"#)
        #expect(text(search.state["columns"]) == #"[{"key":"name","label":"Who","type":"text","role":"title"}]"#)
    }

    @Test func theIdIsNotAmongTheKeysThatTheFirstRowGives() async throws {
        let search = await SearchDriver.loaded(["x", "y"])
        try await search.search("1")
        #expect(search.empty == "noResults")
    }

    @Test func rowsWithoutTextsMatchNothing() async throws {
        let search = SearchDriver()
        search.store.start()
        search.source.answer(
            0, with: Page(rows: [SourceRow(id: "1", value: try JSONText(parsing: #"{"n":true}"#))], endReached: true))
        await search.settle()
        try await search.search("t")
        #expect(search.empty == "noResults")
        #expect(search.totalCount == 1)
    }

    @Test func paramsAreChecked() async throws {
        let search = await SearchDriver.loaded(["a"])
        try await search.search("a")
        #expect(search.refusal("setQuery")?.contains("/query") == true)
        #expect(search.refusal("setQuery", #"{"query":"a","isComposing":1}"#)?.contains("/isComposing") == true)
        #expect(search.refusal("accept", #"{"id":1}"#)?.contains("/id") == true)
    }

    @Test func theCatalogNamesEachAction() {
        let names = Search.actions.descriptions.map(\.name)
        #expect(
            names == [
                "setQuery", "submitQuery", "clearQuery", "cancel", "setFilter", "setWindow", "loadMore", "setActive",
                "moveActive", "toggleSelection", "clearSelection", "accept",
            ])
        #expect(text(Search.stateSchema.value) == #"{"$ref":"urn:featurehost:schema:1:search-state"}"#)
    }
}
