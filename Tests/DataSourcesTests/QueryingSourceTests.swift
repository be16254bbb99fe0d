import FHJSON
import FeatureKit
import FeatureTesting
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

@Suite struct QueryingSourceTests {
    private let byN = RowQuery(sort: [SortKey("n")])
    private let odd = RowQuery(predicate: .equals("odd", .bool(true)))

    /// Makes rows with a number, the same number as an id, and a Boolean that is true if the number is odd.
    private func numbered(_ numbers: Int...) throws -> RowBatch {
        RowBatch(try numbers.map { try row(#"{"id":"\#($0)","n":\#($0),"odd":\#($0 % 2 != 0)}"#) })
    }

    @Test func aPlainRequestIsTheSources() throws {
        let source = QueryingSource(try InlineSource(rows: try numbered(2, 1), id: "id"))
        guard case .now(let answer) = source.fetch(.init(start: .offset(0), limit: 1, query: RowQuery(text: " ")))
        else {
            Issue.record("it must not wait")
            return
        }
        #expect(try answer.get() == Page(rows: try numbered(2), endReached: false, totalCount: 2))
        #expect(source.capabilities == [.all, .query] && source.idKey == "id")
        #expect(QueryingSource(SimulatedSource(capabilities: [.insert])).capabilities == [.insert, .query])
    }

    @Test func aQueryNeverAnswersOnTheCoreThread() throws {
        let source = QueryingSource(try InlineSource(rows: try numbered(1)))
        guard case .later = source.fetch(.init(start: .offset(0), limit: 1, query: odd)) else {
            Issue.record("rows are looked through elsewhere")
            return
        }
    }

    @Test func aSourceThatCanQueryIsAskedItself() throws {
        let base = SimulatedSource(capabilities: .query)
        let request = FetchRequest(start: .cursor("c"), limit: 1, query: odd)
        _ = QueryingSource(base).fetch(request)
        #expect(base.calls == [.fetch(request)])
    }

    @Test func pagesAreCutFromTheQueriedRows() async throws {
        let source = QueryingSource(try InlineSource(rows: try numbered(5, 2, 3, 4, 1)))
        var query = odd
        query.sort = byN.sort
        #expect(try await source.page(0, 2, query) == Page(rows: numbered(1, 3), endReached: false, totalCount: 3))
        #expect(try await source.page(2, 2, query) == Page(rows: numbered(5), endReached: true, totalCount: 3))
        #expect(try await source.page(9, 2, query) == Page(rows: [], endReached: true, totalCount: 3))
        #expect(try await source.page(0, .max, byN).rows == numbered(1, 2, 3, 4, 5))
        #expect(try await source.page(0, .max, odd) == Page(rows: numbered(5, 3, 1), endReached: true, totalCount: 3))
    }

    /// A read contains exactly the edits that were called before the read, although another thread filters the rows.
    @Test func inOrderARequestSeesWhatWasCalledBefore() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "{\"id\":\"1\",\"n\":1,\"odd\":true}\n")
        let file = QueryingSource(FileSource(path: folder.file("a").string, format: .jsonl), readsInOrder: true)
        let inline = QueryingSource(try InlineSource(rows: try numbered(1)), readsInOrder: true)
        for source in [file, inline] {
            let before = source.fetch(.init(start: .offset(0), limit: 9, query: odd))
            let three = source.insert([RowInsertion(try row(#"{"id":"3","n":3,"odd":true}"#))], opID: "a")
            let between = source.fetch(.init(start: .offset(0), limit: 9, query: odd))
            let none = source.delete(["1", "3"], opID: "b")
            let after = source.fetch(.init(start: .offset(0), limit: 9, query: odd))
            #expect(try await after.get() == Page(rows: [], endReached: true, totalCount: 0))
            #expect(try await between.get().totalCount == 2)
            #expect(try await before.get().totalCount == 1)
            _ = (try await three.get(), try await none.get())
        }
    }

    @Test func inOrderARequestIsSortedAndCut() async throws {
        let source = QueryingSource(try InlineSource(rows: try numbered(5, 2, 3)), rowLimit: 3, readsInOrder: true)
        #expect(try await source.page(1, 1, byN) == Page(rows: numbered(3), endReached: false, totalCount: 3))
        let more = QueryingSource(try InlineSource(rows: try numbered(5, 2, 3)), rowLimit: 2, readsInOrder: true)
        await #expect(throws: Failure.self) { try await more.page(0, 1, byN) }
    }

    /// Even if the source is not watched, rows of the old file must not be mixed with rows of the new file.
    @Test func aFileThatAnotherProgramChangedIsQueriedAnew() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "{\"id\":\"1\",\"odd\":true}\n{\"id\":\"2\",\"odd\":true}\n")
        let source = QueryingSource(FileSource(path: folder.file("a").string, format: .jsonl))
        #expect(try await source.page(0, 1, odd).rows.map(\.id) == ["1"])
        try folder.write("a", "{\"id\":\"0\"}\n{\"id\":\"3\",\"odd\":true}\n")
        #expect(try await source.page(0, 9, odd).rows.map(\.id) == ["3"])
        try folder.write("a", "wrong")
        #expect(await source.failure(.init(start: .offset(0), limit: 1, query: odd))?.code == "invalidData")
        try folder.write("a", "{\"id\":\"4\",\"odd\":true}\n")
        #expect(try await source.page(0, 9, odd).rows.map(\.id) == ["4"])
    }

    /// The rows of a file are not fetched in pages, so their problems and their number come with them.
    @Test func theRowsOfAFileAreSharedWithQueries() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "{\"id\":\"1\",\"n\":2}\nwrong\n{\"id\":\"2\",\"n\":1,\"odd\":true}\n")
        let source = QueryingSource(FileSource(path: folder.file("a").string, format: .jsonl))
        async let filtered = source.page(0, 9, odd)
        async let sorted = source.page(0, 1, byN)
        let (odds, least) = try await (filtered, sorted)
        #expect(odds.rows.map(\.id) == ["2"] && odds.endReached && odds.totalCount == 1)
        #expect(least.rows.map(\.id) == ["2"] && !least.endReached && least.totalCount == 2)
        #expect(odds.problems?.listed.map(\.line) == [2] && least.problems?.count == 1)
        _ = try await source.update("1", patch: .object("odd", .bool(true)), opID: "a").get()
        #expect(try await source.page(0, 9, odd).rows.map(\.id) == ["1", "2"])
        let short = QueryingSource(FileSource(path: folder.file("a").string, format: .jsonl), rowLimit: 1)
        await #expect(throws: Failure.self) { try await short.page(0, 1, byN) }
    }

    @Test func aQueryKnowsNoCursors() async throws {
        let source = QueryingSource(SimulatedSource())
        let request = FetchRequest(start: .cursor("c"), limit: 1, query: odd)
        #expect(await source.failure(request)?.code == "invalidData")
    }

    // MARK: Kept rows

    @Test func rowsArePulledOnceForAllQueries() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(2, 1), endReached: true))
        let source = QueryingSource(base)
        #expect(try await source.page(0, 1, byN).rows == numbered(1))
        #expect(try await source.page(1, 1, byN).rows == numbered(2))
        #expect(try await source.page(0, 9, odd).rows == numbered(1))
        #expect(base.calls == [.fetch(FetchRequest(start: .offset(0), limit: 10_000))])
    }

    @Test func anEditForgetsTheRows() async throws {
        let source = QueryingSource(try InlineSource(rows: try numbered(3, 1)))
        #expect(try await source.page(0, 9, byN).rows == numbered(1, 3))
        _ = try await source.insert(try numbered(2)[0], before: nil, opID: "1").get()
        #expect(try await source.page(0, 9, byN).rows == numbered(1, 2, 3))
        _ = try await source.update("2", patch: try JSONText(parsing: #"{"n":9}"#), opID: "2").get()
        #expect(try await source.page(0, 9, byN).rows.map(\.id) == ["1", "3", "2"])
        _ = try await source.delete(["3"], opID: "3").get()
        #expect(try await source.page(0, 9, byN).rows.map(\.id) == ["1", "2"])
        _ = try await source.move(["1"], before: nil, opID: "4").get()
        #expect(try await source.page(0, 9, RowQuery(text: "zzz")).rows.isEmpty)
        #expect(try await source.page(0, 9, RowQuery(sort: [SortKey("x")])).rows.map(\.id) == ["2", "1"])
    }

    @Test func anEditThatIsRefusedForgetsNothing() async throws {
        let base = SimulatedSource(capabilities: [])
        base.answer(0, with: Page(rows: try numbered(1), endReached: true))
        let source = QueryingSource(ReadOnly(base: base))
        _ = try await source.page(0, 9, byN)
        #expect(await source.failure(source.delete(["1"], opID: "1"))?.code == "readOnly")
        _ = try await source.page(0, 9, byN)
        #expect(base.calls.count == 1)
    }

    @Test func anEditThatComesLaterForgetsTheRowsToo() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(1), endReached: true))
        base.answer(1)
        base.answer(2, with: Page(rows: [], endReached: true))
        let source = QueryingSource(base)
        #expect(try await source.page(0, 9, byN).rows.count == 1)
        _ = try await source.delete(["1"], opID: "1").get()
        #expect(try await source.page(0, 9, byN).rows.isEmpty)
    }

    @Test func aRefreshForgetsTheRowsAndAsksForNewOnes() async throws {
        let base = SimulatedSource()
        for number in 0..<4 { base.answer(number, with: Page(rows: try numbered(number), endReached: true)) }
        let source = QueryingSource(base)
        #expect(try await source.page(0, 9, byN).rows == numbered(0))
        #expect(try await source.page(0, 9, byN, isRefresh: true).rows == numbered(1))
        _ = try await source.page(0, 9, .all, isRefresh: true)
        #expect(try await source.page(0, 9, byN).rows == numbered(3))
        let isRefresh = base.calls.map { if case .fetch(let request) = $0 { request.isRefresh } else { false } }
        #expect(isRefresh == [false, true, true, false])
    }

    // MARK: Pulling

    @Test func aFilterStopsPullingWhenThePageIsFull() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(1, 2, 3), endReached: false))
        base.answer(1, with: Page(rows: try numbered(4, 5), endReached: true))
        let source = QueryingSource(base)
        #expect(try await source.page(0, 2, odd) == Page(rows: numbered(1, 3), endReached: false))
        #expect(base.calls.count == 1)
        #expect(try await source.page(2, 2, odd) == Page(rows: numbered(5), endReached: true, totalCount: 3))
        #expect(base.calls.last == .fetch(FetchRequest(start: .offset(3), limit: 10_000)))
    }

    @Test func aNewerQueryDoesNotWaitForAnOlderOne() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(3, 1), endReached: false))
        let source = QueryingSource(base)
        let older = Task { try await source.page(0, 9, byN).rows.map(\.id) }
        await base.isAsked(2)
        #expect(try await source.page(0, 1, odd).rows == numbered(3))
        base.answer(1, with: Page(rows: try numbered(2), endReached: true))
        #expect(try await older.value == ["1", "2", "3"])
    }

    @Test func allThatWaitForAPageWaitForTheSame() async throws {
        let base = SimulatedSource()
        let source = QueryingSource(base)
        async let first = source.page(0, 9, byN)
        async let second = source.page(0, 9, odd)
        await base.isAsked(1)
        base.answer(0, with: Page(rows: try numbered(2, 1), endReached: true))
        #expect(try await first.rows == numbered(1, 2))
        #expect(try await second.rows == numbered(1))
        #expect(base.calls.count == 1)
    }

    @Test func whatIsCancelledIsGivenUpAndTheNextAsksAnew() async throws {
        let base = SimulatedSource()
        let source = QueryingSource(base)
        let cancelled = Task { await source.failure(FetchRequest(start: .offset(0), limit: 9, query: byN)) }
        await base.isAsked(1)
        cancelled.cancel()
        base.answer(1, with: Page(rows: try numbered(2, 1), endReached: true))
        #expect(try await source.page(0, 9, byN).rows == numbered(1, 2))
        base.answer(0, with: Page(rows: try numbered(7), endReached: true))
        #expect(await cancelled.value == .cancelled)
        #expect(try await source.page(0, 9, byN).rows == numbered(1, 2))
    }

    @Test func aWaitingPageIsCutFromTheNewestRows() async throws {
        let base = SimulatedSource()
        let source = QueryingSource(base)
        async let page = source.page(0, 9, byN)
        await base.isAsked(1)
        base.answer(1)
        _ = try await source.delete(["1"], opID: "1").get()
        base.answer(0, with: Page(rows: try numbered(1, 2), endReached: true))
        base.answer(2, with: Page(rows: try numbered(2), endReached: true))
        #expect(try await page.rows == numbered(2))
    }

    @Test func afterAFailureItGoesOnWhereItWas() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(2), endReached: false))
        base.fail(1, Failure("fileError", "no"))
        base.answer(2, with: Page(rows: try numbered(1), endReached: true))
        let source = QueryingSource(base)
        #expect(await source.failure(FetchRequest(start: .offset(0), limit: 9, query: byN))?.code == "fileError")
        #expect(try await source.page(0, 9, byN).rows == numbered(1, 2))
        #expect(base.calls.last == .fetch(FetchRequest(start: .offset(1), limit: 10_000)))
    }

    // MARK: Sources that lie

    @Test func aRowThatComesAgainTakesTheOldOnesPlace() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(5, 2, 3), endReached: false))
        let changed = try row(#"{"id":"5","n":4,"odd":false}"#)
        base.answer(1, with: Page(rows: [changed, try numbered(7)[0]], endReached: true))
        let source = QueryingSource(base)
        #expect(try await source.page(0, 2, odd).rows == numbered(5, 3))
        #expect(try await source.page(0, 9, odd) == Page(rows: numbered(3, 7), endReached: true, totalCount: 2))
        #expect(try await source.page(0, 9, byN).rows.map(\.id) == ["2", "3", "5", "7"])
        #expect(try await source.page(0, 9, RowQuery(text: "4")).rows == [changed])
    }

    @Test func aCursorThatComesTwiceIsInvalid() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(1), nextCursor: "a", endReached: false))
        base.answer(1, with: Page(rows: try numbered(2), nextCursor: "a", endReached: false))
        let source = QueryingSource(base)
        #expect(await source.failure(FetchRequest(start: .offset(0), limit: 9, query: byN))?.code == "invalidData")
        #expect(base.calls.last == .fetch(FetchRequest(start: .cursor("a"), limit: 10_000)))
    }

    @Test func cursorsAreFollowedUntilThereIsNone() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(2), nextCursor: "a", endReached: false))
        base.answer(1, with: Page(rows: try numbered(1), endReached: false))
        #expect(try await QueryingSource(base).page(0, 9, byN).rows == numbered(1, 2))
    }

    @Test func anEmptyPageIsTheEnd() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(2, 1), endReached: false))
        base.answer(1, with: Page(rows: [], nextCursor: "more", endReached: false, totalCount: 9))
        #expect(
            try await QueryingSource(base).page(0, 9, byN)
                == Page(rows: numbered(1, 2), endReached: true, totalCount: 2))
    }

    @Test(arguments: [true, false]) func rowsWithoutAnEndAreInvalid(isRepeating: Bool) async throws {
        let source = QueryingSource(Endless(isRepeating: isRepeating), rowLimit: 1_000)
        let failure = await source.failure(FetchRequest(start: .offset(0), limit: 9, query: byN))
        #expect(failure?.code == "invalidData")
        // A repetition is detected at the second page, before the limit is reached.
        #expect((failure == .repeatedRows) == isRepeating)
    }

    @Test func aPageWithSomeOtherRowsIsNoRepetition() async throws {
        let base = SimulatedSource()
        base.answer(0, with: Page(rows: try numbered(2, 1), endReached: false))
        base.answer(1, with: Page(rows: try numbered(1, 3), endReached: false))
        base.answer(2, with: Page(rows: try numbered(3), endReached: true))
        #expect(try await QueryingSource(base).page(0, 9, byN).rows == numbered(1, 2, 3))
    }

    // MARK: Long runs

    @Test func everyPageIsAPartOfTheFilteredAndSortedRows() async throws {
        var generator = SeededGenerator.announced("everyPageIsAPartOfTheFilteredAndSortedRows")
        let base = try InlineSource(rows: [])
        let source = QueryingSource(base)
        for operation in 0..<200 {
            let number = Int.random(in: 0..<60, using: &generator)
            let new = try numbered(number)[0]
            if Bool.random(using: &generator) {
                _ = try? await source.insert(new, before: nil, opID: "\(operation)").get()
            } else {
                _ = try? await source.delete(["\(number)"], opID: "\(operation)").get()
            }
            let query = RowQuery(
                predicate: Bool.random(using: &generator) ? odd.predicate : nil,
                text: Bool.random(using: &generator) ? "1" : "",
                sort: [SortKey("odd"), SortKey("n", isDescending: Bool.random(using: &generator))])
            let rows = try await base.all().filter { query.matches($0.value) }
                .sorted { query.precedes($0.value, $1.value) }
            let start = Int.random(in: 0...rows.count, using: &generator)
            let page = try await source.page(start, 5, query)
            #expect(page.rows == RowBatch(rows[start...].prefix(5)))
            #expect(page.endReached == (start + 5 >= rows.count) && page.totalCount == rows.count)
        }
    }
}

