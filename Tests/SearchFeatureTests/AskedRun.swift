import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// A search over a source with its own search, under random actions; the names of an answer contain the query.
struct AskedRun {
    private var model: SearchModel
    private var operations = OperationModel()
    private let search: SearchDriver
    /// The requests without an answer.
    private var waiting: [Int] = []
    private var lastRequest = -1
    private let applies: Bool

    init(seed: UInt64) {
        var model = SearchModel(seed: seed)
        let debounce = model.number(0..<2) * 300
        let applies = model.number(0..<2) == 0
        search = SearchDriver(
            debounceMs: debounce, pageSize: 3, capabilities: applies ? [.search, .searchFilter] : .search,
            tellsChanges: true, presentation: OperationModel.presentation
        ) { [operations] in
            operations.configure(&$0)
            $0.filters = [NamedFilter(id: "b", title: "B", predicate: .contains("name", "+b"))]
            $0.prefetchDistance = 1
        }
        self.applies = applies
        self.model = model
        search.store.start()
    }

    mutating func step() async throws {
        switch model.number(0..<18) {
        case 0...3: model.setQuery(isComposing: false, search)
        case 4: model.setQuery(isComposing: true, search)
        case 5: try model.submit(search)
        case 6: try model.clear(search)
        case 7: try operations.cancel(search)
        case 8, 9: model.moveAround(search)
        case 10: search.clock.advance(by: model.number(1..<400))
        case 11: try model.setFilter(search)
        case 12: search.notify()
        case 13 where !search.errors.isEmpty: try search.send("retry")
        case 14, 15: operations.accept(&model, search)
        default: await answer()
        }
        noteRequests()
        check()
    }

    /// Completes all pending work; the last query is answered.
    mutating func end() async throws {
        search.clock.advance(by: 5_000)
        try search.send("setQuery", #"{"query":"abc"}"#)
        model.asked = "abc"
        search.clock.advance(by: 700)
        noteRequests()
        while !search.isSettled {
            await answer(succeeds: true)
            noteRequests()
            check()
        }
        #expect(search.status == "success", "TEST_SEED=\(model.seed)")
        #expect(search.resultsQuery == "abc", "TEST_SEED=\(model.seed)")
        #expect(search.isStale == false, "TEST_SEED=\(model.seed)")
    }

    private mutating func noteRequests() {
        let last = search.requests.count - 1
        waiting += (lastRequest + 1)..<(last + 1)
        lastRequest = last
    }

    /// Answers one request of the search, usually the newest; answers to cancelled requests are dropped.
    private mutating func answer(succeeds: Bool = false) async {
        guard !waiting.isEmpty else { return }
        let call = waiting.remove(at: succeeds || model.number(0..<3) > 0 ? waiting.count - 1 : 0)
        let request = search.requests[call]
        if !succeeds, model.number(0..<4) == 0 {
            search.source.fail(call, Failure("networkError", "no network"))
        } else {
            let page = request.cursor.flatMap { Int($0) } ?? 0
            let rows = (0..<model.number(0..<4)).map { number in
                let mark = request.filter != nil || number.isMultiple(of: 2) ? "+b" : ""
                // Sometimes a row is repeated.
                let id = page * 3 + number - (model.number(0..<6) == 0 ? 1 : 0)
                return SearchDriver.row("\(id)", "\(request.query)\(mark)")
            }
            let isLast = rows.isEmpty || page == 4 || model.number(0..<2) == 0
            search.source.answer(
                call, with: Page(rows: rows, nextCursor: isLast ? nil : "\(page + 1)", endReached: isLast))
        }
        // Only the newest request can be pending, because a search ends an append, and no append begins during a
        // search.
        if call == lastRequest, search.store.activity.oldestWork != nil { await search.deliver() }
    }

    private mutating func check() {
        operations.check(search, seed: model.seed)
        model.check(search) { [filter = model.filter] name, query in
            name.hasPrefix(query) && (filter == nil || name.contains("+b"))
        }
        let ids = (search.snapshot["effects"] ?? .null).elements.compactMap { $0["id"]?.stringValue }
        let appends = ids.count { $0.hasPrefix("append") }
        if appends > 1 { Issue.record("TEST_SEED=\(model.seed): two appends at once") }
        let isAppending = search.state["append"]?["status"]?.stringValue == "loading"
        if isAppending != (appends == 1) { Issue.record("TEST_SEED=\(model.seed): an append is under way") }
    }
}
