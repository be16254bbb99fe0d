import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

@testable import FHSearchFeature

/// Actions that a source performs: all changes of the state, all requests to the source, all outputs.
@Suite struct SearchPerformTests {
    private let service = SimulatedSource(capabilities: .perform)
    private let ids: [String]
    private let rows = ["aa", "ab", "abc", "b"].enumerated().map { SearchDriver.row("\($0.offset)", $0.element) }

    init() {
        let generator = IDGenerator(seed: 1)
        ids = (0..<3).map { _ in generator.next() }
    }

    /// Makes a search that has answered a query; from then on, the test must expect all changes.
    private func store() async throws -> TestStore<Search> {
        var configuration = SearchConfiguration(
            title: "Test", source: NamedRows(names: ["aa", "ab", "abc", "b"]), debounceMs: 0, ids: IDGenerator(seed: 1))
        configuration.selection = .multiple
        configuration.actions = [
            .init(id: "open", title: "Open"),
            .init(id: "archive", title: "Archive", performer: .init(source: service, operation: "file")),
            .init(id: "delete", title: "Delete", performer: .init(source: service, operation: "remove")),
        ]
        let store = TestStore(Search(configuration)) { message, _, _ in Issue.record("\(message)") }
        store.isExhaustive = false
        store.send(.load)
        try await store.receive("loaded", where: { if case .loaded = $0 { true } else { false } })
        store.send(.wire(.setQuery(query: "a", isComposing: nil)))
        try await store.receive("found", where: { if case .found = $0 { true } else { false } })
        store.isExhaustive = true
        return store
    }

    private func operation(_ id: Int, _ action: String, _ places: [Int]) -> FHSearchFeature.Operation {
        let ids = ids
        let request = RowOperation(
            RowAction(id: action, title: ""), places.map { rows[$0] }, value: nil, after: nil, IDGenerator { ids[id] })
        return FHSearchFeature.Operation(request: request, query: "a")
    }

    private func accept(_ id: String? = nil, _ action: String? = "archive") -> Search.Action {
        .wire(.accept(id: id, action: action))
    }

    /// Answers an operation with a value.
    private func answer(_ call: Int, with value: JSONText) {
        service.answer(call, with: Page(rows: [SourceRow(id: "0", value: value)], endReached: true))
    }

    private func receive(
        _ store: TestStore<Search>, _ change: @escaping (inout SearchState) -> Void
    ) async {
        await store.receive("performed", where: { if case .performed = $0 { true } else { false } }, change)
    }

