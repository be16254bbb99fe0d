import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHSearchFeature

/// A model of a search under random actions, with the invariants of its state.
struct SearchModel {
    static let queries = ["a", "b", "ab", "ba", "c", "a b", "'ab", "^b", "!a", "a | c"]

    let seed: UInt64
    var generator: SeededGenerator
    var asked = ""
    /// The id of the chosen filter.
    var filter: String?
    /// The character that makes a row unacceptable if its name contains it.
    var disabling: Character?

    init(seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    // MARK: The user

    mutating func setQuery(isComposing: Bool, _ search: SearchDriver) {
        let query = Self.queries.randomElement(using: &generator) ?? ""
        let isEmpty = number(0..<6) == 0
        #expect(
            search.refusal("setQuery", #"{"query":" \#(isEmpty ? "" : query)","isComposing":\#(isComposing)}"#) == nil)
        if isEmpty { asked = "" } else if !isComposing { asked = query }
    }

    mutating func submit(_ search: SearchDriver) throws {
        try search.send("submitQuery")
        guard search.state["isComposing"]?.boolValue == false else { return }
        asked = String((search.query ?? "").drop { $0 == " " })
    }

    mutating func clear(_ search: SearchDriver) throws {
        try search.send("clearQuery")
        asked = ""
    }

    mutating func setFilter(_ search: SearchDriver) throws {
        filter = number(0..<2) == 0 ? nil : "b"
        try search.send("setFilter", #"{"filter":\#(filter.map { "\"\($0)\"" } ?? "null")}"#)
    }

    mutating func moveAround(_ search: SearchDriver) {
        let steps = number(-9..<10)
        switch number(0..<5) {
        case 0: #expect(search.refusal("moveActive", #"{"by":\#(steps)}"#) == nil)
        case 1: #expect(search.refusal("setWindow", #"{"offset":\#(abs(steps)),"limit":4}"#) == nil)
        case 2:
            guard let item = search.items.randomElement(using: &generator), let id = item["id"]?.stringValue else {
                return
            }
            let isEnabled = item["enabled"]?.boolValue == true
            #expect(search.refusal("setActive", #"{"id":"\#(id)"}"#) == (isEnabled ? nil : "disabled"))
            if isEnabled { #expect(search.activeID == id) }
        case 3: _ = search.refusal("loadMore")
        default:
            let expected = refusalOfAccept(search)
            #expect(search.refusal("accept") == expected, "TEST_SEED=\(seed)")
        }
    }

    /// Returns the reason why no result can be accepted; nil if a result can be accepted.
    func refusalOfAccept(_ search: SearchDriver) -> String? {
        if search.state["performing"]?.isNull == false { return "performing" }
        if search.isStale == true { return "staleResults" }
        let selected = search.store.state.base.selected.all
        if selected.contains(where: { isDisabled($0) }) { return "disabled" }
        return search.activeID == nil && selected.isEmpty ? "gone" : nil
    }

    private func isDisabled(_ row: SourceRow) -> Bool {
        disabling.map { row.member("name")?.stringValue?.contains($0) == true } ?? false
    }

    // MARK: Invariants

    /// Checks the invariants of any search.
    ///
    /// - Parameters:
    ///   - search: The search.
    ///   - isAnswer: Returns true if the name of a row that passes the filter matches a query.
    func check(_ search: SearchDriver, isAnswer: (_ name: String, _ query: String) -> Bool) {
        let snapshot = search.snapshot
        let state: JSONValue = snapshot["state"] ?? .null
        let status = state["status"]?.stringValue ?? ""
        let resultsQuery = state["resultsQuery"]?.stringValue
        let count = state["count"]?.intValue ?? -1
        let items = search.items
        let ids = items.compactMap { $0["id"]?.stringValue }
        let limit = state["window"]?["limit"]?.intValue ?? 0
        let isStale = state["isStale"]?.boolValue == true
        func expect(_ isRight: Bool, _ what: String) {
            if !isRight { Issue.record("TEST_SEED=\(seed): \(what); asked for '\(asked)': \(JSONText(snapshot))") }
        }
        expect(Set(ids).count == ids.count && ids.count == min(limit, count), "the window is full and repeats no id")
        let groups = (state["groups"] ?? .null).elements.compactMap { $0["id"]?.stringValue }
        expect(Set(groups).count == groups.count, "no group stands twice")
        let active = items.first { $0["id"]?.stringValue == state["activeId"]?.stringValue }
        expect(active?["enabled"]?.boolValue != false, "what is active can be accepted")
        if !items.contains(where: { $0["enabled"]?.boolValue == false }) {
            expect(count == 0 || state["activeId"]?.stringValue != nil, "where there are results one is active")
        }
        if let resultsQuery {
            expect(isStale || resultsQuery == asked, "what is not stale answers what was asked")
            if !isStale {
                let names = items.compactMap { $0["value"]?["name"]?.stringValue }
                expect(names.allSatisfy { isAnswer($0, resultsQuery) }, "each result answers the query")
            }
        } else {
            expect(!isStale && ids.isEmpty, "without results nothing is stale")
        }
        let hasFailed = snapshot["errors"]?.count != 0
        switch status {
        case "idle": break
        case "debouncing", "loading", "stalled": expect(!search.isSettled && !asked.isEmpty, "a search is under way")
        case "success": expect(resultsQuery == asked && !isStale, "it is answered")
        default: expect(status == "failed" && hasFailed, "a failure has an error")
        }
        if asked.isEmpty { expect(status == "idle" && resultsQuery == nil && ids.isEmpty, "nothing was asked for") }
        let isNoResults = state["empty"]?.stringValue == "noResults"
        expect(isNoResults == (status == "success" && count == 0), "no results only after success")
        expect(state["filter"]?.stringValue == filter, "the filter is the one that was chosen")
    }
}
