import FHJSON
import FHRowCollections
import FeatureKit
import Testing

@testable import FHDataSources

@Suite struct RowTableTests {
    private func table(_ ids: String...) throws -> RowTable {
        try RowTable(unique: try ids.map { try row(#"{"id":"\#($0)"}"#) })
    }

    private func ids(_ table: RowTable) -> [String] { table.rows.map(\.id) }

    // MARK: Pages

    @Test(arguments: [
        (0, 2, ["a", "b"], false), (2, 2, ["c"], true), (1, 2, ["b", "c"], true), (3, 2, [], true),
        (9, 2, [], true), (-5, 1, ["a"], false), (0, 0, [], false), (0, -1, [], false), (0, 3, ["a", "b", "c"], true),
    ])
    func pages(offset: Int, limit: Int, expected: [String], isEnd: Bool) throws {
        let page = try table("a", "b", "c").page(FetchRequest(start: .offset(offset), limit: limit)).get()
        #expect(page.rows.map(\.id) == expected)
        #expect(page.endReached == isEnd)
        #expect(page.totalCount == 3)
        #expect(page.nextCursor == nil)
    }

    @Test func thePageOfAnEmptyTableIsTheLast() throws {
        let page = try table().page(FetchRequest(start: .offset(0), limit: 10)).get()
        #expect(page == Page(rows: [], endReached: true, totalCount: 0))
    }

    @Test func knowsNoCursors() throws {
        let table = try table("a")
        #expect { try table.page(FetchRequest(start: .cursor("a"), limit: 1)).get() } throws: {
            ($0 as? Failure)?.code == "invalidData"
        }
    }

    @Test func refusesTwoRowsWithOneID() throws {
        #expect { try table("a", "b", "a") } throws: { error in
            let failure = error as? Failure
            return failure?.code == "invalidData" && failure?.message.contains("row 3 has the id a") == true
        }
    }

    @Test func idsThatLookTheSameAreTwo() throws {
        var table = try table("\u{E9}", "e\u{301}", "z")
        #expect(try table.move(["z"], behind: "\u{E9}") == Done())
        #expect(ids(table).map(\.utf8.count) == [2, 1, 3])
        #expect(try table.move(["e\u{301}"], before: "\u{E9}") == Done())
        #expect(ids(table).map(\.utf8.count) == [3, 2, 1])
        #expect(try table.move(["e\u{301}"], behind: "\u{E9}") == Done())
        #expect(ids(table).map(\.utf8.count) == [2, 3, 1])
    }

    // MARK: Edits

    @Test(arguments: [("a", ["n", "a", "b"]), ("b", ["a", "n", "b"]), (nil, ["a", "b", "n"])])
    func insertsBeforeARowOrAtTheEnd(before: String?, expected: [String]) throws {
        var table = try table("a", "b")
        let new = try row(#"{"id":"n","title":"new"}"#)
        #expect(try table.insert(new, before: before) == new)
        #expect(ids(table) == expected)
    }

    @Test func insertRefusesAKnownIDAndAnUnknownPlace() throws {
        var table = try table("a", "b")
        #expect(code { _ = try table.insert(try row(#"{"id":"a"}"#), before: nil) } == "duplicateId")
        #expect(code { _ = try table.insert(try row(#"{"id":"n"}"#), before: "x") } == "targetGone")
        #expect(ids(table) == ["a", "b"])
    }

    @Test func updatesByAMergePatch() throws {
        var table = try RowTable(unique: [try row(#"{"id":"a","x":1,"y":{"z":1}}"#)])
        let updated = try table.update("a", patch: try JSONText(parsing: #"{"x":null,"y":{"w":2},"n":"new"}"#))
        #expect(updated.value.string == #"{"id":"a","y":{"z":1,"w":2},"n":"new"}"#)
        #expect(table.rows[id: "a"] == updated)
        #expect(code { _ = try table.update("x", patch: .emptyObject) } == "targetGone")
    }

    @Test(arguments: [
        (["a"], nil, ["b", "c", "d", "a"]), (["d"], "a", ["d", "a", "b", "c"]),
        (["a", "c"], "d", ["b", "a", "c", "d"]), (["b"], "c", ["a", "b", "c", "d"]),
        (["a", "a"], nil, ["b", "c", "d", "a"]), ([], "a", ["a", "b", "c", "d"]),
        (["a", "b", "c", "d"], nil, ["a", "b", "c", "d"]),
    ])
    func movesRowsTogether(moved: [String], before: String?, expected: [String]) throws {
        var table = try table("a", "b", "c", "d")
        #expect(try table.move(moved, before: before) == Done())
        #expect(ids(table) == expected)
    }

    /// Moved rows keep their current order, whatever the order of the ids is (`protocol/list.md`).
    @Test func movedRowsKeepTheirOrder() throws {
        var table = try table("a", "b", "c", "d")
        _ = try table.move(["c", "a"], before: nil)
        #expect(ids(table) == ["b", "d", "a", "c"])
    }

    /// With x and y filtered out, c moves before b, and a to the end of the visible rows.
    @Test func rule6WhatAFilterLeavesOutKeepsItsPlace() throws {
        var rows = try table("a", "x", "b", "y", "c")
        _ = try rows.move(["c"], before: "b")
        #expect(ids(rows) == ["a", "x", "c", "b", "y"])
        _ = try rows.move(["a"], behind: "b")
        #expect(ids(rows) == ["x", "c", "b", "a", "y"])
        _ = try rows.move(["a", "c"], behind: "y")
        #expect(ids(rows) == ["x", "b", "y", "c", "a"])
        #expect(code { _ = try rows.move(["a"], behind: "z") } == "targetGone")
    }

    @Test func moveRefusesWhatIsNotThere() throws {
        var table = try table("a", "b")
        #expect(code { _ = try table.move(["a", "x"], before: nil) } == "targetGone")
        #expect(code { _ = try table.move(["a"], before: "x") } == "targetGone")
        #expect(ids(table) == ["a", "b"])
    }

    @Test func deletesAndForgivesWhatIsNotThere() throws {
        var table = try table("a", "b", "c")
        #expect(try table.delete(["c", "x", "a", "a"]) == Done())
        #expect(ids(table) == ["b"])
    }

    @Test func deletesOnlyWhatNobodyHasChanged() throws {
        var table = try table("a", "b")
        let known = [try #require(table.rows[id: "a"]), try #require(table.rows[id: "b"])]
        _ = try table.update([RowUpdate("b", patch: try JSONText(parsing: #"{"n":1}"#))])
        do throws(Failure) {
            _ = try table.delete(unchanged: known)
            Issue.record("what others changed was deleted")
        } catch {
            #expect(error.code == "conflict" && error.current.map(\.id) == ["b"])
        }
        #expect(ids(table) == ["a", "b"])
        #expect(try table.delete(unchanged: [known[0]]) == Done())
        #expect(ids(table) == ["b"])
    }

    @Test func deletesOnlyRowsWithTheGivenVersions() throws {
        var table = try table("a", "b")
        let old = [try #require(table.rows[id: "a"]), try #require(table.rows[id: "b"])]
        let deletions = old.map { RowDeletion($0.id, ifVersion: $0.version) }
        _ = try table.update([RowUpdate("b", patch: try JSONText(parsing: #"{"n":1}"#))])
        do throws(Failure) {
            _ = try table.delete(deletions: deletions + [RowDeletion("x", ifVersion: "1")])
            Issue.record("a row with another version was deleted")
        } catch {
            #expect(error.code == "conflict" && error.current.map(\.id) == ["b"])
        }
        #expect(ids(table) == ["a", "b"])
        let others = [deletions[0], RowDeletion("b"), RowDeletion("x", ifVersion: "1")]
        #expect(try table.delete(deletions: others) == Done())
        #expect(ids(table).isEmpty)
    }

    // MARK: Repeated operations

    @Test func doesAnOperationOnceAndRepeatsItsAnswer() throws {
        var table = try table("a")
        let new = try row(#"{"id":"n"}"#)
        for _ in 0..<3 {
            let answer = try table.once("op") { table throws(Failure) in try table.insert(new, before: nil) }
            #expect(answer == new)
        }
        #expect(ids(table) == ["a", "n"])
    }

    @Test func aFailedOperationCanBeTriedAgain() throws {
        var table = try table("a")
        let new = try row(#"{"id":"a"}"#)
        #expect(
            code { _ = try table.once("op") { table throws(Failure) in try table.insert(new, before: nil) } }
                == "duplicateId")
        _ = try table.delete(["a"])
        _ = try table.once("op") { table throws(Failure) in try table.insert(new, before: nil) }
        #expect(ids(table) == ["a"])
    }

    @Test func remembersTheLastThousandOperations() throws {
        var table = try table()
        var runs = 0
        func run(_ opID: String) throws {
            _ = try table.once(opID) { _ throws(Failure) in
                runs += 1
                return Done()
            }
        }
        for number in 0..<1_000 { try run("op\(number)") }
        for number in 0..<1_000 { try run("op\(number)") }
        #expect(runs == 1_000)
        try run("op1000")
        try run("op0")
        #expect(runs == 1_002)
    }
}

/// Returns the code of the failure that `body` throws.
func code(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? Failure)?.code
    }
}
