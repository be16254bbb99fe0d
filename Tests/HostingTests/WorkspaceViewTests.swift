import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

/// Views and details declared in workspaces.
@Suite struct WorkspaceViewTests {
    private static let sources = #"""
        "sources": {"rows": {"type": "inline", "rows": [{"id": "1", "body": "b"}]},
                    "printed": {"type": "command", "argv": ["printf", "--", "%s", "{x}"], "format": "lines"}}
        """#

    @Test func eachMistakeOfAViewHasItsPlace() {
        expect(
            [
                .init("/features/a", 4, "lacks layout and children: it shows nothing"),
                .init("/features/b/row", 5, "lacks id, the id of the row"),
                .init("/features/c/layout/0/key", 6, "is a member of the view's row, and the view has no row"),
                .init("/features/d/layout/0/child", 7, "there is no child none"),
                .init("/features/e/children/x", 8, "is not shown: add {\"child\": \"x\"} to layout"),
                .init("/features/f/children/x/feature", 9, "leads back to the view itself (f → f)"),
                .init("/features/g/children/x/params", 10, "follows itself (x → y → x)"),
                .init("/features/g/children/y/params", 10, "follows itself (y → x → y)"),
                .init("/features/h/children/x/params/n", 11, "no member is called n"),
                .init("/features/i/children/x/params", 12, "rows declares no params, so it can't follow a row"),
                .init("/features/j/panes/children/1/child", 13, "the child x is shown twice"),
                .init("/features/k/layout/0/action", 14, "a view has no action fly; it has refresh and present"),
                .init("/features/l/detail/params/x/of", 15, "is not known here; known are active"),
                .init("/features/m/children/row", 16, "no child can be named row"),
                .init("/features/n/layout/0/format", 17, "must be one of plain, ansi, diff, markdown, number, bytes,"),
                .init("/features/o/layout/0/params/modal", 18, "there is no modal z"),
                .init("/features/p/layout/0/format/decimals", 19, "must be an integer from 0 to 9"),
                .init("/features/p/layout/1/tone", 19, "must be one of success, warning, error, info, accent, dim"),
                .init("/features/p/layout/2/format/values/x/icon", 19, "there is no icon strr. Did you mean star?"),
                .init("/features/p/layout/3/tone", 19, "is for a line that shows a value, not a document"),
                .init("/features/p/layout/4/format", 19, "is for a line that shows a value"),
            ],
            in: #"""
                {\#(Self.sources),
                 "features": {
                  "a": {"kind": "view"},
                  "b": {"kind": "view", "row": {"source": "rows"}, "layout": [{"key": "body"}]},
                  "c": {"kind": "view", "layout": [{"key": "body"}]},
                  "d": {"kind": "view", "layout": [{"child": "none"}]},
                  "e": {"kind": "view", "layout": [{"type": "section", "label": "S"}], "children": {"x": {"feature": "rows"}}},
                  "f": {"kind": "view", "layout": [{"child": "x"}], "children": {"x": {"feature": "f"}}},
                  "g": {"kind": "view", "layout": [{"child": "x"}, {"child": "y"}], "children": {"x": {"feature": "about", "params": {"x": {"of": "y", "active": "/id"}}}, "y": {"feature": "about", "params": {"x": {"of": "x", "active": "/id"}}}}},
                  "h": {"kind": "view", "layout": [{"child": "x"}], "children": {"x": {"feature": "about", "params": {"x": {"active": "/id"}, "n": 1}}}, "row": {"source": "rows", "id": "1"}},
                  "i": {"kind": "view", "layout": [{"child": "x"}], "children": {"x": {"feature": "rows", "params": {"x": {"active": "/id"}}}}, "row": {"source": "rows", "id": "1"}},
                  "j": {"kind": "view", "children": {"x": {"feature": "rows"}}, "panes": {"type": "tabs", "children": [{"child": "x"}, {"child": "x"}]}},
                  "k": {"kind": "view", "layout": [{"type": "button", "label": "Go", "action": "fly"}]},
                  "l": {"kind": "list", "source": "rows", "detail": {"feature": "about", "params": {"x": {"of": "y", "active": "/id"}}}},
                  "m": {"kind": "view", "layout": [{"child": "row"}], "children": {"row": {"feature": "rows"}}},
                  "n": {"kind": "view", "row": {"source": "rows", "id": "1"}, "layout": [{"key": "body", "format": "html"}]},
                  "o": {"kind": "view", "layout": [{"type": "button", "label": "Go", "action": "present", "params": {"modal": "z"}}]},
                  "p": {"kind": "view", "row": {"source": "rows", "id": "1"}, "layout": [{"key": "body", "format": {"type": "bytes", "decimals": 10}}, {"key": "body", "tone": "red"}, {"key": "body", "format": {"type": "tag", "values": {"x": {"icon": "strr"}}}}, {"key": "body", "format": "plain", "tone": "dim"}, {"label": "S", "type": "section", "format": "bytes"}]},
                  "rows": {"kind": "list", "source": "rows"},
                  "about": {"kind": "list", "source": "printed", "params": {"x": {"type": "string", "required": true}}}
                 }}
                """#)
    }

    @Test func aFeatureInAPaneCanBeDeclaredThereWithItsOwnParams() throws {
        let text = #"""
            {\#(Self.sources),
             "features": {
               "v": {"kind": "view", "params": {"p": {"type": "string"}}, "title": "{param.p}",
                 "children": {"rows": {"feature": {"kind": "list", "source": "rows"}},
                   "x": {"feature": {"kind": "list", "source": "printed", "params": {"x": {"type": "string"}}},
                     "params": {"x": {"of": "rows", "active": "/id"}}}},
                 "panes": {"type": "grid", "columns": 2, "children": [{"child": "rows"}, {"child": "x"}]}}}}
            """#
        let read = try workspace(text)
        #expect(read.features.map(\.kind) == [.view])
        #expect(read.warnings.isEmpty, "\(read.warnings)")
    }
}
