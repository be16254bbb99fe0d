import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Texts declared in workspaces.
@Suite struct WorkspaceTextTests {
    private static let sources = #"""
        "sources": {"log": {"type": "command", "argv": ["printf", "a\\nb"], "format": "lines"},
                    "rows": {"type": "inline", "rows": [{"id": "1", "body": "# A\n\nb", "n": {"x": 1}}]}}
        """#

    @Test func textsMayBeDeclared() throws {
        let text = #"""
            {\#(Self.sources),
             "features": {
               "log": {"kind": "text", "title": "L", "source": "log", "format": "ansi", "wrap": false, "follow": true,
                 "pageSize": 40},
               "member": {"kind": "text", "source": "rows", "key": "/n/x"},
               "row": {"kind": "text", "params": {"id": {"type": "string"}},
                 "row": {"source": "rows", "id": {"param": "id"}, "key": "body"}, "format": "markdown"},
               "value": {"kind": "text", "params": {"body": {"type": "string", "default": ""}},
                 "text": {"param": "body"}, "format": "diff",
                 "outputs": {"openHunk": {"action": "present", "params": {"modal": "x"}}},
                 "modals": {"x": {"style": "sheet", "feature": "log"}}},
               "fixed": {"kind": "text", "text": {"a": 1}, "format": "json"}
             }}
            """#
        #expect(try workspace(text).features.allSatisfy { $0.kind == .text })
    }

    @Test func eachMistakeOfATextHasItsPlace() {
        expect(
            [
                .init("/features/a", 4, "lacks source, row or text: the origin of the lines"),
                .init("/features/b", 5, "has source and text, and must have only one of them"),
                .init("/features/c/source", 6, "there is no source none"),
                .init("/features/d/format", 7, "must be one of plain, ansi, diff, markdown, json"),
                .init("/features/e/row", 8, "lacks id, the id of the row"),
                .init("/features/f/row", 9, "must be an object with source, id and key"),
                .init("/features/g/row/id", 10, "must be a string that is not empty, or an integer"),
                .init("/features/h/key", 11, "is for the rows of a source"),
                .init("/features/i/key", 12, "names no member"),
                .init("/features/j/pageSize", 13, "must be an integer from 1 to 10000"),
                .init("/features/k/columns", 14, "is not known here"),
                .init("/features/l/follow", 15, "must be true or false"),
                .init("/features/m/outputs/x/action", 16, "texts have no action fly"),
            ],
            in: #"""
                {\#(Self.sources),
                 "features": {
                  "a": {"kind": "text"},
                  "b": {"kind": "text", "source": "log", "text": "x"},
                  "c": {"kind": "text", "source": "none"},
                  "d": {"kind": "text", "text": "x", "format": "html"},
                  "e": {"kind": "text", "row": {"source": "rows", "key": "body"}},
                  "f": {"kind": "text", "row": "rows"},
                  "g": {"kind": "text", "row": {"source": "rows", "id": "", "key": "body"}},
                  "h": {"kind": "text", "text": "x", "key": "body"},
                  "i": {"kind": "text", "source": "rows", "key": ""},
                  "j": {"kind": "text", "source": "rows", "pageSize": 0},
                  "k": {"kind": "text", "source": "rows", "columns": []},
                  "l": {"kind": "text", "source": "rows", "follow": "end"},
                  "m": {"kind": "text", "source": "rows", "outputs": {"x": {"action": "fly"}}}
                 }}
                """#)
    }

    @Test func aTextIsOpenedWithItsParams() async throws {
        let text = #"""
            {\#(Self.sources),
             "features": {
               "row": {"kind": "text", "params": {"id": {"type": "string", "required": true}},
                 "row": {"source": "rows", "id": {"param": "id"}, "key": "body"}, "format": "markdown"},
               "value": {"kind": "text", "params": {"body": {"type": "string"}}, "text": {"param": "body"}}
             }}
            """#
        try await withHost(Catalog(try workspace(text).features)) { host in
            let front = await host.frontEnd()
            func lines(_ feature: String, _ params: String) async -> [String] {
                let opened = await front.answer("feature/open", #"{"feature":"\#(feature)","params":\#(params)}"#)
                let instance = opened["result"]?["instance"]?.stringValue ?? ""
                _ = await front.answer("feature/settle", #"{"instance":"\#(instance)"}"#)
                let shown = await front.answer("feature/snapshot", #"{"instance":"\#(instance)"}"#)
                let lines = shown["result"]?["state"]?["lines"] ?? .null
                return lines.elements.compactMap { $0["text"]?.stringValue }
            }
            #expect(await lines("value", #"{"body":"x\ny"}"#) == ["x", "y"])
            #expect(await lines("value", "{}") == [])
            #expect(await lines("row", #"{"id":"1"}"#) == ["# A", "", "b"])
        }
    }
}
