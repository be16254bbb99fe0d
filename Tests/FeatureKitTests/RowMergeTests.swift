import FHJSON
import FeatureKit
import Testing

@testable import FHRowCollections

@Suite struct RowMergeTests {
    private func merge(_ base: String, _ patch: String, _ theirs: String) throws -> RowMerge {
        RowMerge(
            base: try JSONValue(parsing: base), patch: try JSONValue(parsing: patch),
            theirs: try JSONValue(parsing: theirs))
    }

    @Test(arguments: [
        // Base, edit, theirs, and the written patch.
        (#"{"a":1,"b":1}"#, #"{"a":2}"#, #"{"a":1,"b":2}"#, #"{"a":2}"#),
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":1}"#, #"{"a":2}"#),
        (#"{"a":1}"#, #"{"a":null}"#, #"{"a":1,"b":2}"#, #"{"a":null}"#),
        (#"{}"#, #"{"a":1}"#, #"{"b":2}"#, #"{"a":1}"#),
        // Both sides make the same change.
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":2.0}"#, "{}"),
        (#"{"a":1}"#, #"{"a":null}"#, "{}", "{}"),
        (#"{"a":1}"#, #"{"a":null}"#, #"{"a":null}"#, "{}"),
        // Objects are merged by member.
        (#"{"a":{"x":1,"y":1}}"#, #"{"a":{"x":2}}"#, #"{"a":{"x":1,"y":2}}"#, #"{"a":{"x":2}}"#),
        (#"{"a":{"x":{"z":1}}}"#, #"{"a":{"x":{"z":2}}}"#, #"{"a":{"x":{"z":1,"w":3}}}"#, #"{"a":{"x":{"z":2}}}"#),
        (#"{}"#, #"{"a":{"x":1}}"#, #"{"a":{"y":2}}"#, #"{"a":{"x":1}}"#),
        (#"{"a":null}"#, #"{"a":{"x":1}}"#, #"{"a":{"y":2}}"#, #"{"a":{"x":1}}"#),
        (#"{"a":{"x":1}}"#, #"{"a":{"x":2}}"#, #"{"a":{"x":2}}"#, "{}"),
        ("{}", #"{"a":{}}"#, "{}", #"{"a":{}}"#),
        (#"{"a":1}"#, #"{"a":{"x":1}}"#, #"{"a":1,"b":2}"#, #"{"a":{"x":1}}"#),
        // Arrays are merged as a whole.
        (#"{"a":[1]}"#, #"{"a":[1,2]}"#, #"{"a":[1],"b":2}"#, #"{"a":[1,2]}"#),
    ])
    func changesOfDifferentMembersAreBothMade(base: String, patch: String, theirs: String, written: String) throws {
        let merge = try merge(base, patch, theirs)
        #expect(merge.conflicts.isEmpty)
        #expect(merge.patch.string == written)
        #expect(merge.isDone == (written == "{}"))
    }

    @Test(arguments: [
        // Base, edit, theirs, the path of the conflict, and the three values at the path: base, edit and theirs.
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, "/a", "1 2 3"),
        (#"{"a":1}"#, #"{"a":null}"#, #"{"a":3}"#, "/a", "1 nil 3"),
        (#"{"a":1}"#, #"{"a":2}"#, "{}", "/a", "1 2 nil"),
        (#"{}"#, #"{"a":2}"#, #"{"a":3}"#, "/a", "nil 2 3"),
        // The edit sets the original value, which counts as a change too.
        (#"{"a":1}"#, #"{"a":1}"#, #"{"a":3}"#, "/a", "1 1 3"),
        (#"{"a":{"x":1}}"#, #"{"a":{"x":2}}"#, #"{"a":{"x":3}}"#, "/a/x", "1 2 3"),
        (#"{"a":{"x":1}}"#, #"{"a":{"x":2}}"#, "{}", "/a/x", "1 2 nil"),
        (#"{"a":{"x":1}}"#, #"{"a":{"x":2}}"#, #"{"a":7}"#, "/a", #"{"x":1} {"x":2} 7"#),
        (#"{"a":{"x":1}}"#, #"{"a":null}"#, #"{"a":{"x":2}}"#, "/a", #"{"x":1} nil {"x":2}"#),
        (#"{"a":[1]}"#, #"{"a":[1,2]}"#, #"{"a":[1,3]}"#, "/a", "[1] [1,2] [1,3]"),
        (#"{"a/b":1}"#, #"{"a/b":2}"#, #"{"a/b":3}"#, "/a~1b", "1 2 3"),
    ])
    func aMemberThatBothChangedIsAConflict(
        base: String, patch: String, theirs: String, path: String, texts: String
    ) throws {
        let merge = try merge(base, patch, theirs)
        let conflict = try #require(merge.conflicts.first)
        #expect(merge.conflicts.count == 1 && merge.patch == .emptyObject && !merge.isDone)
        #expect(conflict.path == path)
        let found = [conflict.base, conflict.mine, conflict.theirs].map { $0?.string ?? "nil" }
        #expect(found.joined(separator: " ") == texts)
    }

    @Test func whatDoesNotConflictIsWrittenBesideWhatDoes() throws {
        let merge = try merge(#"{"a":1,"b":1,"c":1}"#, #"{"a":2,"b":2,"c":2}"#, #"{"a":1,"b":3,"c":2}"#)
        #expect(merge.patch.string == #"{"a":2}"#)
        #expect(merge.conflicts.map(\.path) == ["/b"])
        let failure = merge.failure(SourceRow(id: "7", value: .emptyObject))
        #expect(failure.code == "conflict" && failure.current.map(\.id) == ["7"])
        #expect(failure.message.contains("changed b of the row 7"))
    }

    @Test func arraysAreMergedByWhoeverCan() throws {
        let base = try JSONValue(parsing: #"{"a":{"list":[1]}}"#)
        let patch = try JSONValue(parsing: #"{"a":{"list":[1,2]}}"#)
        let theirs = try JSONValue(parsing: #"{"a":{"list":[1,3]}}"#)
        let merge = RowMerge(base: base, patch: patch, theirs: theirs) { path, base, mine, theirs in
            #expect(path == "/a/list")
            #expect([base?.count, mine.count, theirs.count] == [1, 2, 2])
            return try? JSONText(parsing: "[1,3,2]")
        }
        #expect(merge.conflicts.isEmpty && merge.patch.string == #"{"a":{"list":[1,3,2]}}"#)
        let refused = RowMerge(base: base, patch: patch, theirs: theirs) { _, _, _, _ in nil }
        #expect(refused.conflicts.map(\.path) == ["/a/list"])
    }

    @Test(arguments: [
        // A patch, the row, and the part of the patch that the row already contains.
        (#"{"a":2,"b":2}"#, #"{"a":2,"b":3}"#, #"{"a":2}"#),
        (#"{"a":null,"b":null}"#, #"{"b":1}"#, #"{"a":null}"#),
        (#"{"a":{"x":1,"y":2},"b":{"x":1}}"#, #"{"a":{"x":1,"y":3},"b":{"x":2}}"#, #"{"a":{"x":1}}"#),
        (#"{"a":{"x":1}}"#, #"{"a":1}"#, "{}"), (#"{"a":[1]}"#, #"{"a":[1,2]}"#, "{}"),
    ])
    func thePartOfAPatchThatARowHas(patch: String, row: String, expected: String) throws {
        let part = RowMerge.part(of: try JSONValue(parsing: patch), in: try JSONValue(parsing: row))
        #expect(part.string == expected)
    }
}
