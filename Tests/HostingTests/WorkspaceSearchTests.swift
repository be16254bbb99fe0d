import FeatureKit
import Hosting
import Testing

/// Searches as workspaces declare them.
@Suite struct WorkspaceSearchTests {
    private static let sources = #""sources": {"ok": {"type": "inline"}, "log": {"type": "command", "argv": ["ls"]}}"#

    @Test func searchesMayBeDeclared() throws {
        let text = #"""
            {\#(Self.sources),
             "features": {
               "search": {"kind": "search", "title": "S", "source": "log", "keys": ["text"], "prompt": "P",
                 "debounceMs": 0, "pageSize": 1, "columns": [{"key": "text"}]},
               "least": {"kind": "search", "source": "ok"}
             }}
            """#
        #expect(try workspace(text).features.map(\.kind) == [.search, .search])
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