    @Test func oneRowIsDoneByTheSourceAndThenHandedOn() async throws {
        let store = try await store()
        store.send(accept()) { $0.operation = operation(0, "archive", [0]) }
        #expect(
            service.calls == [
                .perform("file", try JSONText(parsing: #"{"ids":["0"],"values":[{"id":"0","name":"aa"}]}"#))
            ])
        #expect(service.operations == [ids[0]])
        let answer = try JSONText(parsing: #"{"in":"box"}"#)
        self.answer(0, with: answer)
        await receive(store) {
            $0.operation = nil
            $0.history = ["a"]
        }
        store.receive(output: Output("archive", ids: ["0"], value: answer))
        await store.finish()
    }

    @Test func severalRowsAreOneOperationAndAreSelectedNoMore() async throws {
        let store = try await store()
        for place in [2, 0] { store.send(.wire(.toggleSelection(id: "\(place)"))) { $0.selected.insert(rows[place]) } }
        store.send(accept()) { $0.operation = operation(0, "archive", [2, 0]) }
        let input = #"{"ids":["2","0"],"values":[{"id":"2","name":"abc"},{"id":"0","name":"aa"}]}"#
        #expect(service.calls == [.perform("file", try JSONText(parsing: input))])
        // Rows that are selected meanwhile are not part of the operation.
        store.send(.wire(.toggleSelection(id: "1"))) { $0.selected.insert(rows[1]) }
        service.answer(0)
        await receive(store) {
            $0.operation = nil
            $0.history = ["a"]
            for place in [2, 0] { _ = $0.selected.remove("\(place)") }
        }
        #expect(store.state.selected.ids == ["1"])
        store.receive(output: Output("archive", ids: ["2", "0"], value: .null))
        await store.finish()
    }

    @Test func aFailureLeavesAllAsItIsAndRetryIsTheSameOperation() async throws {
        let store = try await store()
        store.send(.wire(.toggleSelection(id: "1"))) { $0.selected.insert(rows[1]) }
        store.send(accept()) { $0.operation = operation(0, "archive", [1]) }
        let failure = Failure("timeout", "late")
        service.fail(0, failure)
        await receive(store) {
            $0.operation?.request.status = .ended
            $0.errors.add(failure, display: .banner, operation: "perform")
        }
        // Later changes of the selection don't affect the rows of the failed operation.
        store.send(.wire(.clearSelection)) { $0.selected.removeAll() }
        store.send(.again(operation: "perform")) {
            $0.operation?.request.status = .running
            $0.errors.removeAll()
        }
        #expect(service.calls[0] == service.calls[1])
        #expect(service.operations == [ids[0], ids[0]])
        service.answer(1)
        await receive(store) {
            $0.operation = nil
            $0.history = ["a"]
        }
        store.receive(output: Output("archive", ids: ["1"], value: .null))
        await store.finish()
    }

    @Test func whatASourceRefusesIsAnotherOperationWhenItIsTriedAgain() async throws {
        let store = try await store()
        store.send(accept()) { $0.operation = operation(0, "archive", [0]) }
        let failure = Failure.invalidValues([.init(path: nil, code: "full", message: "The box is full.")])
        service.fail(0, failure)
        await receive(store) {
            $0.operation?.request.status = .refused
            $0.errors.add(failure, display: .banner, operation: "perform")
        }
        store.send(.again(operation: "perform")) {
            $0.operation = operation(1, "archive", [0])
            $0.errors.removeAll()
        }
        service.fail(1, failure)
        await receive(store) {
            $0.operation?.request.status = .refused
            $0.errors.add(failure, display: .banner, operation: "perform")
        }
        store.send(accept()) {
            $0.operation = operation(2, "archive", [0])
            $0.errors.removeAll()
        }
        #expect(service.operations == ids)
        store.send(.wire(.cancel)) { $0.operation?.request.status = .ended }
        service.answer(2)
        await store.finish()
    }

    @Test func theSameRowsForTheSameEndAreTheSameOperationUntilItIsDone() async throws {
        let store = try await store()
        store.send(accept()) { $0.operation = operation(0, "archive", [0]) }
        store.send(.wire(.cancel)) { $0.operation?.request.status = .ended }
        store.send(accept()) { $0.operation?.request.status = .running }
        service.answer(1)
        await receive(store) {
            $0.operation = nil
            $0.history = ["a"]
        }
        store.receive(output: Output("archive", ids: ["0"], value: .null))
        store.send(accept()) { $0.operation = operation(1, "archive", [0]) }
        store.send(.wire(.cancel)) { $0.operation?.request.status = .ended }
        // An accept with another action, or with another row, is a new operation.
        store.send(accept(nil, "delete")) { $0.operation = operation(2, "delete", [0]) }
        #expect(service.operations == [ids[0], ids[0], ids[1], ids[2]])
        store.send(.wire(.cancel)) { $0.operation?.request.status = .ended }
        for call in [0, 2, 3] { service.answer(call) }
        await store.finish()
    }

    @Test func cancelEndsItAndNothingIsHandedOn() async throws {
        let store = try await store()
        store.send(accept()) { $0.operation = operation(0, "archive", [0]) }
        store.send(.wire(.cancel)) { $0.operation?.request.status = .ended }
        service.answer(0)
        await store.finish()
        #expect(store.state.history == [] && store.state.errors.all.isEmpty)
    }

    @Test func whatIsDismissedInTheMiddleHandsNothingOn() async throws {
        let store = try await store()
        store.send(accept()) { $0.operation = operation(0, "archive", [0]) }
        store.close()
        service.answer(0)
        await store.finish()
    }

    @Test func rule7AKeyEndsASearchAndNeverAnOperation() async throws {
        let store = try await store()
        store.send(accept()) { $0.operation = operation(0, "archive", [0]) }
        store.isExhaustive = false
        store.send(.wire(.setQuery(query: "ab", isComposing: true)))
        store.send(.wire(.setQuery(query: "ab", isComposing: false)))
        try await store.receive("found", where: { if case .found = $0 { true } else { false } })
        store.send(.wire(.clearQuery))
        store.isExhaustive = true
        service.answer(0)
        // The operation has the action and the rows of the time of the accept.
        await receive(store) {
            $0.operation = nil
            $0.history = ["a"]
        }
        store.receive(output: Output("archive", ids: ["0"], value: .null))
        await store.finish()
    }

    @Test func anotherAcceptTakesTheErrorAway() async throws {
        for action in ["open", "delete"] {
            let store = try await store()
            let first = service.calls.count
            store.send(accept()) { $0.operation = operation(0, "archive", [0]) }
            service.fail(first, Failure("timeout", "late"))
            store.isExhaustive = false
            await receive(store) { _ in }
            #expect(store.state.errors.all.map(\.operation) == ["perform"])
            store.send(accept(nil, action)) { #expect($0.errors.all.isEmpty) }
            await store.finish()
            // The answer is not given before the request, because the next request would then get it instead of its
            // failure.
            if action == "delete" { service.answer(first + 1) }
        }
    }
}
