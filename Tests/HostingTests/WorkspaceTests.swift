import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

@Suite struct WorkspaceTests {
    // MARK: Valid workspaces

    @Test func declaresFeaturesInTheirOrder() throws {
        let features = try workspace(
            #"""
            {"$schema": "any",
             "sources": {
               "tasks": {"type": "file", "path": "tasks.csv", "format": "tsv", "id": "key"},
               "cities": {"type": "inline", "id": "code", "rows": [{"code": "osl"}, {"code": 7}]},
               "nothing": {"type": "inline"}
             },
             "features": {
               "z": {"kind": "list", "source": "tasks", "title": "Tasks", "pageSize": 1, "prefetchDistance": 0,
                     "selection": "none", "columns": []},
               "a": {"kind": "list", "source": "cities", "pageSize": 10000, "prefetchDistance": 10000,
                     "selection": "multiple",
                     "columns": [{"key": "code", "label": "Code", "type": "text", "role": "title"}]},
               "m": {"kind": "list", "source": "cities"}
             }}
            """#
        ).features
        #expect(features.map(\.id) == ["z", "a", "m"])
        #expect(features.map(\.title) == ["Tasks", "a", "m"])
        #expect(features.map(\.kind.rawValue) == ["list", "list", "list"])
    }

    @Test(arguments: ["{}", #"{"sources":{}}"#, #"{"features":{}}"#, #"{"sources":{"a":{"type":"inline"}}}"#])
    func mayDeclareNothing(text: String) throws {
        #expect(try workspace(text).features.isEmpty)
    }

    @Test func aMessageListsTheFirstOfManyNames() {
        let sources = (0..<100).map { #""s\#($0)": {"type": "inline"}"# }.joined(separator: ",")
        let text = #"{"sources": {\#(sources)}, "features": {"l": {"kind": "list", "source": "none"}}}"#
        let message = mistakes(text).first?.message
        #expect(message?.hasPrefix("there is no source none; declared are: s0, s1,") == true)
        #expect(message?.hasSuffix("s19, …") == true)
    }

    @Test func itsFeaturesCanBeOpened() async throws {
        let text =
            #"{"sources":{"s":{"type":"inline","rows":[{"id":1,"n":"x"}]}},"#
            + #""features":{"f":{"kind":"list","source":"s"}}}"#
        try await withHost(Catalog(try workspace(text).features)) { host in
            let front = await host.frontEnd()
            let answer = await front.answer("feature/open", #"{"feature":"f"}"#)
            let state = answer["result"]?["snapshot"]?["state"]
            #expect(state?["items"]?.elements.map { $0["id"]?.stringValue } == ["1"])
        }
    }

    // MARK: Invalid workspaces

    @Test func namesThatLookTheSameAreAMistake() {
        let list = #"{"kind": "list", "source": "s"}"#
        let sources = #""sources": {"s": {"type": "inline"}}"#
        let text = "{\(sources),\n\"features\": {\"\u{E9}\": \(list),\n\"e\u{301}\": \(list)}}"
        let found = mistakes(text)
        #expect(found.map(\.line) == [3])
        #expect(found.first?.message == "looks like an earlier name; rename one of them")
    }

    @Test func namesEveryMistakeWithItsPlace() {
        let text = #"""
            {
              "source": {},
              "sources": {
                "a": {"path": "x"},
                "b": {"type": "web"},
                "c": {"type": "inline", "rows": {}},
                "d": {"type": "inline",
                      "rows": [{"id": "1"},
                               7,
                               {"name": "x"},
                               {"id": ""}]},
                "e": {"type": "inline", "rows": [{"id": "1"}, {"id": 1}]},
                "f": {"type": "file"},
                "g": {"type": "file", "path": ""},
                "h": {"type": "file", "path": "x", "format": "xml"},
                "i": {"type": "file", "path": "x", "rows": []},
                "j": 7,
                "ok": {"type": "inline"}
              },
              "features": {
                "": {"kind": "list", "source": "ok"},
                "x:y": {"kind": "list", "source": "ok"},
                "k": {"source": "ok"},
                "l": {"kind": "tree", "source": "ok"},
                "m": {"kind": "list"},
                "n": {"kind": "list", "source": "none"},
                "o": {"kind": "list", "source": "ok", "pageSize": 0},
                "p": {"kind": "list", "source": "ok", "prefetchDistance": 10001},
                "q": {"kind": "list", "source": "ok", "selection": "many"},
                "r": {"kind": "list", "source": "ok", "title": 7},
                "s": {"kind": "list", "source": "ok",
                      "columns": [
                        {},
                        {"key": "k", "type": "colour"},
                        {"key": "k", "role": "king"},
                        {"key": "k", "height": 1}]},
                "t": {"kind": "list", "source": "ok", "columns": "all"},
                "u": 7
              }
            }
            """#
        expect(
            [
                .init("/source", 2, "is not known here"),
                .init("/sources/a", 4, "lacks type: inline, file, command, table, sqlite, client or plugin"),
                .init("/sources/b/type", 5, "must be one of inline, file, command, table, sqlite, client, plugin"),
                .init("/sources/c/rows", 6, "must be an array"), .init("/sources/d/rows/1", 9, "must be an object"),
                .init("/sources/d/rows/2", 10, "as id"), .init("/sources/d/rows/3", 11, "as id"),
                .init("/sources/e/rows/1", 12, "ids must differ"), .init("/sources/f", 13, "lacks path"),
                .init("/sources/g/path", 14, "must name a file"),
                .init("/sources/h/format", 15, "must be one of lines, tsv, csv, json, jsonl"),
                .init("/sources/i/rows", 16, "is not known here"), .init("/sources/j", 17, "must be an object"),
                .init("/features/", 21, "not be empty"), .init("/features/x:y", 22, "contain a colon"),
                .init("/features/k", 23, "lacks kind: list, form, search, flow, text or view"),
                .init("/features/l/kind", 24, "must be one of list, form, search, flow"),
                .init("/features/m", 25, "lacks source"),
                .init("/features/n/source", 26, "there is no source none; declared are: a, b, c,"),
                .init("/features/o/pageSize", 27, "must be an integer from 1 to 10000"),
                .init("/features/p/prefetchDistance", 28, "must be an integer from 0 to 10000"),
                .init("/features/q/selection", 29, "must be one of"),
                .init("/features/r/title", 30, "must be a string"), .init("/features/s/columns/0", 33, "lacks key"),
                .init("/features/s/columns/1/type", 34, "must be one of"),
                .init("/features/s/columns/2/role", 35, "must be one of"),
                .init("/features/s/columns/3/height", 36, "is not known here"),
                .init("/features/t/columns", 37, "must be an array"), .init("/features/u", 38, "must be an object"),
            ], in: text)
    }

    @Test(arguments: [
        ("[]", 1, "must be an object"), ("\n 7", 2, "must be an object"),
        ("{\n\"sources\": []}", 2, "must be an object"), ("{\"a\": 1,\n\n}", 3, "the file is not JSON"),
        ("", 1, "the file is not JSON"), ("{\"sources\":{\"a\":{\"type\":\"inline\"},\n\"a\":1}}", 2, "is repeated"),
    ])
    func namesTheLine(text: String, line: Int, words: String) {
        let found = mistakes(text)
        #expect(found.count == 1)
        #expect(found.first?.line == line)
        #expect(found.first?.message.contains(words) == true, "\(found)")
    }

    @Test func aMemberThatIsThereTwiceIsOneMistakeAmongOthers() {
        let text = #"""
            {"sources": {"a": {"type": "inline", "rows": [{"é": 1, "e\u0301": 1, "id": "1", "x": {}, "x": "}\"," }]},
                         "\u0061": {"type": "web", "rows": [{"id": 1,
                                                             "id": 2}]},
                         "b": {"type": "web"}},
             "features": {"f": {"kind": "list", "source": "a", "title": 7},
                          "f" : null
            , "f":-1.5e3}, "features": {}}
            """#
        expect(
            [
                .init("/sources/a/rows/0/x", 1, "is repeated"), .init("/sources/a", 2, "is repeated"),
                .init("/sources/a/rows/0/id", 3, "is repeated"), .init("/sources/b/type", 4, "must be one of"),
                .init("/features/f/title", 5, "must be a string"), .init("/features/f", 6, "is repeated"),
                .init("/features/f", 7, "is repeated"), .init("/features", 7, "is repeated"),
            ], in: text)
        #expect(mistakes(#"{"features": {}, "features": {}, "sources": }"#).map(\.pointer) == [""])
    }

    @Test func aFeatureOverAWrongSourceIsNoSecondMistake() {
        let text = #"{"sources":{"a":{"type":"web"}},"features":{"f":{"kind":"list","source":"a"}}}"#
        #expect(mistakes(text).map(\.pointer) == ["/sources/a/type"])
    }
}
