import FHEventLoop
import FHJSON
import FeatureKit
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

@Suite(.hangLimit)
struct CommandSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func texts(_ page: Page) -> [String] { page.rows.map(\.value.string) }

    // MARK: Formats

    private static func line(_ text: String, _ occurrence: Int = 1) -> String {
        #"{"id":"\#(lineID(text))\#(occurrence > 1 ? "-\(occurrence)" : "")","text":"\#(text)"}"#
    }

    @Test(arguments: [
        ("printf 'a\\nb'", CommandSource.Format.lines, nil, [line("a"), line("b")]),
        ("printf '\\r\\n\\n'", .lines, nil, [line(""), line("", 2)]),
        ("printf 'id\\tx\\n1\\ta\\n\\n2\\tb\\r\\n'", .tsv, nil, [#"{"id":"1","x":"a"}"#, #"{"id":"2","x":"b"}"#]),
        ("printf '1\\ta\\n2\\t\"b\\n'", .tsv, ["id", "x"], [#"{"id":"1","x":"a"}"#, #"{"id":"2","x":"\"b"}"#]),
        (
            "printf 'a,\"b\\n\"\"c\"\\nd,1\\n'", .csv, ["x", "id"],
            [#"{"x":"a","id":"b\n\"c"}"#, #"{"x":"d","id":"1"}"#]
        ),
        ("printf '\\357\\273\\277\"id\"\\n1\\n2\\n'", .csv, nil, [#"{"id":"1"}"#, #"{"id":"2"}"#]),
        ("printf '{\"id\":1}\\n \\n{\"id\":\"b\"}'", .jsonl, nil, [#"{"id":1}"#, #"{"id":"b"}"#]),
        ("exit 0", .csv, nil, []), ("echo id", .csv, nil, []), ("exit 0", .lines, nil, []),
    ])
    func readsWhatACommandPrints(
        text: String, format: CommandSource.Format, columns: [String]?, expected: [String]
    ) async throws {
        let source = try script(text, format, columns: columns)
        let all = try await source.page(0, .max)
        #expect(texts(all) == expected)
        #expect(all.endReached && all.totalCount == expected.count && all.nextCursor == nil)
        for (index, row) in expected.enumerated() {
            let page = try await source.page(index, 1)
            #expect(texts(page) == [row])
            #expect(!page.endReached && page.totalCount == nil, "a page knows the end when it reaches past it")
        }
        let behind = try await source.page(expected.count, 10)
        #expect(behind == Page(rows: [], endReached: true, totalCount: expected.count, edition: 1))
    }

    @Test func isReadOnlyAndCountsByOffsets() async throws {
        let source = try script("echo a")
        #expect(source.capabilities == [])
        #expect(source.idKey == "id")
        await #expect(throws: Failure.readOnly) { _ = try await source.delete(["1"], opID: "o").get() }
        await #expect { _ = try await source.fetch(FetchRequest(start: .cursor("a"), limit: 1)).get() } throws: {
            ($0 as? Failure)?.code == "invalidData"
        }
    }

    @Test func runsInItsFolder() async throws {
        let options = try CommandSource.Options(argv: ["pwd"], folder: "/proc")
        #expect(texts(try await CommandSource(options).page(0, 1)) == [Self.line("/proc")])
    }

    @Test(arguments: [
        ([], CommandSource.Format.lines, nil, "argv"), ([""], .lines, nil, "argv"),
        (["a"], .lines, ["id"], "lines has none"), (["a"], .csv, ["x"], "no column id"),
        (["a"], .tsv, ["id", "id"], "twice"),
    ])
    func refusesWhatDoesNotFit(
        argv: [String], format: CommandSource.Format, columns: [String]?, words: String
    ) throws {
        #expect { _ = try CommandSource.Options(argv: argv, format: format, columns: columns) } throws: { error in
            let failure = error as? Failure
            return failure?.code == "invalidData" && failure?.message.contains(words) == true
        }
    }

    // MARK: Streaming

    @Test func aPageComesWhileTheCommandRuns() async throws {
        let go = try Fifo(folder.file("go"))
        let source = try script("seq 50; read x <'\(go.path.string)'; seq 51 60")
        let first = try await source.page(0, 20)
        #expect(first.rows.map { $0.member("text")?.stringValue } == (1...20).map { "\($0)" })
        #expect(!first.endReached && first.totalCount == nil)
        #expect(try await source.page(20, 30).rows.count == 30)
        async let rest = source.page(50, 30)
        go.go()
        let last = try await rest
        #expect(last.rows.map(\.value.string).last == Self.line("60"))
        #expect(last.rows.count == 10 && last.endReached && last.totalCount == 60)
        #expect(try await source.page(0, 61).endReached)
    }

    @Test func aCommandThatPrintsForEverGivesPagesAndThenItsLimit() async throws {
        let source = try script("yes", outputLimit: 100_000)
        #expect(try await source.page(0, 50).rows.count == 50)
        // Each line has two bytes and counts as ten; the rows from before the failure stay.
        let page = try await source.page(0, .max)
        let failure = try #require(page.failure)
        #expect(page.rows.count == 10_000 && page.endReached && page.totalCount == nil)
        #expect(failure.code == "outputLimit" && failure.retryable)
        #expect(failure.message.contains("sh") && failure.message.contains("100000"))
        #expect(try await source.page(9_990, 10).rows.count == 10)
        #expect(try await source.page(10_000, 1).failure?.code == "outputLimit")
    }

    @Test(arguments: ["yes ''", "cat /dev/zero"])
    func nothingIsKeptWithoutEnd(text: String) async throws {
        let source = try script(text, .jsonl, outputLimit: 200_000)
        #expect(await source.failure()?.code == "outputLimit")
    }

    @Test func theLimitItselfMayBePrinted() async throws {
        #expect(try await script("printf 'a\\nb\\n'", outputLimit: 20).page(0, .max).rows.count == 2)
        #expect(try await script("printf 'a\\nb'", outputLimit: 19).page(0, .max).rows.count == 2)
        for (text, limit) in [("a\\nb\\n", 19), ("a\\nb", 18)] {
            let page = try await script("printf '\(text)'", outputLimit: limit).page(0, .max)
            #expect(page.rows.count == 1 && page.failure?.code == "outputLimit")
        }
    }

    // MARK: Failures

    @Test func sayWhichProgramOrFolderIsMissing() async throws {
        let program = CommandSource(try CommandSource.Options(argv: ["no-such-program", "x"], folder: "/proc"))
        let first = try #require(await program.failure())
        #expect(first.code == "commandNotFound" && first.retryable)
        #expect(first.message.contains("no-such-program") && !first.message.contains("/proc"))
        let place = CommandSource(try CommandSource.Options(argv: ["true"], folder: "/no/folder"))
        let second = try #require(await place.failure())
        #expect(second.code == "commandNotFound" && second.message.contains("its folder"))
        #expect(second.message.contains("/no/folder"))
        let denied = CommandSource(try CommandSource.Options(argv: ["/etc/passwd"]))
        #expect(await denied.failure()?.code == "commandNotFound")
    }

    @Test func aStatusIsAFailureBesideWhatWasPrintedBefore() async throws {
        let source = try script(
            "seq 4; printf 5; echo '\u{1B}[31mfirst' >&2; printf 'se\\0cond\\n\\n\\377' >&2; exit 3")
        let page = try await source.page(0, 6)
        let failure = try #require(page.failure)
        #expect(failure.code == "commandFailed" && failure.retryable)
        #expect(failure.message == "sh ended with status 3: [31mfirst; second; \u{FFFD}")
        #expect(page.rows.count == 5 && page.endReached && page.totalCount == nil)
        let full = try await source.page(0, 5)
        #expect(full.rows.count == 5 && !full.endReached && full.totalCount == nil)
        #expect(try await source.page(5, 1).failure == failure)
        #expect(try await source.page(0, 6, isRefresh: true).failure == failure)
        #expect(await (try script("exit 3")).failure()?.code == "commandFailed")
    }

    @Test func aSignalIsAFailure() async throws {
        #expect(try await script("kill -9 $$").failure()?.message == "sh was ended by signal 9: it printed no error")
    }

    @Test func aFloodOfErrorsIsHarmless() async throws {
        let source = try script("head -c 3000000 /dev/zero >&2; seq 100000 >&2; echo x; exit 1")
        let page = try await source.page(0, 10)
        #expect(page.failure?.message == "sh ended with status 1: 99998; 99999; 100000")
        #expect(page.rows.count == 1)
    }

    @Test(arguments: [
        "echo a; sleep 1000", "echo a; exec >&- 2>&-; sleep 1000", "echo a; trap '' TERM; while :; do sleep 9; done",
    ])
    func aCommandThatHangsIsEnded(text: String) async throws {
        let children = ChildProcesses()
        var page: Page?
        // A busy machine may not print the row in a short time.
        for time in [200, 2_000, 20_000, 200_000] {
            page = try? await script(text, timeoutMs: time, children: children).page(0, 10)
            if let page {
                #expect(page.failure?.message.contains("\(time) ms") == true)
                break
            }
        }
        let failure = try #require(page?.failure)
        #expect(failure.code == "timeout" && failure.retryable)
        #expect(page?.rows.count == 1 && page?.endReached == true)
        await ended(children)
    }

    @Test(arguments: [
        ("printf 'a\\nb\\n\\377\\nc\\n'", CommandSource.Format.lines, 3, "encoding", 4),
        ("printf '{\"id\":1}\\n\\n{\"id\":2}\\nx\\n{\"id\":3}\\n'", .jsonl, 4, "is not JSON", 3),
        ("printf 'id,x\\n1,\"\\n\"\\n2,\\n3\\n4,\\n'", .csv, 5, "1 field and not 2", 4),
        ("printf 'id\\tx\\n1\\t\\n\\n2\\t\\n\\tx\\n4\\t\\n'", .tsv, 5, "has no id", 3),
        ("printf 'id,x\\n1,a\\n2,b\\n1,c\\n3,d\\n'", .csv, 4, "which a row before it has already", 4),
    ])
    func aRecordThatIsNoRowHidesNoOther(
        text: String, format: CommandSource.Format, line: Int, words: String, total: Int
    ) async throws {
        let source = try script(text, format)
        for (offset, limit, count) in [(0, 100, total), (0, total, total), (2, 1, 1), (total, 1, 0)] {
            let page = try await source.page(offset, limit)
            #expect(page.rows.count == count && page.failure == nil)
            let problem = try #require(page.problems?.listed.first)
            #expect(page.problems?.count == 1 && problem.line == line, "\(problem)")
            #expect(problem.message.contains(words), "\(problem)")
        }
        #expect(try await source.page(0, 100).totalCount == total)
    }

    @Test func outputWithoutAnyRowIsInvalid() async throws {
        let failure = try #require(await (try script("printf '\\noops\\n[]\\n'", .jsonl)).failure())
        #expect(failure.code == "invalidData" && failure.retryable)
        #expect(failure.message.hasPrefix("the output of sh, line 2: it is not JSON"), "\(failure.message)")
    }

    @Test(arguments: [("\\nx,y\\n1,2\\n", 2, "names no column id"), ("id,id\\n1,2\\n", 1, "twice")])
    func aWrongHeaderFailsAllPages(text: String, line: Int, words: String) async throws {
        let failure = try #require(await script("printf '\(text)'", .csv).failure(0, 1))
        #expect(failure.message.contains("line \(line): it ") && failure.message.contains(words))
    }
}

/// Waits until all children have ended.
func ended(_ children: ChildProcesses) async {
    while children.count > 0 { await Task.yield() }
}
