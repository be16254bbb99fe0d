import FHEventLoop
import FHJSON
import FeatureKit
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

/// Commands that search.
@Suite(.hangLimit)
struct CommandSearchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a source that searches with a script; the query is `$1` and the filter `$2`.
    private func searching(
        _ text: String, _ format: CommandSource.Format = .lines, matches: String? = nil, timeoutMs: Int = 1_000_000,
        filter: String = "all", children: ChildProcesses = ChildProcesses()
    ) throws -> CommandSource {
        let search = try CommandSource.Search(
            argv: ["sh", "-c", text, "search", "{query}", filter], timeoutMs: timeoutMs, matchesKey: matches)
        return CommandSource(
            try CommandSource.Options(argv: nil, format: format, search: search), children: children)
    }

    private func texts(_ found: SearchPage) -> [String] {
        found.page.rows.compactMap { $0.value.value["text"]?.stringValue }
    }

    private func failure(_ source: CommandSource, _ request: SearchRequest) async -> Failure? {
        do {
            _ = try await source.search(request).get()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["a", "a b", "$(touch x); `ls` \"'", "-rf *", "{filter} {query}", "a\nb", "ø\\"])
    func theQueryIsOneArgumentAndNeverAShellsText(query: String) async throws {
        let source = try searching(#"printf '%s' "$#:$1:$2" | tr '\n' '|'"#, filter: "f={filter}")
        let found = try await source.search(SearchRequest(query: query, limit: 9, filter: "new")).get()
        #expect(texts(found) == ["2:\(query.split(separator: "\n").joined(separator: "|")):f=new"])
    }

    @Test func itSaysWhatItCanDo() throws {
        #expect(try searching("true").capabilities == .search)
        #expect(try searching("true", filter: "{filter}").capabilities == [.search, .searchFilter])
        #expect(try script("true").capabilities == [])
        #expect(throws: Failure.self) { try CommandSource.Search(argv: ["ls"]) }
        #expect(throws: Failure.self) { try CommandSource.Search(argv: ["{query}", "{query}"]) }
        #expect(throws: Failure.self) { try CommandSource.Search(argv: []) }
    }

    @Test func aSourceWithoutASearchRefusesIt() async throws {
        #expect(await failure(try script("true"), SearchRequest(query: "a", limit: 1))?.code == "cannotSearch")
    }

    @Test func withoutArgvThereAreNoRowsButResults() async throws {
        let source = try searching("echo \"$1\"")
        #expect(try await source.page(0, 9).rows.isEmpty)
        #expect(texts(try await source.search(SearchRequest(query: "a", limit: 9)).get()) == ["a"])
    }

    @Test func pagesAreCutFromOneRun() async throws {
        let runs = folder.path.appending("runs")
        let source = try searching("echo run >> \(runs.string); for i in 1 2 3 4 5; do echo \"$1$i\"; done")
        let first = try await source.search(SearchRequest(query: "a", limit: 2)).get()
        #expect(texts(first) == ["a1", "a2"])
        #expect(!first.page.endReached)
        let second = try await source.search(SearchRequest(query: "a", limit: 2, cursor: first.page.nextCursor)).get()
        #expect(texts(second) == ["a3", "a4"])
        let third = try await source.search(SearchRequest(query: "a", limit: 2, cursor: second.page.nextCursor)).get()
        #expect(texts(third) == ["a5"])
        #expect(third.page.endReached && third.page.nextCursor == nil && third.page.totalCount == 5)
        #expect(try folder.read("runs") == "run\n")
        // A search without a cursor always starts a new run.
        _ = try await source.search(SearchRequest(query: "a", limit: 2)).get()
        #expect(try folder.read("runs") == "run\nrun\n")
    }

    @Test func resultsComeAsTheyAreFound() async throws {
        let go = try Fifo(folder.path.appending("go"))
        let source = try searching("echo \"$1\"1; read x <'\(go.path.string)'; echo \"$1\"2; exit 4")
        let first = try await source.search(SearchRequest(query: "a", limit: 9, wait: .further)).get()
        #expect(texts(first) == ["a1"] && first.page.growth == .running)
        go.go()
        var (last, found) = (first, [String]())
        // The end may be noticed later than the last result.
        repeat {
            last = try await source.search(
                SearchRequest(query: "a", limit: 9, cursor: last.page.nextCursor, wait: .further)
            ).get()
            found += texts(last)
        } while last.page.growth == .running
        #expect(found == ["a2"] && last.page.endReached && last.page.failure?.code == "commandFailed")
    }

    @Test func aRunThatWasLetGoIsMadeAgain() async throws {
        let source = try searching("for i in 1 2 3; do echo \"$1$i\"; done")
        var cursor: String?
        do {
            let found = try await source.search(SearchRequest(query: "a", limit: 2)).get()
            cursor = found.page.nextCursor
        }
        #expect(texts(try await source.search(SearchRequest(query: "a", limit: 2, cursor: cursor)).get()) == ["a3"])
    }

    @Test func aCancelledSearchEndsItsCommand() async throws {
        let fifo = try Fifo(folder.path.appending("alive"))
        // The child keeps the pipe open until the child ends.
        let source = try searching("exec 9> \(fifo.path.string); echo started >&9; exec sleep 1000")
        let task = Task { try await source.search(SearchRequest(query: "a", limit: 1)).get() }
        #expect(await fifo.line() == "started")
        task.cancel()
        await fifo.end()
        await #expect(throws: (any Error).self) { _ = try await task.value }
    }

    @Test func lettingGoOfThePageEndsACommandThatGoesOn() async throws {
        let fifo = try Fifo(folder.path.appending("alive"))
        let source = try searching("exec 9> \(fifo.path.string); echo \"$1\"; exec sleep 1000")
        var found: SearchPage? = try await source.search(SearchRequest(query: "a", limit: 1)).get()
        #expect(found.map { texts($0) } == ["a"])
        found = nil
        await fifo.end()
    }

    @Test func matchesAreTakenOutOfTheRows() async throws {
        let text = #"""
            echo '{"id":1,"name":"Oslo","at":[{"key":"name","ranges":[[0,2],[3,4]]}]}'; echo '{"id":2,"name":"x"}'
            """#
        let source = try searching(text, .jsonl, matches: "at")
        let found = try await source.search(SearchRequest(query: "a", limit: 9)).get()
        #expect(found.page.rows.map(\.value.string) == [#"{"id":1,"name":"Oslo"}"#, #"{"id":2,"name":"x"}"#])
        #expect(found.matches.mapValues(\.string) == [0: #"[{"key":"name","ranges":[[0,2],[3,4]]}]"#])
    }

    @Test(arguments: [
        "7", "[7]", #"[{"key":"a"}]"#, #"[{"key":"a","ranges":[]}]"#, #"[{"key":"a","ranges":[[1]]}]"#,
        #"[{"key":"a","ranges":[[2,1]]}]"#, #"[{"key":"a","ranges":[[0,2],[1,3]]}]"#, #"[{"key":1,"ranges":[[0,1]]}]"#,
    ])
    func matchesThatSayNothingAreAMistake(matches: String) async throws {
        let source = try searching("echo '{\"id\":1,\"at\":\(matches)}'", .jsonl, matches: "at")
        #expect(await failure(source, SearchRequest(query: "a", limit: 9))?.code == "invalidData")
    }

    @Test func status1WithoutAWordIsThatNothingWasFound() async throws {
        let request = SearchRequest(query: "a", limit: 9)
        let nothing = try await searching("exit 1").search(request).get()
        #expect(nothing.page == Page(rows: [], endReached: true, totalCount: 0))
        let some = try await searching("echo a; exit 1").search(request).get()
        #expect(some.page.rows.count == 1 && some.page.failure?.code == "commandFailed")
        #expect(await failure(try searching("echo a >&2; exit 1"), request)?.code == "commandFailed")
        #expect(await failure(try searching("exit 2"), request)?.code == "commandFailed")
    }

    @Test func whatGoesWrongIsSaid() async throws {
        let request = SearchRequest(query: "a", limit: 9)
        let failing = await failure(try searching("echo no such index >&2; exit 3"), request)
        #expect(failing?.code == "commandFailed")
        #expect(failing?.message.contains("no such index") == true)
        #expect(await failure(try searching("exec sleep 1000", timeoutMs: 1), request)?.code == "timeout")
        #expect(await failure(try searching("true"), SearchRequest(query: "a\0b", limit: 9))?.code == "invalidData")
        let cursor = SearchRequest(query: "a", limit: 9, cursor: "x")
        #expect(await failure(try searching("true"), cursor)?.code == "invalidData")
    }
}
