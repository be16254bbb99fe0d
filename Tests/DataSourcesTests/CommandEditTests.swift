import FHEventLoop
import FHJSON
import FeatureKit
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

/// Edits of rows by commands.
@Suite(.hangLimit)
struct CommandEditTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a source that prints the file `rows` as JSON Lines, with a script for each kind of edit.
    ///
    /// Each script first appends its standard input to the file `inputs`.
    private func source(
        _ scripts: [CommandSource.Editing.Kind: String],
        rows: String = #"{"id":"a","n":1}"# + "\n" + #"{"id":"b","n":2}"#,
        reload: CommandSource.Editing.Reload = .all, params: JSONText? = nil
    ) throws -> CommandSource {
        try folder.write("rows", rows + "\n")
        let commands = try scripts.mapValues { script in
            try CommandSource.Operation(argv: ["sh", "-c", "tee -a inputs >/dev/null; \(script)"])
        }
        let options = try CommandSource.Options(
            argv: ["sh", "-c", "echo >>runs; cat rows"], folder: folder.path.string, format: .jsonl)
        return CommandSource(options.edited(by: .init(commands, reload: reload, params: params)))
    }

    private func rows(_ source: CommandSource, isRefresh: Bool = false) async throws -> [String] {
        let request = FetchRequest(start: .offset(0), limit: 100, isRefresh: isRefresh)
        return try await source.fetch(request).get().rows.map { $0.value.string }
    }

    private var inputs: String { get throws { try folder.read("inputs") } }

    @Test func theSourceHasTheAbilitiesForWhichItHasCommands() throws {
        let source = try source([.insert: "true", .delete: "true"])
        #expect(source.capabilities.isSuperset(of: [.insert, .delete, .inTurn]))
        #expect(source.capabilities.isDisjoint(with: [.update, .move]))
    }

    /// More rows than answers are remembered.
    @Test func aRepeatedInsertionOfManyRowsInsertsOnlyTheMissingOnes() async throws {
        try folder.write("count", "")
        let source = try source(
            [.insert: #"echo >>count; [ $(wc -l <count) != 131 ] || { echo full >&2; exit 1; }"#], reload: .none)
        _ = try await rows(source)
        let insertions = (1...140).map { RowInsertion(SourceRow(id: "new\($0)", value: .emptyObject)) }
        await #expect(throws: Failure.self) { try await source.insert(insertions, opID: "1").get() }
        let inserted = try await source.insert(insertions, opID: "1").get()
        #expect(inserted.map(\.id) == insertions.map(\.row.id))
        // The row that failed was sent twice, each other row once.
        #expect(try inputs.split(separator: "\n").count == 141)
    }

    @Test func eachCommandGetsTheEditOnStandardInput() async throws {
        let source = try source(
            [.insert: "true", .update: "true", .delete: "true", .move: "true"], params: .object("p", .string("v")))
        _ = try await rows(source)
        let row = SourceRow(id: "c", value: try JSONText(parsing: #"{"id":"c"}"#))
        _ = try await source.insert([RowInsertion(row, before: "b")], opID: "1").get()
        let patch = try JSONText(parsing: #"{"n":9}"#)
        _ = try await source.update([RowUpdate("a", patch: patch), RowUpdate("b", patch: patch)], opID: "2").get()
        _ = try await source.delete(["b", "a"], opID: "3").get()
        _ = try await source.move(["b"], before: "a", opID: "4").get()
        _ = try await source.move(["a"], before: nil, opID: "5").get()
        #expect(
            try inputs == """
                {"value":{"id":"c"},"before":"b","params":{"p":"v"}}
                {"ids":["a","b"],"patch":{"n":9},"values":[{"id":"a","n":9},{"id":"b","n":9}],"params":{"p":"v"}}
                {"ids":["b","a"],"params":{"p":"v"}}
                {"ids":["b"],"before":"a","params":{"p":"v"}}
                {"ids":["a"],"before":null,"params":{"p":"v"}}

                """)
    }

    @Test func rowsWithDifferentPatchesHaveRunsOfTheirOwn() async throws {
        let source = try source([.update: "true"])
        _ = try await rows(source)
        let (on, off) = (try JSONText(parsing: #"{"x":true}"#), try JSONText(parsing: #"{"x":false}"#))
        let updated = try await source.update([RowUpdate("a", patch: on), RowUpdate("b", patch: off)], opID: "1").get()
        #expect(updated.map { $0.value.string } == [#"{"id":"a","n":1,"x":true}"#, #"{"id":"b","n":2,"x":false}"#])
        #expect(try inputs.split(separator: "\n").count == 2)
    }

    @Test func whatIsPrintedIsTheEditedRow() async throws {
        let source = try source([.insert: #"echo '{"id":"new","n":7}'"#, .update: #"echo '{"n":8}'"#])
        _ = try await rows(source)
        let row = SourceRow(id: "x", value: try JSONText(parsing: #"{"id":"x"}"#))
        let inserted = try await source.insert([RowInsertion(row)], opID: "1").get()
        #expect(inserted.map(\.id) == ["new"])
        let updated = try await source.update([RowUpdate("a", patch: .object("n", .string("8")))], opID: "2").get()
        #expect(updated.map(\.id) == ["a"] && updated.map { $0.value.string } == [#"{"n":8}"#])
    }

    @Test(arguments: ["echo 7", "echo '[]'", "echo '[1]'"])
    func anyOtherOutputIsAFailure(script: String) async throws {
        let source = try source([.update: script])
        _ = try await rows(source)
        let failure = await source.update([RowUpdate("a", patch: .emptyObject)], opID: "1").failure
        #expect(failure?.code == "invalidData", "\(failure?.message ?? "")")
    }

    @Test func errorsAreMistakesAndTheCommandRunsAgainOnlyOnce() async throws {
        let source = try source([.update: #"echo '{"errors":[{"path":"/n","code":"no","message":"No."}]}'"#])
        _ = try await rows(source)
        let failure = await source.update([RowUpdate("a", patch: .emptyObject)], opID: "1").failure
        #expect(failure?.mistakes.map(\.path) == ["/n"])
    }

    @Test func anEditWithTheSameIDIsMadeOnce() async throws {
        let source = try source([.delete: "true"])
        _ = try await rows(source)
        for _ in 0..<2 { _ = try await source.delete(["a"], opID: "1").get() }
        #expect(try inputs.split(separator: "\n").count == 1)
    }

    @Test func anEditOfARowThatHasChangedIsAConflictAndRunsNothing() async throws {
        let source = try source([.update: "true", .delete: "true"])
        _ = try await rows(source)
        let update = RowUpdate("a", patch: .emptyObject, ifVersion: "other")
        let failures = [
            await source.update([update], opID: "1").failure,
            await source.delete(deletions: [RowDeletion("a", ifVersion: "other")], opID: "2").failure,
        ]
        #expect(failures.map { $0?.code } == ["conflict", "conflict"])
        #expect(failures.allSatisfy { $0?.current.map(\.id) == ["a"] })
        #expect(throws: (any Error).self) { try inputs }
    }

    @Test func anEditOfTheOldRowIsAConflictBeforeTheCommandHasRunAgain() async throws {
        let source = try source([.update: "true"])
        let request = FetchRequest(start: .offset(0), limit: 100)
        let old = try await source.fetch(request).get().rows[0].version
        let patch = try JSONText(parsing: #"{"n":5}"#)
        _ = try await source.update([RowUpdate("a", patch: patch, ifVersion: old)], opID: "1").get()
        let failure = await source.update([RowUpdate("a", patch: patch, ifVersion: old)], opID: "2").failure
        #expect(failure?.code == "conflict")
    }

    @Test func theRowsAreReadAgainByANewRun() async throws {
        let source = try source([.delete: #"grep -v '"a"' rows >new; mv new rows"#])
        _ = try await rows(source)
        let notices = Mutex(0)
        let listener = source.changes?.listen { _ in notices.withLock { $0 += 1 } }
        _ = try await source.delete(["a"], opID: "1").get()
        #expect(notices.withLock { $0 } == 1)
        #expect(try await rows(source, isRefresh: true) == [#"{"id":"b","n":2}"#])
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: [CommandSource.Editing.Reload.row, .none])
    func withoutAReloadTheRowsOfTheRunAreEdited(reload: CommandSource.Editing.Reload) async throws {
        let source = try source(
            [.insert: "true", .update: #"echo '{"id":"a","n":5}'"#, .delete: "true", .move: "true"], reload: reload)
        _ = try await rows(source)
        let row = SourceRow(id: "c", value: try JSONText(parsing: #"{"id":"c"}"#))
        _ = try await source.insert([RowInsertion(row, before: "b")], opID: "1").get()
        let patch = try JSONText(parsing: #"{"n":9}"#)
        _ = try await source.update([RowUpdate("a", patch: patch)], opID: "2").get()
        _ = try await source.delete(["b"], opID: "3").get()
        _ = try await source.move(["a"], behind: "c", opID: "4").get()
        let n = reload == .row ? 5 : 9
        #expect(try await rows(source) == [#"{"id":"c"}"#, #"{"id":"a","n":\#(n)}"#])
        #expect(try folder.read("runs").count == 1)
    }

    @Test func editsRunOneAfterTheOther() async throws {
        let source = try source([.delete: "mkdir busy && rmdir busy"])
        _ = try await rows(source)
        await withTaskGroup(of: Failure?.self) { group in
            for number in 0..<8 { group.addTask { await source.delete(["a"], opID: "\(number)").failure } }
            for await failure in group { #expect(failure == nil) }
        }
        #expect(try inputs.split(separator: "\n").count == 8)
    }
}

extension SourceAnswer {
    /// The failure of the call; nil if it succeeds.
    fileprivate var failure: Failure? {
        get async {
            do throws(Failure) {
                _ = try await get()
                return nil
            } catch {
                return error
            }
        }
    }
}
