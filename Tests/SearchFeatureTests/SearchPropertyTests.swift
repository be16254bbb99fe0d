import FeatureKit
import FeatureTesting
import FuzzyMatch
import JSON
import SearchFeature
import TestSupport
import Testing

/// Random actions, failures and orders of arrival: what a search shows is never at odds with itself.
@Suite struct SearchPropertyTests {
    @Test func whateverHappensASearchIsConsistentAndEndsWithADirectMatch() async throws {
        for seed in Self.seeds {
            var run = RandomRun(seed: seed)
            for _ in 0..<100 { try await run.step() }
            try await run.end()
        }
    }

    private static var seeds: [UInt64] {
        var seeds: [UInt64] = []
        forEachSeed(60) { seed, _ in seeds.append(seed) }
        return seeds
    }
}

/// One search under random actions, with a model of what was asked for.
private struct RandomRun {
    private let seed: UInt64
    private var generator: SeededGenerator
    private let search: SearchDriver
    /// The rows of the load under way or, after it, of the last one that succeeded.
    private var names: [String] = []
    /// The number of the load's fetch that the source has not answered; nil if it has.
    private var unanswered: Int?
    /// Calls of loads that were superseded; they are answered late.
    private var superseded: [Int] = []
    private var asked = ""
    private var lastFetch = -1

    private static let letters = ["a", "b", "ab", "ba", "c", "a b", "'ab", "^b", "!a", "a | c"]

    init(seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        search = SearchDriver(
            debounceMs: [0, 300].randomElement(using: &generator) ?? 0, pageSize: 3,
            firstChunk: Int.random(in: 1...4, using: &generator), chunk: Int.random(in: 1...4, using: &generator))
        search.store.start()
        noteFetches()
    }

    mutating func step() async throws {
        switch Int.random(in: 0..<14, using: &generator) {
        case 0...3: setQuery(isComposing: false)
        case 4: setQuery(isComposing: true)
        case 5: try submit()
        case 6: try search.send("clearQuery"); asked = ""
        case 7: try search.send("cancel")
        case 8: moveAround()
        case 9: search.clock.advance(by: Int.random(in: 1...400, using: &generator))
        case 10: answer()
        case 11: try reload()
        // What work brings is applied now, or only noticed, to come behind the next action.
        case 12 where canWait: await search.finishWork()
        default: await deliver()
        }
        noteFetches()
        check()
    }

