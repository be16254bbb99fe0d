import FeatureKit
import Hosting
import Testing

/// Forms and searches as workspaces declare them.
@Suite struct WorkspaceFeatureTests {
    private static let sources = #""sources": {"ok": {"type": "inline"}, "log": {"type": "command", "argv": ["ls"]}}"#

    @Test func formsAndSearchesMayBeDeclared() throws {
        let text = #"""
            {\#(Self.sources),
             "features": {
               "form": {"kind": "form", "title": "T", "showMessages": "onSubmit",
                 "submit": {"source": "ok", "call": "insert"},
                 "sections": [
                   {"header": "H", "footer": "F", "fields": [
                     {"name": "a", "type": "text", "label": "A", "required": true, "trim": true, "minLength": 1,
                      "maxLength": 9, "default": "x", "hints": {"placeholder": "p"},
                      "errorMessages": {"required": "r"}},
                     {"name": "b", "type": "picker", "options": ["x", {"value": 1, "title": "One"}]},
                     {"name": "c", "type": "stepper", "minimum": 1, "maximum": 9, "step": 2}]},
                   {"fields": []}]},
               "search": {"kind": "search", "title": "S", "source": "log", "keys": ["text"], "prompt": "P",
                 "debounceMs": 0, "pageSize": 1, "columns": [{"key": "text"}]},
               "least": {"kind": "search", "source": "ok"}
             }}
            """#
        #expect(try workspace(text).features.map(\.kind) == [.form, .search, .search])
    }

    @Test func eachMistakeOfAFormHasItsPlace() {
        expect(
            [
                .init("/features/a", 3, "lacks sections, an array of them"),
                .init("/features/b/sections", 4, "must be an array"),
                .init("/features/b/showMessages", 4, "must be one of onChange, onTouched, onSubmit"),
                .init("/features/c/sections/0", 5, "must be an object"),
                .init("/features/c/sections/1", 6, "lacks fields, an array of them"),
                .init("/features/c/sections/2/fields/0", 7, "lacks type: text, multiline"),
                .init("/features/c/sections/2/fields/1", 8, "lacks name, a string"),
                .init("/features/c/sections/2/fields/2/type", 9, "must be one of text"),
                .init("/features/c/sections/2/fields/3/size", 10, "is not known here"),
                .init("/features/c/sections/2/fields/4/name", 11, "another field's already"),
                .init("/features/c/sections/2/fields/5/minLength", 12, "must be a number"),
                .init("/features/c/sections/2/fields/6/equalTo", 13, "must be the name of another field"),
                .init("/features/c/sections/2/fields/7", 14, "a picker needs options"),
                .init("/features/c/sections/2/fields/8/options/0", 15, "lacks value"),
                .init("/features/c/sections/2/fields/9/hints/colour", 16, "is not known here"),
                .init("/features/d/submit/source", 17, "there is no source none"),
                .init("/features/d/submit", 17, "lacks call: insert"),
                .init("/features/e/submit/call", 18, "must be one of insert"),
                .init("/features/e/submit/source", 18, "takes no new rows"),
                .init("/features/f/source", 19, "is not known here"),
            ],
            in: #"""
                {\#(Self.sources),
                 "features": {
                  "a": {"kind": "form"},
                  "b": {"kind": "form", "sections": {}, "showMessages": "never"},
                  "c": {"kind": "form", "sections": [7,
                    {},
                    {"fields": [{"name": "a"},
                      {"type": "text"},
                      {"name": "c", "type": "colour"},
                      {"name": "d", "type": "text", "size": 1},
                      {"name": "a", "type": "text"},
                      {"name": "f", "type": "text", "minLength": "1"},
                      {"name": "g", "type": "text", "equalTo": "none"},
                      {"name": "h", "type": "picker"},
                      {"name": "i", "type": "picker", "options": [{}, 1]},
                      {"name": "j", "type": "text", "hints": {"colour": "red"}}]}]},
                  "d": {"kind": "form", "sections": [], "submit": {"source": "none"}},
                  "e": {"kind": "form", "sections": [], "submit": {"source": "log", "call": "update"}},
                  "f": {"kind": "form", "sections": [], "source": "ok"}
                 }}
                """#)
    }

    @Test func eachMistakeOfASearchHasItsPlace() {
        expect(
            [
                .init("/features/a", 3, "lacks source, a string"),
                .init("/features/b/keys", 4, "must be an array of strings"),
                .init("/features/c/debounceMs", 5, "must be an integer from 0 to 60000"),
                .init("/features/d/prompt", 6, "must be a string"),
                .init("/features/e/selection", 7, "is not known here"),
                .init("/features/f/pageSize", 8, "must be an integer from 1 to 10000"),
                .init("/features/g/keys/0", 9, "must be a string"),
                .init("/features/h/columns/0", 10, "lacks key"),
            ],
            in: #"""
                {\#(Self.sources),
                 "features": {
                  "a": {"kind": "search"},
                  "b": {"kind": "search", "source": "ok", "keys": "text"},
                  "c": {"kind": "search", "source": "ok", "debounceMs": -1},
                  "d": {"kind": "search", "source": "ok", "prompt": 7},
                  "e": {"kind": "search", "source": "ok", "selection": "single"},
                  "f": {"kind": "search", "source": "ok", "pageSize": 0},
                  "g": {"kind": "search", "source": "ok", "keys": [7]},
                  "h": {"kind": "search", "source": "ok", "columns": [{}]}
                 }}
                """#)
    }
}
