import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Filters, sorts and groups of lists, declared in workspaces.
@Suite struct WorkspaceListTests {
    private func list(_ members: String) -> String {
        #"{"sources":{"ok":{"type":"inline"}},"features":{"a":{"kind":"list","source":"ok",\#(members)}}}"#
    }

    @Test(arguments: [
        #""filters":[],"sort":[]"#, #""groupBy":"a""#, #""groupBy":{"key":"a"},"sort":[{"key":"a","descending":true}]"#,
        #""filter":"x","filters":[{"id":"x","title":"X","where":{"key":"a","equals":null}}]"#,
        #""filters":[{"id":"x","title":"X","where":{"key":"a","greater":1,"less":"b","in":[1],"contains":""}}]"#,
        #""filters":[{"id":"x","title":"X","where":{"not":{"any":[{"all":[{"key":"a","equals":[1]}]}]}}}]"#,
    ])
    func filtersSortAndGroupsMayBeDeclared(members: String) throws {
        #expect(try workspace(list(members)).features.count == 1)
    }

    @Test(arguments: [
        (#""filters":[{"id":"x","title":"X","where":{}}]"#, "/filters/0/where", "is empty; what it wants is key with"),
        (#""filters":[{"id":"x","title":"X"}]"#, "/filters/0", "lacks where: key with"),
        (#""filters":[{"id":"x","title":"X","where":7}]"#, "/filters/0/where", "must be an object: key with"),
        (#""filters":[{"id":"x","title":"X","where":{"any":[]}}]"#, "/filters/0/where/any", "and not empty"),
        (#""filters":[{"id":"x","title":"X","where":{"not":1}}]"#, "/filters/0/where/not", "must be an object"),
        (#""filter":"y","filters":[]"#, "/filter", "there is no filter y; none is declared"),
        (#""filter":7"#, "/filter", "must be a string"),
        (#""sort":[{"key":7}]"#, "/sort/0/key", "must be a string"),
        (#""sort":{"key":"a"}"#, "/sort", "must be an array"),
        (#""groupBy":{"key":"a","down":true}"#, "/groupBy/down", "known here; known are key, descending"),
    ])
    func eachMistakeOfAFilterOrAnOrderHasItsPlace(members: String, place: String, words: String) {
        expect([.init("/features/a\(place)", 1, words)], in: list(members))
    }

    @Test func aConditionThatIsTooDeepIsAMistake() throws {
        func filter(_ depth: Int) -> String {
            let condition = String(repeating: #"{"not":"#, count: depth - 1) + #"{"key":"a","equals":1}"#
            let end = String(repeating: "}", count: depth - 1)
            return list(#""filters":[{"id":"x","title":"X","where":\#(condition)\#(end)}]"#)
        }
        #expect(try workspace(filter(32)).features.count == 1)
        #expect(mistakes(filter(33)).map(\.message) == ["is nested in more than 31 conditions; use fewer"])
    }

    @Test func aListBeginsWithItsFilterAndItsSort() async throws {
        let text = #"""
            {"sources": {"s": {"type": "inline", "rows": [
               {"id": 1, "n": "9"}, {"id": 2, "n": "10"}, {"id": 3, "n": "11"}, {"id": 4, "n": "many"}]}},
             "features": {"f": {"kind": "list", "source": "s", "columns": [{"key": "n", "type": "number"}],
               "filters": [{"id": "some", "title": "Some", "where": {"key": "n", "less": 11}}], "filter": "some",
               "sort": [{"key": "n", "descending": true}]}}}
            """#
        try await withHost(Catalog(try workspace(text).features)) { host in
            let front = await host.frontEnd()
            await front.answer("feature/open", #"{"feature":"f","instance":"f"}"#)
            let answer = await front.answer("feature/settle", #"{"instance":"f"}"#)
            let snapshot = await front.answer("feature/snapshot", #"{"instance":"f"}"#)
            let items = snapshot["result"]?["state"]?["items"]?.elements.map { $0["id"]?.stringValue }
            #expect(items == ["2", "1"], "\(answer)")
        }
    }
}
