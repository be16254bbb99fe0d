import FHHosting
import FHWorkspaces
import FeatureKit
import Testing

@Suite struct WorkspaceSourceTests {
    @Test func commandsMayBeDeclared() throws {
        let text = #"""
            {"sources": {
               "log": {"type": "command", "argv": ["git", "log"], "format": "tsv", "columns": ["id", "subject"],
                       "id": "id", "folder": "/tmp", "timeoutMs": 86400000, "outputLimit": 1073741824},
               "plain": {"type": "command", "argv": ["ls"]},
               "checks": {"type": "command", "folder": "x", "outputLimit": 1, "operations": {
                 "name": {"argv": ["./check", "name"], "timeoutMs": 1}, "all": {"argv": ["./check"]}}},
               "grep": {"type": "command", "format": "jsonl", "search": {
                 "argv": ["./grep", "--for={query}", "{filter}"], "timeoutMs": 1, "matches": "at"}}
             },
             "features": {"log": {"kind": "list", "source": "log"}, "find": {"kind": "search", "source": "plain"}}}
            """#
        #expect(try workspace(text).features.map(\.kind) == [.list, .search])
    }

    /// The ids are equal for Swift but have different bytes: é as one code point and as two.
    @Test func rowsInTheWorkspaceAreToldApartByTheBytesOfTheirIDs() throws {
        let rows = "[{\"id\": \"\u{E9}\"}, {\"id\": \"e\u{301}\"}]"
        let text = #"""
            {"sources": {"rows": {"type": "inline", "rows": \#(rows)}},
             "features": {"rows": {"kind": "list", "source": "rows"}}}
            """#
        #expect(try workspace(text).features.map(\.kind) == [.list])
    }

    @Test func eachMistakeOfACommandHasItsPlace() {
        expect(
            [
                .init(
                    "/sources/a", 2,
                    "lacks argv: the program and its arguments, as an array of strings; or search or operations"),
                .init("/sources/b/argv", 3, "must be an array of strings"),
                .init("/sources/c", 4, "argv must begin with a program"),
                .init("/sources/d/argv/1", 5, "must be a string"),
                .init("/sources/e/format", 6, "must be one of lines, tsv, csv, jsonl"),
                .init("/sources/f/timeoutMs", 7, "must be an integer from 1 to 86400000"),
                .init("/sources/g/outputLimit", 8, "must be an integer from 1 to 1073741824"),
                .init("/sources/h", 9, "columns are for tsv and csv"),
                .init("/sources/i/path", 10, "is not known here"),
                .init("/sources/j/folder", 11, "must be a string"),
            ],
            in: #"""
                {"sources": {
                   "a": {"type": "command"},
                   "b": {"type": "command", "argv": "ls"},
                   "c": {"type": "command", "argv": []},
                   "d": {"type": "command", "argv": ["ls", 7]},
                   "e": {"type": "command", "argv": ["ls"], "format": "json"},
                   "f": {"type": "command", "argv": ["ls"], "timeoutMs": 0},
                   "g": {"type": "command", "argv": ["ls"], "outputLimit": 0},
                   "h": {"type": "command", "argv": ["ls"], "columns": ["id"]},
                   "i": {"type": "command", "argv": ["ls"], "path": "x"},
                   "j": {"type": "command", "argv": ["ls"], "folder": 7}
                 }}
                """#)
    }

    @Test func eachMistakeOfASearchHasItsPlace() {
        expect(
            [
                .init("/sources/a/search", 2, "must be an object"),
                .init("/sources/b/search", 3, "lacks argv: the program and its arguments, one of them with {query}"),
                .init("/sources/c/search/argv", 4, "must have {query} in one of its arguments"),
                .init("/sources/d/search/argv", 5, "argv must begin with a program"),
                .init("/sources/e/search/matches", 6, "is for the format jsonl"),
                .init("/sources/f/search/timeoutMs", 7, "must be an integer from 1 to 86400000"),
                .init("/sources/g/search/format", 8, "is not known here; known are argv, timeoutMs, matches"),
                .init("/sources/h/search", 9, "is not known here"),
            ],
            in: #"""
                {"sources": {
                   "a": {"type": "command", "search": []},
                   "b": {"type": "command", "search": {}},
                   "c": {"type": "command", "search": {"argv": ["ls", "query"]}},
                   "d": {"type": "command", "search": {"argv": ["{query}", "{query}"]}},
                   "e": {"type": "command", "search": {"argv": ["ls", "{query}"], "matches": "at"}},
                   "f": {"type": "command", "search": {"argv": ["ls", "{query}"], "timeoutMs": 0}},
                   "g": {"type": "command", "search": {"argv": ["ls", "{query}"], "format": "tsv"}},
                   "h": {"type": "file", "path": "a", "search": {"argv": ["ls", "{query}"]}}
                 }}
                """#)
    }

    @Test func eachMistakeOfAnOperationHasItsPlace() {
        expect(
            [
                .init("/sources/a/operations", 2, "must be an object"),
                .init("/sources/b/operations/x", 3, "must be an object"),
                .init("/sources/c/operations/x", 4, "lacks argv"),
                .init("/sources/d/operations/x", 5, "argv must begin with a program"),
                .init("/sources/e/operations/x/timeoutMs", 6, "must be an integer from 1 to 86400000"),
                .init("/sources/f/operations/x/folder", 7, "is not known here; known are argv, timeoutMs"),
                .init("/sources/g/operations/", 8, "an operation's name is not empty"),
                .init("/sources/h/format", 9, "is about rows, but without argv and search there are no rows"),
                .init("/sources/i/operations", 10, "is not known here"),
            ],
            in: #"""
                {"sources": {
                   "a": {"type": "command", "operations": []},
                   "b": {"type": "command", "operations": {"x": 7}},
                   "c": {"type": "command", "operations": {"x": {}}},
                   "d": {"type": "command", "operations": {"x": {"argv": []}}},
                   "e": {"type": "command", "operations": {"x": {"argv": ["ls"], "timeoutMs": 0}}},
                   "f": {"type": "command", "operations": {"x": {"argv": ["ls"], "folder": "y"}}},
                   "g": {"type": "command", "operations": {"": {"argv": ["ls"]}}},
                   "h": {"type": "command", "format": "tsv", "operations": {"x": {"argv": ["ls"]}}},
                   "i": {"type": "inline", "operations": {"x": {"argv": ["ls"]}}}
                 }}
                """#)
    }
}
