import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Tables, views and queries of existing databases.
@Suite(.hangLimit)
struct SQLiteSourceTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try DatabaseFile(path: scratch.path).create()
    }

    private func make(_ sql: String) throws {
        try scratch.sql { try $0.execute(sql: sql) }
    }

    private func open(_ options: String, busySeconds: Double = 5) async throws -> SQLiteSource {
        let path = JSONText.string(scratch.path)
        let value = try JSONValue(parsing: #"{"path":\#(path),\#(options)}"#)
        return try await SQLiteSource.open(value, busySeconds: busySeconds).value
    }

    private func failure(_ options: String) async -> Failure? {
        await #expect(throws: Failure.self) { _ = try await open(options) }
    }

    private func insert(_ source: SQLiteSource, _ id: String, _ members: String, _ opID: String? = nil)
        -> SourceAnswer<SourceRow>
    {
        let value = (try? JSONText(parsing: "{\(members)}")) ?? .null
        return source.insert(SourceRow(id: id, value: value), before: nil, opID: opID ?? UUID().uuidString)
    }

    private func update(_ source: SQLiteSource, _ id: String, _ patch: String) -> SourceAnswer<SourceRow> {
        source.update(id, patch: (try? JSONText(parsing: patch)) ?? .null, opID: UUID().uuidString)
    }

    // MARK: Reading

    @Test func valuesAreWhatTheyAreInJSON() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, "a b" TEXT, r REAL, b BLOB, n);
            INSERT INTO t VALUES (1, 'é"' || char(0) || 'x', 1.5, x'00ff10', NULL), (-7, '', 9e999, x'', 12);
            """)
        let source = try await open(#""table":"T""#)
        #expect(source.idKey == "id" && source.capabilities == [.query, .insert, .update, .delete])
        let right = [
            #"{"id":-7,"a b":"","r":"Infinity","b":{"$base64":""},"n":12}"#,
            #"{"id":1,"a b":"é\"\u0000x","r":1.5,"b":{"$base64":"AP8Q"},"n":null}"#,
        ]
        #expect(try await source.all() == right)
    }

    @Test(arguments: [
        ("CREATE TABLE t(id TEXT, v); INSERT INTO t VALUES ('x', 1)", "", "id", #"{"id":"x","v":1}"#),
        ("CREATE TABLE t(v); INSERT INTO t VALUES (5)", "", "id", #"{"id":1,"v":5}"#),
        ("CREATE TABLE t(v); INSERT INTO t VALUES (5)", #","id":"rowid""#, "rowid", #"{"rowid":1,"v":5}"#),
        ("CREATE TABLE t(rowid, v); INSERT INTO t VALUES (9, 5)", "", "id", #"{"id":1,"rowid":9,"v":5}"#),
        (
            "CREATE TABLE t(v, k PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES (5, 'a')", #","id":"k""#, "k",
            #"{"v":5,"k":"a"}"#
        ),
        (
            "CREATE TABLE t(a, b, c); INSERT INTO t VALUES (1, 2, 3)", #","id":"b","columns":["c"]"#, "b",
            #"{"b":2,"c":3}"#
        ),
        (
            "CREATE TABLE u(k, v); INSERT INTO u VALUES (1, 2); CREATE VIEW t AS SELECT k, v FROM u", #","id":"k""#,
            "k",
            #"{"k":1,"v":2}"#
        ),
    ])
    func rowsAreKnownByTheirIDs(sql: String, options: String, key: String, row: String) async throws {
        try make(sql)
        let source = try await open(#""table":"t"\#(options)"#)
        #expect(source.idKey == key)
        #expect(try await source.all() == [row])
    }

    @Test func aQueryIsReadAlone() async throws {
        try make("CREATE TABLE t(k, n); INSERT INTO t VALUES ('a', 1), ('b', 2), ('a', 3)")
        let query = "SELECT k AS id, sum(n) AS total FROM t GROUP BY k ORDER BY total; "
        let source = try await open(#""query":\#(JSONText.string(query))"#)
        #expect(source.capabilities == [.query])
        #expect(try await source.all() == [#"{"id":"b","total":2}"#, #"{"id":"a","total":4}"#])
        #expect(await insert(source, "c", #""id":"c""#).failure?.code == "readOnly")
        let commented = try await open(#""query":"SELECT 1 AS id, 2 AS id -- twice""#)
        #expect(try await commented.all() == [#"{"id":1,"id:1":2}"#])
        for query in ["DELETE FROM t", "SELECT 1 AS id); DELETE FROM t; --", "PRAGMA user_version"] {
            #expect(await failure(#""query":\#(JSONText.string(query))"#) != nil, "\(query)")
        }
        #expect(try scratch.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 3)
    }

    @Test func oneScrollsByCursorsWhereRowsHaveNumbers() async throws {
        try make("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (10), (20), (30), (40), (50)")
        let source = try await open(#""table":"t""#)
        let first = try await source.fetch(FeatureKit.FetchRequest(start: .offset(1), limit: 2)).value
        #expect(first.rows.map(\.id) == ["20", "30"] && first.nextCursor == "30" && first.totalCount == 5)
        let next = try await source.fetch(FeatureKit.FetchRequest(start: .cursor("30"), limit: 9)).value
        #expect(next.rows.map(\.id) == ["40", "50"] && next.endReached && next.nextCursor == nil)
    }

    // MARK: Options

    @Test(arguments: [
        ("", "invalidOptions", "the option table or query must be set"),
        (#""table":"t","query":"SELECT 1""#, "invalidOptions", "the option table or query must be set"),
        (#""table":"none""#, "tableGone", "has no table none"),
        (
            #""table":"t","id":"x""#, "invalidOptions",
            "the option id must be a column that tells the rows of the table t"
        ),
        (#""table":"w""#, "invalidOptions", "the option id must be a column"),
        (
            #""table":"t","columns":["x"]"#, "invalidOptions",
            "the option columns names x, which the table t doesn't have"
        ),
        (
            #""query":"SELECT 1 AS x""#, "invalidOptions",
            "the option id must be a column that tells the rows of the query"
        ),
        (#""query":"SELEC 1""#, "databaseError", "syntax error"),
        (#""table":"t","wal":true"#, "invalidOptions", "the option wal is not known"),
    ])
    func wrongOptionsAreTold(options: String, word: String, message: String) async throws {
        try make("CREATE TABLE t(v); CREATE TABLE w(k PRIMARY KEY) WITHOUT ROWID")
        let parts = options.isEmpty ? #""id":null"# : options
        let failure = await failure(parts)
        #expect(failure?.code == word && failure?.message.contains(message) == true, "\(String(describing: failure))")
    }

    @Test func aFileThatIsNotThereIsTold() async throws {
        try FileManager.default.removeItem(atPath: scratch.path)
        let failure = await failure(#""table":"t""#)
        #expect(failure?.code == "notFound" && failure?.message.contains(scratch.path) == true)
        #expect(!FileManager.default.fileExists(atPath: scratch.path))
    }

    @Test func whatIsNoDatabaseIsTold() async throws {
        try Data(repeating: 0x61, count: 8_192).write(to: URL(fileURLWithPath: scratch.path))
        let failure = await failure(#""table":"t""#)
        #expect(failure?.code == "databaseCorrupt" && failure?.retryable == false)
    }

    // MARK: Edits

    @Test func rowsAreChanged() async throws {
        try make("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT DEFAULT 'd', b, up AS (upper(v)))")
        let source = try await open(#""table":"t""#)
        let added = try await insert(source, "5", #""id":5,"v":"x","b":true"#).value
        #expect(added.value.string == #"{"id":5,"v":"x","b":1,"up":"X"}"#)
        let counted = try await insert(source, "k3Xz", #""id":"k3Xz""#).value
        #expect(counted.id == "6" && counted.value.string == #"{"id":6,"v":"d","b":null,"up":"D"}"#)
        let updated = try await update(source, "5", #"{"v":null,"b":{"$base64":"AP8="}}"#).value
        #expect(updated.value.string == #"{"id":5,"v":null,"b":{"$base64":"AP8="},"up":null}"#)
        #expect(try await update(source, "5", #"{"b":"a\u0000b"}"#).value.value.value["b"]?.stringValue == "a\0b")
        #expect(try await update(source, "5", #"{"id":5}"#).value.id == "5")
        _ = try await source.delete(["5", "none", "77"], opID: "d").value
        #expect(try await source.all().count == 1)
        #expect(await source.move(["6"], before: nil, opID: "m").failure?.code == "readOnly")
    }

    @Test func idsMayBeTextsAndNumbers() async throws {
        try make("CREATE TABLE t(id, v); CREATE TABLE u(v)")
        let source = try await open(#""table":"t""#)
        #expect(try await insert(source, "a", #""id":"a""#).value.value.string == #"{"id":"a","v":null}"#)
        #expect(try await insert(source, "12", #""id":12"#).value.value.string == #"{"id":12,"v":null}"#)
        #expect(try await insert(source, "13", #""id":"13""#).value.value.string == #"{"id":"13","v":null}"#)
        for id in ["12", "13"] { _ = try await update(source, id, #"{"v":1}"#).value }
        _ = try await source.delete(["12", "13"], opID: "d").value
        #expect(try await source.all() == [#"{"id":"a","v":null}"#])
        let numbered = try await open(#""table":"u""#)
        #expect(try await insert(numbered, "41", #""id":"41","v":1"#).value.value.string == #"{"id":41,"v":1}"#)
        #expect(try await insert(numbered, "x", #""v":2"#).value.value.string == #"{"id":42,"v":2}"#)
        #expect(try await update(numbered, "41", #"{"v":3}"#).value.value.string == #"{"id":41,"v":3}"#)
        #expect(await update(numbered, "none", #"{"v":3}"#).failure?.code == "targetGone")
    }

    @Test func anOperationThatComesAgainIsNotDoneTwice() async throws {
        try make("CREATE TABLE t(v)")
        let source = try await open(#""table":"t""#)
        let first = try await insert(source, "x", #""v":1"#, "same").value
        #expect(try await insert(source, "x", #""v":1"#, "same").value == first)
        #expect(try await source.all().count == 1)
    }

    @Test(arguments: [
        (#""id":1,"v":"new","n":1"#, "duplicateId", "there is a row with the id 1 already"),
        (#""id":2,"v":"one","n":1"#, "invalidData", "another row has this v already"),
        (#""id":2,"n":1"#, "invalidData", "the column v must have a value"),
        (#""id":2,"v":"x","n":-1"#, "invalidData", "a rule of the table is broken: n > 0"),
        (#""id":2,"v":"x","n":1,"o":9"#, "invalidData", "the edit breaks a foreign key"),
        (#""id":2,"v":"x","n":"many""#, "invalidData", "cannot store TEXT value in INTEGER column t.n"),
        (#""id":2,"v":"stop","n":1"#, "invalidData", "the trigger says no"),
        (#""id":2,"v":["x"],"n":1"#, "invalidData", "the column v can't hold arrays and objects"),
        (#""id":2,"v":{"$base64":"?"},"n":1"#, "invalidData", "the column v has a $base64 that is none"),
        (#""id":2,"v":"x","n":1,"z":1"#, "invalidData", "there is no column z; there are id, v, n, o, g"),
        (#""id":2,"v":"x","n":1,"g":1"#, "invalidData", "the column g is worked out by the database"),
    ])
    func whatATableRefusesIsToldInItsWords(members: String, word: String, message: String) async throws {
        try make(
            """
            CREATE TABLE o(id INTEGER PRIMARY KEY);
            CREATE TABLE t(
                id INTEGER PRIMARY KEY, v TEXT NOT NULL UNIQUE, n INTEGER CHECK (n > 0), o INTEGER REFERENCES o(id),
                g INTEGER AS (n + 1)) STRICT;
            INSERT INTO t(id, v, n) VALUES (1, 'one', 1);
            CREATE TRIGGER stop BEFORE INSERT ON t WHEN new.v = 'stop' BEGIN
                SELECT raise(ABORT, 'the trigger says no');
            END;
            """)
        let source = try await open(#""table":"t""#)
        let id = members.hasPrefix(#""id":1"#) ? "1" : "2"
        let failure = await insert(source, id, members).failure
        #expect(failure?.code == word && failure?.message.hasPrefix(message) == true, "\(String(describing: failure))")
        #expect(failure?.retryable == false)
        #expect(try await source.all().count == 1)
    }

    @Test func anEditThatATriggerLeavesOutIsRefused() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b');
            CREATE TRIGGER kept BEFORE DELETE ON t WHEN old.id = 2 BEGIN SELECT raise(IGNORE); END;
            CREATE TRIGGER same BEFORE UPDATE ON t WHEN old.id = 2 BEGIN SELECT raise(IGNORE); END;
            """)
        let source = try await open(#""table":"t""#)
        let update = await update(source, "2", #"{"v":"x"}"#).failure
        #expect(update?.message == "a trigger of the database left out the change of the row 2")
        #expect(await self.update(source, "2", #"{"v":"b"}"#).failure == nil, "there is nothing to change")
        let deletion = await source.delete(["1", "2"], opID: "1").failure
        #expect(deletion?.message == "a trigger of the database left out the deletion of the row 2")
        #expect(try await source.all().count == 2, "all or nothing")
    }

    @Test func otherEditsThatDontFitAreRefused() async throws {
        try make(
            """
            CREATE TABLE o(id INTEGER PRIMARY KEY); CREATE TABLE t(id, o REFERENCES o(id));
            INSERT INTO o VALUES (1); INSERT INTO t VALUES ('a', 1), ('twin', 1), ('twin', 1);
            """)
        let source = try await open(#""table":"t""#)
        let others = try await open(#""table":"o""#)
        #expect(await others.delete(["1"], opID: "1").failure?.code == "invalidData")
        #expect(await update(source, "a", #"{"id":"b"}"#).failure?.message == "the id of the row a can't be changed")
        #expect(
            await update(source, "twin", #"{"o":null}"#).failure?.message.hasPrefix("several rows have the id") == true)
        #expect(await source.delete(["a", "twin"], opID: "2").failure?.code == "invalidData")
        #expect(try await source.all().count == 3)
    }

    @Test func ofSeveralRowsTheOneThatIsRefusedIsNamed() async throws {
        try make("CREATE TABLE t(id TEXT, n CHECK (n > 0)); INSERT INTO t VALUES ('a', 1), ('b', 1)")
        let source = try await open(#""table":"t""#)
        let updates = [("a", 2), ("b", -1)].map { RowUpdate($0, patch: .object("n", .integer($1))) }
        let failure = await source.update(updates, opID: "1").failure
        #expect(failure?.message == "the row b: a rule of the table is broken: n > 0")
        #expect(failure?.mistakes.map(\.message) == ["a rule of the table is broken: n > 0"])
        #expect(await update(source, "b", #"{"z":1}"#).failure?.message.hasPrefix("the row b: there is no") == true)
    }

    @Test func rowsOfOtherVersionsAreNotTakenAway() async throws {
        try make("CREATE TABLE t(id TEXT, n); INSERT INTO t VALUES ('a', 1), ('b', 1)")
        let source = try await open(#""table":"t""#)
        let rows = try await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 9)).value.rows
        let deletions = rows.map { RowDeletion($0.id, ifVersion: $0.version) } + [RowDeletion("gone", ifVersion: "x")]
        try make("UPDATE t SET n = 2 WHERE id = 'b'")
        let failure = await source.delete(deletions: deletions, opID: "1").failure
        #expect(failure?.code == "conflict" && failure?.current.map(\.id) == ["b"])
        #expect(try await source.all().count == 2)
        try make("UPDATE t SET n = 1 WHERE id = 'b'")
        _ = try await source.delete(deletions: deletions, opID: "1").value
        #expect(try await source.all().isEmpty)
    }

    @Test func anInfiniteNumberIsShownAndWrittenBack() async throws {
        try make("CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL, v); INSERT INTO t VALUES (1, 9e999, -9e999)")
        let source = try await open(#""table":"t""#)
        #expect(try await source.all() == [#"{"id":1,"r":"Infinity","v":"-Infinity"}"#])
        // Another column is changed, and the number stays.
        _ = try await update(source, "1", #"{"v":"x"}"#).value
        #expect(try await source.all() == [#"{"id":1,"r":"Infinity","v":"x"}"#])
        _ = try await update(source, "1", #"{"r":"-Infinity"}"#).value
        #expect(try scratch.sql { try Double.fetchOne($0, sql: "SELECT r FROM t") } == -.infinity)
    }

    // MARK: Changes by others

    @Test func anotherProgramsChangeIsTold() async throws {
        try make("CREATE TABLE t(v)")
        let source = try await open(#""table":"t""#)
        let heard = Heard(try #require(source.changes))
        try make("INSERT INTO t VALUES (1)")
        await heard.next()
        #expect(heard.all.first == SourceChange())
        _ = try await insert(source, "x", #""v":2"#, "mine").value
        while !heard.all.contains(SourceChange(opID: "mine")) { await heard.next() }
        #expect(try await source.all().count == 2)
    }

    @Test func aTableMayGoAndComeBack() async throws {
        try make("CREATE TABLE t(v)")
        let source = try await open(#""table":"t""#)
        try make("DROP TABLE t")
        let gone = await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure
        #expect(gone?.code == "tableGone" && gone?.retryable == true)
        try make("CREATE TABLE t(other); INSERT INTO t VALUES (1)")
        #expect(try await source.all() == [#"{"id":1,"other":1}"#])
    }

    @Test func aDatabaseThatIsReplacedIsReadAnew() async throws {
        try make("CREATE TABLE t(v)")
        let source = try await open(#""table":"t""#)
        let heard = Heard(try #require(source.changes))
        let other = scratch.path + ".new"
        try DatabaseQueue(path: other).inDatabase { try $0.execute(sql: "CREATE TABLE t(w); INSERT INTO t VALUES (7)") }
        #expect(rename(other, scratch.path) == 0)
        await heard.next()
        #expect(try await source.all() == [#"{"id":1,"w":7}"#])
        try FileManager.default.removeItem(atPath: scratch.path)
        let gone = await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure
        #expect(gone?.code == "notFound")
    }

    @Test func whatAnotherProgramHoldsIsTriedAgain() async throws {
        try make("CREATE TABLE t(v)")
        let source = try await open(#""table":"t""#, busySeconds: 0)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: scratch.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        let failure = await insert(source, "x", #""v":1"#).failure
        #expect(failure?.code == "databaseLocked" && failure?.retryable == true)
        try await other.writeWithoutTransaction { try $0.rollback() }
        _ = try await insert(source, "x", #""v":1"#).value
    }
}
