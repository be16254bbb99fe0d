import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

@Suite(.hangLimit)
struct TableSourceTests {
    private let scratch: Scratch
    private let stores = StoreDatabases()

    init() throws {
        scratch = try Scratch()
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    // MARK: The database

    @Test func theFileIsMadeForItsOwnerAlone() async throws {
        let source = try await scratch.table()
        try await source.add("a")
        #expect(try mode(scratch.path) == 0o600)
        #expect(try mode(scratch.path + "-wal") == 0o600)
        #expect(try mode(scratch.folder + "/deep") == 0o700)
        let (journal, application) = try scratch.sql { db in
            try (
                String.fetchOne(db, sql: "PRAGMA journal_mode"), Int.fetchOne(db, sql: "PRAGMA application_id")
            )
        }
        #expect(journal == "wal" && application == StoreSchema.applicationID)
    }

    @Test func rowsAreThereAgainWhenItIsOpenedAgain() async throws {
        do {
            let source = try await scratch.table()
            _ = try await source.insert(row("a", #""t":"é\n\u0000","n":1.5"#), before: nil, opID: "1").value
        }
        #expect(try await scratch.table().all() == [#"{"id":"a","t":"é\n\u0000","n":1.5}"#])
    }

    /// A quotation mark with a combining accent is one `Character` in Swift, but two characters in SQLite.
    @Test func marksWithAccentsInNamesAndQueriesAreQuoted() async throws {
        let source = try await scratch.table("a\"\u{301} '\u{301}b")
        try await source.add("a")
        #expect(try await source.all().count == 1)
        let found = try await source.search(SearchRequest(query: "x\"\u{301}y", limit: 5)).value
        #expect(found.page.rows.isEmpty)
    }

    @Test func tablesOfOneFileAreApart() async throws {
        let first = try await scratch.table("it's \"1\"", in: stores)
        let second = try await scratch.table("select", in: stores)
        try await first.add("a", "b")
        try await second.add("a")
        #expect(try await first.ids() == ["a", "b"])
        #expect(try await second.ids() == ["a"])
        let found = try await first.search(SearchRequest(query: "x", limit: 1)).value
        #expect(found.page.rows.isEmpty)
    }

    @Test(arguments: [
        (#"{"table":"t"}"#, "the option path is missing; it is the database's file"),
        (#"{"path":"/x","table":""}"#, "the option table must be a string that is not empty"),
        (#"{"path":"/x","table":"Sqlite_x"}"#, "the option table must not begin with sqlite_ or featurehost_"),
        (#"{"path":"/x","table":"t","colour":1}"#, "the option colour is not known; a source of the kind table has"),
    ])
    func wrongOptionsAreTold(options: String, message: String) async throws {
        let failure = await #expect(throws: Failure.self) { _ = try await scratch.open(options) }
        #expect(failure?.code == "invalidOptions" && failure?.message.hasPrefix(message) == true)
    }

    @Test func rowsAreKnownByOneKey() async throws {
        let source = try await scratch.open(#"{"path":"\#(scratch.path)","table":"t","id":"nr"}"#)
        let value = try JSONText(parsing: #"{"nr":7,"t":"x"}"#)
        _ = try await source.insert(SourceRow(id: "7", value: value), before: nil, opID: "1").value
        _ = try await source.insert(SourceRow(id: "8", value: .emptyObject), before: nil, opID: "2").value
        #expect(try await source.all() == [#"{"nr":7,"t":"x"}"#, #"{"nr":"8"}"#])
        let failure = await #expect(throws: Failure.self) { _ = try await scratch.table("t") }
        #expect(failure?.message == "the option id must be nr, by which the rows of t are known")
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() async throws {
        _ = try DatabaseFile(path: scratch.path).create()
        try scratch.sql { try $0.execute(sql: "CREATE TABLE t(a)") }
        let failure = await #expect(throws: Failure.self) { _ = try await scratch.table() }
        #expect(failure?.code == "invalidData" && failure?.message.contains("another program's database") == true)
        try scratch.sql { try $0.execute(sql: "DROP TABLE t; PRAGMA application_id = \(StoreSchema.applicationID)") }
        try scratch.sql { try $0.execute(sql: "PRAGMA user_version = 99") }
        let newer = await #expect(throws: Failure.self) { _ = try await scratch.table() }
        #expect(newer?.message.contains("newer version") == true)
    }

    // MARK: Edits

    @Test func rowsAreChanged() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b")
        try await source.add("c", before: "a")
        let patch = try JSONText(parsing: #"{"n":1,"m":{"x":null,"y":2}}"#)
        let updated = try await source.update("a", patch: patch, opID: "u").value
        #expect(updated.value.string == #"{"id":"a","n":1,"m":{"y":2}}"#)
        #expect(try await source.all() == [#"{"id":"c"}"#, updated.value.string, #"{"id":"b"}"#])
        _ = try await source.delete(["c", "nobody", "b"], opID: "d").value
        #expect(try await source.ids() == ["a"])
        let page = try await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 9)).value
        #expect(page.totalCount == 1 && page.endReached)
    }

    @Test func rowsMoveTogetherInTheOrderInWhichTheyStand() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b", "c", "d", "e")
        _ = try await source.move(["e", "b"], before: "a", opID: "1").value
        #expect(try await source.ids() == ["b", "e", "a", "c", "d"])
        _ = try await source.move(["a", "b"], before: nil, opID: "2").value
        #expect(try await source.ids() == ["e", "c", "d", "b", "a"])
        _ = try await source.move(["e", "d"], behind: "b", opID: "3").value
        #expect(try await source.ids() == ["c", "b", "e", "d", "a"])
        _ = try await source.move(["b", "d"], before: "e", opID: "4").value
        #expect(try await source.ids() == ["c", "b", "d", "e", "a"])
        _ = try await source.move([], before: nil, opID: "5").value
    }

    @Test func aMoveWritesTheRowThatMovesAlone() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b", "c", "d")
        func positions() throws -> [String: Int] {
            try scratch.sql { db in
                let rows = try Row.fetchAll(db, sql: "SELECT id, position FROM rows")
                return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
            }
        }
        let before = try positions()
        _ = try await source.move(["d"], before: "b", opID: "1").value
        let after = try positions()
        #expect(before.filter { after[$0.key] != $0.value }.keys.sorted() == ["d"])
    }

    @Test func wherePlacesAreUsedUpRowsMakeRoom() async throws {
        let source = try await scratch.table()
        try await source.add("a", "z")
        var right = ["a", "z"]
        for number in 0..<150 {
            try await source.add("n\(number)", before: "z")
            right.insert("n\(number)", at: right.count - 1)
        }
        for number in 0..<80 {
            _ = try await source.move(["n\(number)"], behind: "a", opID: "\(number)").value
            right.removeAll { $0 == "n\(number)" }
            right.insert("n\(number)", at: 1)
        }
        #expect(try await source.ids() == right)
    }

    @Test func positionsLieBetweenTheirNeighbours() {
        let gap = Positions.gap
        #expect(Positions.between(nil, nil, count: 2) == [gap, 2 * gap])
        #expect(Positions.between(5, nil, count: 2) == [5 + gap, 5 + 2 * gap])
        #expect(Positions.between(nil, 5, count: 2) == [5 - 2 * gap, 5 - gap])
        #expect(Positions.between(10, 14, count: 3) == [11, 12, 13])
        #expect(Positions.between(10, 14, count: 4) == nil)
        #expect(Positions.between(10, 10, count: 1) == nil)
        #expect(Positions.between(10, 14, count: 1, minimumStep: 3) == nil)
        #expect(Positions.between(.max - 4, nil, count: 3) == [.max - 3, .max - 2, .max - 1])
        #expect(Positions.between(.max, nil, count: 1) == nil)
        #expect(Positions.between(nil, .min, count: 1) == nil)
        #expect(Positions.between(.min, .max, count: 1) == [-1])
        #expect(Positions.between(1, 2, count: 0) == [])
    }

    @Test func rowsAtTheEndOfAllNumbersMakeRoom() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b")
        try scratch.sql { db in
            try db.execute(sql: "UPDATE rows SET position = \(Int.max) WHERE id = 'b'")
            try db.execute(sql: "UPDATE rows SET position = \(Int.max) WHERE id = 'a'")
        }
        try await source.add("c")
        try await source.add("d", before: "b")
        #expect(try await source.ids() == ["a", "d", "b", "c"])
    }

    @Test func wrongEditsAreRefused() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b")
        let long = row("l", #""t":"\#(String(repeating: "x", count: 1 << 20))""#)
        let edits: [(SourceAnswer<SourceRow>, String)] = [
            (source.insert(row("a"), before: nil, opID: "1"), "duplicateId"),
            (source.insert(row("c"), before: "nobody", opID: "2"), "targetGone"),
            (source.insert(SourceRow(id: "c", value: row("d").value), before: nil, opID: "3"), "invalidData"),
            (source.insert(long, before: nil, opID: "4"), "invalidData"),
            (source.update("nobody", patch: .emptyObject, opID: "5"), "targetGone"),
            (source.update("a", patch: JSONText.object("id", .string("b")), opID: "6"), "invalidData"),
            (source.update("a", patch: JSONText.object("id", .null), opID: "7"), "invalidData"),
        ]
        for (answer, word) in edits {
            let failure = await answer.failure
            #expect(failure?.code == word && failure?.retryable == false)
        }
        let moves: [(SourceAnswer<Done>, String)] = [
            (source.move(["a", "nobody"], before: nil, opID: "8"), "targetGone"),
            (source.move(["a"], before: "nobody", opID: "9"), "targetGone"),
            (source.move(["a"], before: "a", opID: "10"), "invalidData"),
            (source.move(["a"], behind: "a", opID: "11"), "invalidData"),
        ]
        for (answer, word) in moves { #expect(await answer.failure?.code == word) }
        #expect(try await source.ids() == ["a", "b"])
        // A refused operation was not performed, and may be requested again.
        _ = try await source.insert(row("e"), before: nil, opID: "1").value
    }

    // MARK: Operations that come again

    @Test func anOperationIsNotDoneTwiceNorAfterARestart() async throws {
        let patch = JSONText.object("n", .integer(1))
        do {
            let source = try await scratch.table()
            try await source.add("a", "b", "c")
            _ = try await source.move(["a"], before: nil, opID: "move").value
            _ = try await source.insert(row("x"), before: "b", opID: "insert").value
            _ = try await source.update("b", patch: patch, opID: "update").value
            _ = try await source.delete(["c"], opID: "delete").value
            _ = try await source.move(["a"], before: "x", opID: "back").value
            _ = try await source.update("b", patch: JSONText.object("n", .integer(2)), opID: "again").value
            try await source.add("c")
        }
        let source = try await scratch.table()
        let right = try await source.all()
        _ = try await source.move(["a"], before: nil, opID: "move").value
        #expect(try await source.insert(row("x"), before: "b", opID: "insert").value == row("x"))
        let repeated = try await source.update("b", patch: patch, opID: "update").value
        #expect(repeated.value.string == #"{"id":"b","n":1}"#)
        _ = try await source.delete(["c"], opID: "delete").value
        #expect(try await source.all() == right)
        let other = await source.delete(["a"], opID: "delete").failure
        #expect(other?.code == "invalidData" && other?.message.contains("was already used") == true)
    }

    @Test func aLongAnswerIsTheRowAsItIsByThen() async throws {
        let source = try await scratch.table()
        try await source.add("a")
        let patch = JSONText.object("t", .string(String(repeating: "x", count: 100_000)))
        _ = try await source.update("a", patch: patch, opID: "long").value
        _ = try await source.update("a", patch: JSONText.object("t", .null), opID: "short").value
        #expect(try await source.update("a", patch: patch, opID: "long").value == row("a"))
    }

    @Test func onlyOperationsOfLateAreRemembered() async throws {
        let source = try await scratch.table()
        for number in 0..<1_003 { _ = try await source.delete([], opID: "\(number)").value }
        let count = try scratch.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM featurehost_operations") }
        #expect(count == 1_000)
    }
}
