import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery
@testable import FHSearchFeature

/// These tests declare all changes of the state of a search over a service.
@Suite struct ItemSearchStateTests {
    private static let first = ["Item 1"] + (10...18).map { "Item \($0)" }

    /// Makes a store whose query "item 1" has been answered.
    private func answered(_ outcome: ItemSearch.Outcome = .found) async -> TestStore<ItemSearch> {
        let store = TestStore(ItemSearch(outcome: outcome), fail: report)
        store.send(.search(.load))
        store.send(.search(.wire(.setQuery(query: " item 1", isComposing: nil)))) {
            $0.search.query = " item 1"
            $0.search.asked.query = "item 1"
            $0.search.status = .debouncing
        }
        store.advance(by: 300)
        await store.receive(search: "debounced") { $0.search.status = .loading }
        store.advance(by: 300)
        await store.receive(search: "stalled") { $0.search.status = .stalled }
        store.advance(by: 1_200)
        await store.receive(search: "answered") {
            $0.answers = 1
            $0.search.shows(Self.first, of: "item 1", cursor: "10", total: 11)
        }
        return store
    }

    @Test func aQueryIsAnsweredAndGoesOnWithAnotherPage() async {
        let store = await answered()
        store.send(.search(.wire(.loadMore))) { $0.search.append = .loading }
        store.advance(by: 1_500)
        await store.receive(search: "appended") {
            $0.search.append = .idle
            $0.search.shows(Self.first + ["Item 19"], of: "item 1", cursor: nil, total: 11, cursors: ["10"])
        }
        await store.finish()
    }

    @Test func theNextKeyCancelsAllThatIsUnderWay() async {
        let store = await answered()
        store.send(.search(.wire(.loadMore))) { $0.search.append = .loading }
        store.advance(by: 1_000)
        store.send(.search(.wire(.setQuery(query: "item 2", isComposing: nil)))) {
            $0.search.query = "item 2"
            $0.search.asked.query = "item 2"
            $0.search.status = .debouncing
            $0.search.append = .idle
        }
        store.advance(by: 299)
        store.send(.search(.wire(.setQuery(query: "item 9", isComposing: nil)))) {
            $0.search.query = "item 9"
            $0.search.asked.query = "item 9"
        }
        store.advance(by: 300)
        await store.receive(search: "debounced") { $0.search.status = .loading }
        store.advance(by: 300)
        await store.receive(search: "stalled") { $0.search.status = .stalled }
        store.advance(by: 1_200)
        await store.receive(search: "answered") {
            $0.answers = 2
            $0.search.shows(["Item 9"], of: "item 9", cursor: nil, total: 1)
        }
        await store.finish()
    }

    @Test func composingEndsTheSearchAndBeginsNone() async {
        let store = await answered()
        store.send(.search(.wire(.setQuery(query: "item 2", isComposing: nil)))) {
            $0.search.query = "item 2"
            $0.search.asked.query = "item 2"
            $0.search.status = .debouncing
        }
        store.send(.search(.wire(.setQuery(query: "item 2ä", isComposing: true)))) {
            $0.search.query = "item 2ä"
            $0.search.isComposing = true
            $0.search.status = .idle
        }
        await store.finish()
    }

    @Test func anEmptyQueryClearsAtOnce() async {
        let store = await answered()
        store.send(.search(.wire(.clearQuery))) {
            $0.search.query = ""
            $0.search.asked.query = ""
            $0.search.status = .idle
            $0.search.results = nil
            $0.search.continuation = nil
            $0.search.groups = .emptyArray
            $0.search.active = nil
        }
        await store.finish()
    }

    @Test func anErrorOverTheWholeScreenGivesWayToResults() async {
        let store = TestStore(ItemSearch(outcome: .fullScreen, delayMs: 100), fail: report)
        store.send(.search(.wire(.setQuery(query: "item 1", isComposing: nil)))) {
            $0.search.query = "item 1"
            $0.search.asked.query = "item 1"
            $0.search.status = .debouncing
        }
        store.send(.search(.wire(.submitQuery))) {
            $0.search.status = .loading
            $0.search.history = ["item 1"]
        }
        store.advance(by: 100)
        await store.receive(search: "answered") {
            $0.answers = 1
            $0.search.status = .failed
            $0.search.errors.add(SimulatedService.networkError, display: .fullScreen, operation: "search")
        }
        // This is the action that `retry` of the error sends.
        store.send(.search(.again(operation: "search"))) {
            $0.search.status = .loading
            $0.search.errors.removeAll()
        }
        store.advance(by: 100)
        await store.receive(search: "answered") {
            $0.answers = 2
            $0.search.shows(Self.first, of: "item 1", cursor: "10", total: 11)
        }
        await store.finish()
    }

    @Test func aBannerIsOverResultsThatStay() async {
        let store = await answered(.banner)
        store.send(.search(.wire(.setQuery(query: "item 2", isComposing: nil)))) {
            $0.search.query = "item 2"
            $0.search.asked.query = "item 2"
            $0.search.status = .debouncing
        }
        store.send(.search(.wire(.submitQuery))) {
            $0.search.status = .loading
            $0.search.history = ["item 2"]
        }
        store.advance(by: 300)
        await store.receive(search: "stalled") { $0.search.status = .stalled }
        store.advance(by: 1_200)
        await store.receive(search: "answered") {
            $0.answers = 2
            $0.search.status = .failed
            $0.search.isOutdated = true
            $0.search.errors.add(SimulatedService.networkError, display: .banner, operation: "search")
        }
        await store.finish()
    }

