import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Edits that name the version of their row, and edits of several rows, in databases.
@Suite(.hangLimit)
struct VersionedEditTests {
    enum Kind: CaseIterable { case table, sqlite }

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try DatabaseFile(path: scratch.path).create()
    }

    private func source(_ kind: Kind) async throws -> any DataSource {
        switch kind {
        case .table:
            let source = try await scratch.table()
            for id in ["1", "2"] {
                let value = try JSONText(parsing: #"{"id":"\#(id)","n":\#(id)}"#)
                _ = try await source.insert(SourceRow(id: id, value: value), before: nil, opID: "i\(id)").value
            }
            return source
        case .sqlite:
            try scratch.sql { db in
                try db.execute(sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 1), (2, 2)")
            }
            let path = JSONText.string(scratch.path)
            return try await SQLiteSource.open(JSONValue(parsing: #"{"path":\#(path),"table":"t"}"#)).value
        }
    }

    private func rows(_ source: any DataSource) async throws -> [SourceRow] {
        try await Array(source.fetch(FetchRequest(start: .offset(0), limit: .max)).value.rows)
    }

    private func patch(_ number: Int) -> JSONText { .object("n", .integer(number)) }

    private func failure(_ answer: SourceAnswer<[SourceRow]>) async -> Failure? {
        do throws(Failure) {
            _ = try await answer.value
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: Kind.allCases)
    func anEditIsMadeOnceWithAVersion(kind: Kind) async throws {
        let source = try await source(kind)
        let version = try await rows(source)[0].version
        let new = try await source.update("1", patch: patch(3), ifVersion: version, opID: "1").value
        #expect(try await rows(source)[0].version == new.version)
        let failure = await failure(
            source.update([RowUpdate("1", patch: patch(4), ifVersion: version)], opID: "2"))
        #expect(failure?.code == "conflict" && failure?.current == [new])
        _ = try await source.update("1", patch: patch(5), ifVersion: new.version, opID: "2").value
        #expect(try await rows(source).map { $0.member("n")?.intValue } == [5, 2])
        // The same operation with another version is the same operation.
        _ = try await source.update("1", patch: patch(5), ifVersion: "another", opID: "2").value
    }

    @Test(arguments: Kind.allCases)
    func ofManyChangesAllAreMadeOrNone(kind: Kind) async throws {
        let source = try await source(kind)
        let wrong = [RowUpdate("1", patch: patch(7)), RowUpdate("2", patch: patch(7), ifVersion: "another")]
        #expect(await failure(source.update(wrong, opID: "1"))?.current.map(\.id) == ["2"])
        let gone = [RowUpdate("1", patch: patch(7)), RowUpdate("9", patch: patch(7))]
        #expect(await failure(source.update(gone, opID: "2"))?.code == "targetGone")
        #expect(try await rows(source).map { $0.member("n")?.intValue } == [1, 2])
        let right = [RowUpdate("1", patch: patch(7)), RowUpdate("2", patch: patch(8))]
        for _ in 0..<2 { #expect(try await source.update(right, opID: "3").value.map(\.id) == ["1", "2"]) }
        #expect(try await rows(source).map { $0.member("n")?.intValue } == [7, 8])
    }

    @Test(arguments: Kind.allCases)
    func ofManyRowsAllAreInsertedOrNone(kind: Kind) async throws {
        let source = try await source(kind)
        func insertion(_ id: Int) throws -> RowInsertion {
            RowInsertion(SourceRow(id: "\(id)", value: try JSONText(parsing: #"{"id":\#(id),"n":\#(id)}"#)))
        }
        #expect(await failure(source.insert([try insertion(3), try insertion(2)], opID: "1"))?.code == "duplicateId")
        #expect(try await rows(source).map(\.id) == ["1", "2"])
        #expect(
            try await source.insert([try insertion(3), try insertion(4)], opID: "2").value.map(\.id) == ["3", "4"])
        #expect(try await rows(source).map(\.id) == ["1", "2", "3", "4"])
    }
}