/// A source without an end; its pages of ten rows are either always the same or always new.
private struct Endless: DataSource {
    let isRepeating: Bool
    var capabilities: SourceCapabilities { [] }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        guard case .offset(let offset) = request.start else { return .now(.failure(.readOnly)) }
        let first = isRepeating ? 0 : offset
        let rows = (first..<first + 10).map { SourceRow(id: "\($0)", value: .emptyObject) }
        return .now(.success(Page(rows: rows, endReached: false)))
    }
}

/// A source that refuses all edits immediately.
private struct ReadOnly: DataSource {
    let base: SimulatedSource
    var capabilities: SourceCapabilities { [] }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { base.fetch(request) }
}

extension SimulatedSource {
    /// Waits until a number of calls have been made.
    fileprivate func isAsked(_ count: Int) async {
        while calls.count < count { await Task.yield() }
    }
}

extension QueryingSource {
    /// Fetches a page of a query.
    fileprivate nonisolated func page(
        _ offset: Int, _ limit: Int, _ query: RowQuery, isRefresh: Bool = false
    ) async throws(Failure) -> Page {
        try await fetch(FetchRequest(start: .offset(offset), limit: limit, isRefresh: isRefresh, query: query)).get()
    }

    /// Returns the failure of a request; nil if it succeeds.
    fileprivate nonisolated func failure(_ request: FetchRequest) async -> Failure? {
        await failure(fetch(request))
    }

    /// Returns the failure of an answer; nil if it succeeds.
    fileprivate nonisolated func failure<Value>(_ answer: SourceAnswer<Value>) async -> Failure? {
        do {
            _ = try await answer.get()
            return nil
        } catch {
            return error
        }
    }
}
