import FHFuzzyMatch
import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// A search over rows that the host matches, under random actions.
struct MatchedRun {
    private var model: SearchModel
    private var operations = OperationModel()
    private let search: SearchDriver
    /// The rows of the last successful load.
    private var names: [String] = []
    /// The rows of the current load.
    private var coming: [String] = []
    /// The number of the unanswered fetch of the current load; nil if the fetch was answered.
    private var unanswered: Int?
    /// The numbers of the fetches of superseded loads, which are answered late.
    private var superseded: [Int] = []
    private var lastFetch = -1

    init(seed: UInt64) {
        var model = SearchModel(seed: seed)
        let debounce = model.number(0..<2) * 300
        let chunks = (model.number(1..<5), model.number(1..<5))
        let isGrouped = model.number(0..<3) == 0
        let isChoosy = model.number(0..<3) == 0
        search = SearchDriver(
            debounceMs: debounce, pageSize: 3, firstChunk: chunks.0, chunk: chunks.1, tellsChanges: true,
            presentation: OperationModel.presentation
        ) { [operations] in
            operations.configure(&$0)
            $0.filters = [NamedFilter(id: "b", title: "B", predicate: .contains("name", "b"))]
            if isGrouped { $0.groupBy = "name" }
            if isChoosy { $0.enabledWhen = .not(.contains("name", "c")) }
        }
        if isChoosy { model.disabling = "c" }
        self.model = model
        search.store.start()
        noteFetches()
    }

    mutating func step() async throws {
        switch model.number(0..<19) {
        case 0...3: model.setQuery(isComposing: false, search)
        case 4: model.setQuery(isComposing: true, search)
        case 5: try model.submit(search)
        case 6: try model.clear(search)
        case 7: try operations.cancel(search)
        case 8: model.moveAround(search)
        case 9: search.clock.advance(by: model.number(1..<400))
        case 10, 11: answer()
        case 12: try reload()
        case 13: try model.setFilter(search)
        case 14: search.notify()
        // The result of work is either applied now, or applied after the next action.
        case 15 where canWait: await search.finishWork()
        case 16, 17: operations.accept(&model, search)
        default: await deliver()
        }
        noteFetches()
        check()
    }

    /// Completes all pending work and compares the results with a direct match.
    mutating func end() async throws {
        search.clock.advance(by: 5_000)
        noteFetches()
        try search.send("setTaskId", #"{"id":"last"}"#)
        noteFetches()
        try search.send("setQuery", #"{"query":"ab"}"#)
        model.asked = "ab"
        search.clock.advance(by: 700)
        noteFetches()
        for call in superseded { search.source.answer(call) }
        while !search.isSettled {
            answer(isLast: true)
            await search.settle()
            noteFetches()
            check()
        }
        try search.send("setWindow", #"{"offset":0,"limit":100}"#)
        check()
        var index = SearchIndex()
        for name in names { index.append([name]) }
        let matches = Scan(Pattern("ab"), in: index).flatMap { $0 }.sorted().map { names[Int($0.row)] }
            .filter { model.filter == nil || $0.contains("b") }
        #expect(search.count == matches.count, "TEST_SEED=\(model.seed)")
        if search.state["groups"]?[0]?["id"]?.stringValue == "results" {
            #expect(search.names == matches, "TEST_SEED=\(model.seed)")
        } else {
            #expect(search.names.sorted() == matches.sorted(), "TEST_SEED=\(model.seed)")
        }
        #expect(search.status == "success", "TEST_SEED=\(model.seed)")
    }

    private mutating func answer(isLast: Bool = false) {
        if let late = superseded.popLast() { search.source.answer(late) }
        guard let call = unanswered else { return }
        unanswered = nil
        if !isLast, model.number(0..<5) == 0 {
            search.source.fail(call, Failure("networkError", "no network"))
            return
        }
        let page = (0..<model.number(0..<12)).map { _ in
            (0..<model.number(1..<6)).map { _ in ["a", "b", "c", " "][model.number(0..<4)] }.joined()
        }
        let first = coming.count
        coming += page
        let isEnd = isLast || page.isEmpty || model.number(0..<3) > 0
        if isEnd { names = coming }
        search.source.answer(call, with: SearchDriver.page(page, from: first, endReached: isEnd))
    }

    private mutating func reload() throws {
        if search.errors.isEmpty {
            try search.send("setTaskId", #"{"id":"\#(model.number(0..<1000))"}"#)
        } else {
            try search.send("retry")
        }
    }

    private mutating func noteFetches() {
        let fetches = search.fetches
        let last = fetches.count - 1
        guard last > lastFetch else { return }
        if let unanswered { superseded.append(unanswered) }
        superseded += (lastFetch + 1)..<last
        unanswered = last
        lastFetch = last
        if fetches[last].start == .offset(0) { coming = [] }
    }

    /// True if the current work ends without the source.
    private var canWait: Bool { search.store.activity.oldestWork != nil && unanswered == nil }

    private mutating func deliver() async {
        if canWait { await search.deliver() } else { await search.settleScan() }
    }

    private mutating func check() {
        operations.check(search, seed: model.seed)
        model.check(search) { [filter = model.filter] name, query in
            var index = SearchIndex()
            index.append([name])
            return Scan(Pattern(query), in: index).contains { !$0.isEmpty } && (filter == nil || name.contains("b"))
        }
    }
}