    @Test func anAppendThatFailedLeavesTheResultsAndIsAskedForAgain() async {
        let store = await answered(.append)
        store.send(.search(.wire(.loadMore))) { $0.search.append = .loading }
        store.advance(by: 1_500)
        await store.receive(search: "appended") {
            $0.search.errors.add(SimulatedService.networkError, display: .inline, operation: "append")
            $0.search.append = .failed(errorID: "e1")
        }
        store.send(.search(.again(operation: "append"))) {
            $0.search.append = .loading
            $0.search.errors.removeAll()
        }
        store.advance(by: 1_500)
        await store.receive(search: "appended") {
            $0.search.append = .idle
            $0.search.shows(Self.first + ["Item 19"], of: "item 1", cursor: nil, total: 11, cursors: ["10"])
        }
        await store.finish()
    }

    @Test func openingAcceptsTheActiveItemAndRemembersTheQuery() async {
        let store = await answered()
        store.send(.search(.wire(.moveActive(by: 1)))) {
            $0.search.active = 1
            $0.search.hasMoved = true
        }
        store.send(.tap(.openButtonTapped)) { $0.opened = "Item 10" }
        await store.receive(search: "accept") { $0.search.history = ["item 1"] }
        store.receive(output: Output("open", rows: [SimulatedRows.page(Items.names).rows[9]]))
        await store.finish()
    }

    @Test func anOrderIsTakenByTheServiceAndMayBeTriedAgain() async throws {
        let store = await answered(.order)
        let item = SimulatedRows.page(Items.names).rows[0]
        let ids = IDGenerator(seed: 0)
        store.send(.search(.wire(.accept(id: nil, action: "order")))) {
            $0.search.operation = Operation(
                request: RowOperation(RowAction(id: "order", title: ""), [item], value: nil, after: nil, ids),
                query: "item 1")
        }
        store.advance(by: 1_500)
        await store.receive(search: "performed") {
            $0.search.operation?.request.status = .ended
            $0.search.errors.add(SimulatedService.networkError, display: .banner, operation: "perform")
        }
        store.send(.search(.again(operation: "perform"))) {
            $0.search.operation?.request.status = .running
            $0.search.errors.removeAll()
        }
        store.advance(by: 1_500)
        await store.receive(search: "performed") {
            $0.orders = 1
            $0.search.operation = nil
            $0.search.history = ["item 1"]
        }
        store.receive(output: Output("order", ids: [item.id], value: try JSONText(parsing: "1")))
        await store.finish()
    }
}

extension TestStore<ItemSearch> {
    /// Expects an action of the search from an effect, by its wire name or its case.
    fileprivate func receive(
        search name: String, file: StaticString = #fileID, line: UInt = #line,
        _ expected: (inout ItemSearch.State) -> Void = { _ in }
    ) async {
        await receive(
            name,
            where: { action in
                guard case .search(let action) = action else { return false }
                if case .wire(let action) = action { return Self.label(of: action) == name }
                return Self.label(of: action) == name
            }, file: file, line: line, expected)
    }

    private static func label(of action: Any) -> String {
        Mirror(reflecting: action).children.first?.label ?? "\(action)"
    }
}

/// Expected changes of the state of a search, written without the functions of the feature.
extension SearchState {
    /// Sets the answer of the service; these are all results so far.
    fileprivate mutating func shows(
        _ names: [String], of query: String, cursor: String?, total: Int, cursors: Set<ExactText> = []
    ) {
        status = .success
        let numbers = names.map { $0.split(separator: " ").last.map(String.init) ?? "" }
        let rows = zip(numbers, names).map { id, name in
            SourceRow(id: id, value: Self.json(#"{"id":"\#(id)","name":"\#(name)"}"#))
        }
        var corpus: Corpus?
        let settings = Corpus.Settings(keys: [.init("name")], columns: [])
        corpus = try? Corpus().appending(RowBatch(rows), isLast: true, settings)
        guard let corpus else { return }
        var found = Results(question: Question(query: query), corpus: corpus)
        found.rows = (0..<names.count).map { UInt32($0) }
        found.groups = [Arrangement.Group(id: "results", title: "Results", start: 0)]
        found.count = names.count
        found.isComplete = true
        results = found
        active = 0
        continuation = SearchAnswer.Continuation(
            cursor: cursor, totalCount: total, cursors: cursor.map { cursors.union([ExactText($0)]) } ?? cursors)
        // The matches in every name: the word, and the first digit.
        let items = rows.prefix(wanted.limit).map { row in
            #"{"id":"\#(row.id)","value":\#(row.value.string),"version":"\#(row.version)","#
                + #""matches":[{"key":"name","ranges":[[0,4],[5,6]]}],"enabled":true}"#
        }
        groups = Self.json(#"[{"id":"results","title":"Results","items":[\#(items.joined(separator: ","))]}]"#)
    }

    private static func json(_ text: String) -> JSONText { (try? JSONText(parsing: text)) ?? .null }
}
