import FeatureKit
import Hosting
import Testing

@Suite struct WorkspaceSourceTests {
    @Test func commandsMayBeDeclared() throws {
        let text = #"""
            {"sources": {
               "log": {"type": "command", "argv": ["git", "log"], "format": "tsv", "columns": ["id", "subject"],
                       "id": "id", "folder": "/tmp", "timeoutMs": 86400000, "outputLimit": 1073741824},
               "plain": {"type": "command", "argv": ["ls"]}
             },
             "features": {"log": {"kind": "list", "source": "log"}, "find": {"kind": "search", "source": "plain"}}}
            """#
        #expect(try workspace(text).features.map(\.kind) == [.list, .search])
    }

    @Test func eachMistakeOfACommandHasItsPlace() {
        expect(
            [
                .init("/sources/a", 2, "lacks argv: the program and its arguments, as an array of strings"),
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
}