    /// Lets all come to an end and compares with matching directly.
    mutating func end() async throws {
        try search.send("setTaskId", #"{"id":"last"}"#)
        noteFetches()
        for call in superseded { search.source.answer(call) }
        try search.send("setQuery", #"{"query":"ab"}"#)
        asked = "ab"
        search.clock.advance(by: 700)
        noteFetches()
        answer(succeeds: true)
        while !search.isSettled {
            await deliver()
            check()
        }
        try search.send("setWindow", #"{"offset":0,"limit":100}"#)
        check()
        var index = SearchIndex()
        for name in names { index.append([name]) }
        let matches = Scan(Pattern("ab"), in: index).flatMap { $0 }.sorted()
        #expect(search.names == matches.map { names[Int($0.row)] }, "TEST_SEED=\(seed)")
        #expect(search.count == matches.count, "TEST_SEED=\(seed)")
        #expect(search.status == "success", "TEST_SEED=\(seed)")
    }

    // MARK: What happens

    private mutating func setQuery(isComposing: Bool) {
        let query = Self.letters.randomElement(using: &generator) ?? ""
        let isEmpty = Int.random(in: 0..<6, using: &generator) == 0
        #expect(
            search.refusal("setQuery", #"{"query":" \#(isEmpty ? "" : query)","isComposing":\#(isComposing)}"#) == nil)
        if isEmpty { asked = "" } else if !isComposing { asked = query }
    }

    private mutating func submit() throws {
        try search.send("submitQuery")
        guard search.state["isComposing"]?.boolValue == false else { return }
        asked = String((search.query ?? "").drop { $0 == " " })
    }

    private mutating func moveAround() {
        let isStale = search.isStale == true
        let steps = Int.random(in: -9...9, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: #expect(search.refusal("moveActive", #"{"by":\#(steps)}"#) == nil)
        case 1: #expect(search.refusal("setWindow", #"{"offset":\#(abs(steps)),"limit":4}"#) == nil)
        case 2:
            guard let id = search.items.randomElement(using: &generator)?["id"]?.stringValue else { return }
            #expect(search.refusal("setActive", #"{"id":"\#(id)"}"#) == nil)
            #expect(search.activeID == id)
        default:
            let expected = isStale ? "staleResults" : search.activeID == nil ? "gone" : nil
            #expect(search.refusal("accept") == expected, "TEST_SEED=\(seed)")
        }
    }

    private mutating func answer(succeeds: Bool = false) {
        if let late = superseded.popLast() { search.source.answer(late) }
        guard let call = unanswered else { return }
        unanswered = nil
        if succeeds || Int.random(in: 0..<4, using: &generator) > 0 {
            names = (0..<Int.random(in: 0..<20, using: &generator)).map { _ in
                (0..<Int.random(in: 1...5, using: &generator))
                    .map { _ in ["a", "b", "c", " "].randomElement(using: &generator) ?? "" }.joined()
            }
            search.source.answer(call, with: SearchDriver.page(names))
        } else {
            search.source.fail(call, Failure("networkError", "no network"))
        }
    }

    private mutating func reload() throws {
        if search.errors.isEmpty {
            try search.send("setTaskId", #"{"id":"\#(Int.random(in: 0..<1000, using: &generator))"}"#)
        } else {
            try search.send("retry")
        }
    }

    private mutating func noteFetches() {
        let last = search.fetches.count - 1
        guard last > lastFetch else { return }
        if let unanswered { superseded.append(unanswered) }
        superseded += (lastFetch + 1)..<last
        unanswered = last
        lastFetch = last
    }

    /// Whether the work under way comes to an end without the source.
    private var canWait: Bool { search.store.activity.oldestWork != nil && unanswered == nil }

    private mutating func deliver() async {
        if canWait { await search.deliver() }
    }

    // MARK: What must hold

    private func check() {
        let snapshot = search.snapshot
        let state: JSONValue = snapshot["state"] ?? .null
        let status = state["status"]?.stringValue ?? ""
        let resultsQuery = state["resultsQuery"]?.stringValue
        let count = state["count"]?.intValue ?? -1
        let items: [JSONValue] = state["groups"]?[0]?["items"].map { Array($0.elements) } ?? []
        let ids = items.compactMap { $0["id"]?.stringValue }
        let limit = state["window"]?["limit"]?.intValue ?? 0
        let hasFailed = snapshot["errors"]?.count != 0
        func expect(_ isRight: Bool, _ what: String) {
            if !isRight { Issue.record("TEST_SEED=\(seed): \(what); asked for '\(asked)': \(JSONText(snapshot))") }
        }
        expect(Set(ids).count == ids.count && ids.count == min(limit, count), "the window is full and repeats no id")
        expect((state["activeId"]?.stringValue == nil) == (count == 0), "where there are results one is active")
        expect(
            state["isStale"]?.boolValue == (resultsQuery.map { $0 != asked || hasFailed } ?? false),
            "results of another query, or of rows that could not be renewed, are stale")
        switch status {
        case "idle": break
        case "debouncing", "loading", "stalled": expect(!search.isSettled && !asked.isEmpty, "a search is under way")
        case "success": expect(resultsQuery == asked && state["totalCount"]?.intValue != nil, "it is answered")
        default: expect(status == "failed" && hasFailed, "a failure has an error")
        }
        if asked.isEmpty { expect(status == "idle" && resultsQuery == nil && ids.isEmpty, "nothing was asked for") }
        let isNoResults = state["empty"]?.stringValue == "noResults"
        expect(isNoResults == (status == "success" && count == 0), "no results only after success")
    }
}
