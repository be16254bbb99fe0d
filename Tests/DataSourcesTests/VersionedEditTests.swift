import FHJSON
import FeatureKit
import SystemPackage
import Testing

@testable import FHDataSources

/// Edits that name the version of their row, and edits of several rows, in the host's own sources.
@Suite struct VersionedEditTests {
    enum Kind: String, CaseIterable { case inline, jsonl, json, csv, query }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ kind: Kind) throws -> any DataSource {
        let rows = [try row(#"{"id":"a","n":"1"}"#), try row(#"{"id":"b","n":"2"}"#)]
        switch kind {
        case .inline: return try InlineSource(rows: rows)
        case .query: return QueryingSource(try InlineSource(rows: rows))
        case .jsonl: try folder.write("f", "{\"id\":\"a\",\"n\":\"1\"}\n{\"id\":\"b\",\"n\":\"2\"}\n")
        case .json: try folder.write("f", #"[{"id":"a","n":"1"}, {"id":"b","n":"2"}]"#)
        case .csv: try folder.write("f", "id,n\na,1\nb,2\n")
        }
        guard let format = FileFormat(rawValue: kind.rawValue) else { throw Failure("internalError", "no format") }
        return FileSource(path: folder.file("f").string, format: format)
    }

    private func failure(_ answer: SourceAnswer<[SourceRow]>) async -> Failure? {
        do throws(Failure) {
            _ = try await answer.get()
            return nil
        } catch {
            return error
        }
    }

    private func values(_ source: any DataSource) async throws -> [String] {
        try await source.all().map { $0.member("n")?.stringValue ?? "" }
    }

    @Test(arguments: Kind.allCases)
    func anEditIsMadeOnceWithAVersion(kind: Kind) async throws {
        let source = try source(kind)
        let version = try await source.all()[0].version
        let patch = JSONText.object("n", .string("3"))
        let new = try await source.update("a", patch: patch, ifVersion: version, opID: "1").get()
        #expect(new.version != version)
        #expect(try await source.all()[0].version == new.version)
        let old = RowUpdate("a", patch: .object("n", .string("4")), ifVersion: version)
        let failure = await failure(source.update([old], opID: "2"))
        #expect(failure?.code == "conflict" && failure?.current == [new])
        // The refused operation is not remembered as performed.
        _ = try await source.update("a", patch: .object("n", .string("5")), ifVersion: new.version, opID: "2").get()
        #expect(try await values(source) == ["5", "2"])
    }

    @Test(arguments: Kind.allCases)
    func ofManyChangesAllAreMadeOrNone(kind: Kind) async throws {
        let source = try source(kind)
        let patch = JSONText.object("n", .string("x"))
        let wrong = [RowUpdate("a", patch: patch), RowUpdate("b", patch: patch, ifVersion: "another")]
        #expect(await failure(source.update(wrong, opID: "1"))?.current.map(\.id) == ["b"])
        let gone = [RowUpdate("a", patch: patch), RowUpdate("z", patch: patch)]
        #expect(await failure(source.update(gone, opID: "2"))?.code == "targetGone")
        #expect(try await values(source) == ["1", "2"])
        let right = [RowUpdate("a", patch: patch), RowUpdate("b", patch: patch)]
        #expect(try await source.update(right, opID: "3").get().map(\.id) == ["a", "b"])
        #expect(try await values(source) == ["x", "x"])
    }

    @Test(arguments: Kind.allCases)
    func ofManyRowsAllAreInsertedOrNone(kind: Kind) async throws {
        let source = try source(kind)
        func insertion(_ id: String, _ before: String?) throws -> RowInsertion {
            RowInsertion(try row(#"{"id":"\#(id)","n":"\#(id)"}"#), before: before)
        }
        let taken = [try insertion("c", nil), try insertion("b", nil)]
        #expect(await failure(source.insert(taken, opID: "1"))?.code == "duplicateId")
        #expect(try await source.ids() == ["a", "b"])
        let free = [try insertion("c", "a"), try insertion("d", "c"), try insertion("e", nil)]
        #expect(try await source.insert(free, opID: "2").get().map(\.id) == ["c", "d", "e"])
        #expect(try await source.ids() == ["d", "c", "a", "b", "e"])
        // A repeated operation is not performed again.
        _ = try await source.insert(free, opID: "2").get()
        #expect(try await source.ids() == ["d", "c", "a", "b", "e"])
    }

    @Test(arguments: Kind.allCases)
    func rowsAreDeletedOnlyWithTheirVersions(kind: Kind) async throws {
        let source = try source(kind)
        let deletions = try await source.all().map { RowDeletion($0.id, ifVersion: $0.version) }
        let new = try await source.update("b", patch: .object("n", .string("3")), opID: "1").get()
        do throws(Failure) {
            _ = try await source.delete(deletions: deletions, opID: "2").get()
            Issue.record("a row with another version was deleted")
        } catch {
            #expect(error.code == "conflict" && error.current == [new])
        }
        #expect(try await source.ids() == ["a", "b"])
        _ = try await source.delete(deletions: [RowDeletion("b", ifVersion: new.version)], opID: "3").get()
        #expect(try await source.ids() == ["a"])
    }

    /// A source that only deletes by ids refuses versions instead of ignoring them.
    @Test func aSourceThatCantCompareVersionsRefusesThem() async throws {
        let source = DeletingSource()
        let deletions = [RowDeletion("a"), RowDeletion("b", ifVersion: "1")]
        do throws(Failure) {
            _ = try await source.delete(deletions: deletions, opID: "1").get()
            Issue.record("the versions were ignored")
        } catch {
            #expect(error.code == "readOnly")
        }
        #expect(try await source.delete(deletions: [deletions[0]], opID: "2").get() == Done())
    }

    /// If another program writes between the read and the edit, the current version in the file counts.
    @Test func aFileIsComparedAsItIsWhenItIsWritten() async throws {
        let source = try source(.jsonl)
        let version = try await source.all()[0].version
        try folder.write("f", "{\"id\":\"a\",\"n\":\"9\"}\n{\"id\":\"b\",\"n\":\"2\"}\n")
        let patch = JSONText.object("n", .string("3"))
        let failure = await failure(source.update([RowUpdate("a", patch: patch, ifVersion: version)], opID: "1"))
        #expect(failure?.code == "conflict")
        #expect(failure?.current.first?.member("n")?.stringValue == "9")
        #expect(try await values(source) == ["9", "2"])
    }

    /// White space does not change the version.
    @Test func aRowThatIsWrittenOtherwiseHasTheSameVersion() async throws {
        let source = try source(.jsonl)
        let version = try await source.all()[0].version
        try folder.write("f", "{ \"id\": \"a\",  \"n\":\"1\" }\n")
        _ = try await source.update("a", patch: .object("n", .string("3")), ifVersion: version, opID: "1").get()
        #expect(try await values(source) == ["3"])
    }
}

/// A source that deletes rows by their ids only.
private struct DeletingSource: DataSource {
    let capabilities: SourceCapabilities = [.delete]

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(Page(rows: [], endReached: true))) }
    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> { .now(.success(Done())) }
}
