import FHHosting
import FHWorkspaces
import FeatureKit
import Testing

/// Searches declared in workspaces.
@Suite struct WorkspaceSearchTests {
    private static let sources = #""sources": {"ok": {"type": "inline"}, "log": {"type": "command", "argv": ["ls"]}}"#

    @Test func searchesMayBeDeclared() throws {
        let text = #"""
            {\#(Self.sources),
             "features": {
               "search": {"kind": "search", "title": "S", "source": "log", "keys": ["text"], "prompt": "P",
                 "debounceMs": 0, "pageSize": 1, "columns": [{"key": "text"}]},
               "whole": {"kind": "search", "source": "ok", "keys": ["a", {"key": "b", "weight": 100}, {"key": "c"}],
                 "minLength": 2, "prefetchDistance": 0, "filters": [{"id": "x", "title": "X", "where": {"key": "a", "equals": 1}}],
                 "filter": "x", "groupBy": "kind", "selection": "multiple",
                 "actions": [{"id": "open", "title": "Open"}, {"id": "copy", "title": "Copy"}],
                 "enabledWhen": {"not": {"key": "old", "equals": true}}, "historyLimit": 0},
               "least": {"kind": "search", "source": "ok"}
             }}
            """#
        #expect(try workspace(text).features.map(\.kind) == [.search, .search, .search])
    }

    @Test func eachMistakeOfASearchHasItsPlace() {
        expect(
            [
                .init("/features/a", 3, "lacks source, a string"),
                .init("/features/b/keys", 4, "must be an array of strings, or of objects of key and weight"),
                .init("/features/c/debounceMs", 5, "must be an integer from 0 to 60000"),
                .init("/features/d/prompt", 6, "must be a string"),
                .init("/features/e/selection", 7, "must be one of none, single, multiple"),
                .init("/features/f/pageSize", 8, "must be an integer from 1 to 10000"),
                .init("/features/g/keys/0", 9, "must be a string, or an object of key and weight"),
                .init("/features/h/columns/0", 10, "lacks key"),
                .init("/features/i/keys/0/weight", 11, "must be an integer from 1 to 100"),
                .init("/features/j/filter", 12, "there is no filter x; none is declared"),
                .init("/features/k/groupBy", 13, "must be a string"),
                .init("/features/l/actions/1", 14, "has the id a of /features/l/actions/0; ids must differ"),
                .init("/features/m/actions/0", 15, "lacks title, a string"),
                .init("/features/n/enabledWhen", 16, "lacks key"),
                .init("/features/o/historyLimit", 17, "must be an integer from 0 to 1000"),
                .init("/features/p/minLength", 18, "must be an integer from 0 to 1000"),
                .init("/features/q/filters/0", 19, "lacks where"),
                .init("/features/r/outputs/copy/action", 20, "searches have no action fly"),
            ],
            in: #"""
                {\#(Self.sources),
                 "features": {
                  "a": {"kind": "search"},
                  "b": {"kind": "search", "source": "ok", "keys": "text"},
                  "c": {"kind": "search", "source": "ok", "debounceMs": -1},
                  "d": {"kind": "search", "source": "ok", "prompt": 7},
                  "e": {"kind": "search", "source": "ok", "selection": "many"},
                  "f": {"kind": "search", "source": "ok", "pageSize": 0},
                  "g": {"kind": "search", "source": "ok", "keys": [7]},
                  "h": {"kind": "search", "source": "ok", "columns": [{}]},
                  "i": {"kind": "search", "source": "ok", "keys": [{"key": "a", "weight": 0}]},
                  "j": {"kind": "search", "source": "ok", "filter": "x"},
                  "k": {"kind": "search", "source": "ok", "groupBy": {"key": "a"}},
                  "l": {"kind": "search", "source": "ok", "actions": [{"id": "a", "title": "A"}, {"id": "a", "title": "B"}]},
                  "m": {"kind": "search", "source": "ok", "actions": [{"id": "a"}]},
                  "n": {"kind": "search", "source": "ok", "enabledWhen": {"equals": 1}},
                  "o": {"kind": "search", "source": "ok", "historyLimit": -1},
                  "p": {"kind": "search", "source": "ok", "minLength": 1.5},
                  "q": {"kind": "search", "source": "ok", "filters": [{"id": "a", "title": "A"}]},
                  "r": {"kind": "search", "source": "ok", "outputs": {"copy": {"action": "fly"}}}
                 }}
                """#)
    }

    private static let performing = #"""
        "sources": {"ok": {"type": "inline"},
          "box": {"type": "command", "argv": ["ls"], "operations": {"file": {"argv": ["true"]}, "burn": {"argv": ["true"]}}}}
        """#

    @Test func actionsMayBePerformedByTheSearchesOwnSourceOrAnother() throws {
        let text = #"""
            {\#(Self.performing),
             "features": {
               "own": {"kind": "search", "source": "box", "actions": [{"id": "a", "title": "A", "perform": "file"}]},
               "other": {"kind": "search", "source": "ok",
                 "actions": [{"id": "a", "title": "A", "perform": "burn", "source": "box"}]}
             }}
            """#
        #expect(try workspace(text).features.count == 2)
    }

    @Test func eachMistakeOfAnActionThatASourcePerformsHasItsPlace() {
        let action = #""kind": "search", "source": "ok", "actions": [{"id": "a", "title": "A", "#
        expect(
            [
                .init(
                    "/features/a/actions/0/perform", 4,
                    "the search's source has no operations; name one in source that has"),
                .init("/features/b/actions/0/source", 5, "has no operations; name a source that has"),
                .init("/features/c/actions/0/perform", 6, "the source has no operation x; it has: burn, file"),
                .init("/features/d/actions/0/source", 7, "there is no source lost; declared are: ok, box"),
                .init("/features/e/actions/0/source", 8, "is for an action with perform"),
                .init("/features/f/actions/0/perform", 9, "must be a string"),
                .init("/features/g/actions/0/operation", 10, "is not known here"),
                .init("/features/h/actions/0/perform", 11, "the source has no operation x; it has: burn, file"),
            ],
            in: #"""
                {\#(Self.performing),
                 "features": {
                  "a": {\#(action) "perform": "file"}]},
                  "b": {\#(action) "perform": "file", "source": "ok"}]},
                  "c": {\#(action) "perform": "x", "source": "box"}]},
                  "d": {\#(action) "perform": "x", "source": "lost"}]},
                  "e": {\#(action) "source": "box"}]},
                  "f": {\#(action) "perform": 7, "source": "box"}]},
                  "g": {\#(action) "operation": "file"}]},
                  "h": {"kind": "search", "source": "box", "actions": [{"id": "a", "title": "A", "perform": "x"}]}
                 }}
                """#)
    }
}
