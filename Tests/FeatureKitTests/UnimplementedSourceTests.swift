import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A feature that makes each kind of request to a source.
struct Asking: Feature {
    static let id = "asking"

    enum Call: String, Codable, CaseIterable { case fetch, insert, update, move, moveBehind, delete, perform }
    struct State: Codable, Equatable { var failures: [String] = [] }
    enum Action: Codable, Equatable { case ask(call: Call), answered(failure: String?) }

    static let actions = ActionSet<Action>([.ask(call: .fetch)])

    let source: any DataSource
    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .answered(let failure): state.failures.append(failure ?? "none")
        case .ask(let call):
            switch call {
            case .fetch: return note(source.fetch(FetchRequest(start: .offset(0), limit: 1)))
            case .insert: return note(source.insert(SourceRow(id: "1", value: .null), before: nil, opID: "o"))
            case .update: return note(source.update("1", patch: .null, opID: "o"))
            case .move: return note(source.move(["1"], before: nil, opID: "o"))
            case .moveBehind: return note(source.move(["1"], behind: "2", opID: "o"))
            case .delete: return note(source.delete(["1"], opID: "o"))
            case .perform: return note(source.perform("check", input: .null, opID: "o"))
            }
        }
        return .none
    }

    private func note<Value: Sendable>(_ answer: SourceAnswer<Value>) -> Effect<Action> {
        .ask("ask", name: "ask", answer) { result in
            if case .failure(let failure) = result { .answered(failure: failure.code) } else { .answered(failure: nil) }
        }
    }
}

@Suite struct UnimplementedSourceTests {
    @Test(arguments: Asking.Call.allCases)
    func aSourceThatNobodyProvidedFailsTheTestThatAsksIt(call: Asking.Call) async {
        var reports: [String] = []
        let store = TestStore(Asking(source: UnimplementedSource())) { message, _, _ in reports.append(message) }
        store.send(.ask(call: call))
        let name = call == .moveBehind ? "move" : call.rawValue
        #expect(reports == ["DataSource.\(name) is not implemented in this test"])
        await store.receive(.answered(failure: "unimplemented")) { $0.failures = ["unimplemented"] }
        await store.finish()
        #expect(reports.count == 1)
    }
}
