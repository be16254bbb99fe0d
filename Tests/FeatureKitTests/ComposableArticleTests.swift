import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

// The source of the examples in `FeatureKit.docc/FromComposableArchitecture.md`.

private struct FactService: Sendable {
    var fact: @Sendable (Int) async throws -> String

    static let live = FactService { "\($0) is a number" }
    static let unimplemented = FactService { _ in throw Unimplemented.reached("FactService.fact") }
}

private struct NumberFact: Feature {
    static let id = "numberFact"
    static let actions = ActionSet<Action>([.factButtonTapped, .chooseButtonTapped])

    struct State: Codable, Equatable {
        var number = 7
        var fact = Loadable<String>.idle
        var errors = ErrorList()

        private enum CodingKeys: CodingKey { case number, fact }
    }

    enum Action: Codable, Equatable {
        case factButtonTapped, chooseButtonTapped
        case factLoaded(String), factFailed(Failure)
    }

    let service: FactService
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func retry(_ error: PresentedError, in state: State) -> Action? { .factButtonTapped }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .factButtonTapped:
            state.fact.begin(errors: &state.errors)
            return load(state.number)
        case .factLoaded(let fact):
            state.fact.succeed(fact, errors: &state.errors)
        case .factFailed(let failure):
            state.fact.fail(failure, errors: &state.errors)
        case .chooseButtonTapped:
            if let fact = state.fact.value { return .output(Output("choose", value: .encoding(fact))) }
        }
        return .none
    }

    private func load(_ number: Int) -> Effect<Action> {
        Effect<Action>.task("fact", retry: RetryPolicy(attempts: 3, first: 500)) { [service] in
            .factLoaded(try await service.fact(number))
        } failed: { error in
            .factFailed(Failure(error))
        }
        .cancellable("fact", cancelInFlight: true)
    }
}

private struct Facts: Feature {
    static let id = "facts"
    static let actions = ActionSet<Action>([.addButtonTapped, .factChosen(value: "")])

    static let presentation = PresentationConfiguration(modals: [
        "fact": .presents(.sheet, onOutput: ActionLink("factChosen")) { _ throws(ActionRefusal) in
            NumberFact(service: .live)
        }
    ])

    struct State: Codable, Equatable {
        var first = NumberFact.State()
        var second: NumberFact.State?
        var chosen: [String] = []
    }

    enum Action: Codable, Equatable {
        case addButtonTapped, factChosen(value: String)
        case first(NumberFact.Action)
        case second(NumberFact.Action)
    }

    let service: FactService
    let initialState = State()

    var children: [Child<Self>] {
        [
            .scope("first", state: \.first, action: Action.first, NumberFact(service: service)),
            .ifLet("second", state: \.second, action: Action.second, NumberFact(service: service)),
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .addButtonTapped: return .present("fact")
        case .factChosen(let fact): state.chosen.append(fact)
        // The child has already reduced the action.
        case .first(.factLoaded): state.second = NumberFact.State()
        case .first, .second: break
        }
        return .none
    }
}

private struct Names: Feature {
    static let id = "names"
    static let actions = ActionSet<Action>([.loadButtonTapped])

    struct State: Codable, Equatable {
        var names = Loadable<[String]>.idle
        var errors = ErrorList()

        private enum CodingKeys: CodingKey { case names }
    }

    enum Action: Codable, Equatable {
        case loadButtonTapped
        case loaded([String]), failed(Failure)
    }

    let source: any DataSource
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .loadButtonTapped:
            state.names.begin(errors: &state.errors)
            let request = FetchRequest(start: .offset(0), limit: 50)
            return .ask("load", name: "fetch", source.fetch(request)) { result in
                switch result {
                case .success(let page): .loaded(page.rows.map(\.id))
                case .failure(let failure): .failed(failure)
                }
            }
        case .loaded(let names): state.names.succeed(names, errors: &state.errors)
        case .failed(let failure): state.names.fail(failure, errors: &state.errors)
        }
        return .none
    }
}

@Suite struct ComposableArticleTests {
    @Test func loadsAFactAndHandsItOn() async {
        let store = TestStore(NumberFact(service: FactService { "\($0) is odd" }), fail: report)
        store.send(.factButtonTapped) { $0.fact = .loading }
        await store.receive(.factLoaded("7 is odd")) { $0.fact = .loaded("7 is odd") }
        store.send(.chooseButtonTapped)
        store.receive(output: Output("choose", value: .encoding("7 is odd")))
        await store.finish()
    }

    @Test func triesThreeTimes() async {
        let failure = Failure("networkError", "no network")
        let store = TestStore(
            NumberFact(service: FactService { _ in throw failure }), timers: .immediate, fail: report)
        store.send(.factButtonTapped) { $0.fact = .loading }
        await store.receive(.factFailed(failure)) { $0.fact.fail(failure, errors: &$0.errors) }
        #expect(store.clock.now == 1_500)
        await store.finish()
    }

    @Test func aChildReducesBeforeItsParent() async {
        let store = TestStore(Facts(service: FactService { "\($0) is odd" }), fail: report)
        store.send(.first(.factButtonTapped)) { $0.first.fact = .loading }
        await store.receive(.first(.factLoaded("7 is odd"))) {
            $0.first.fact = .loaded("7 is odd")
            $0.second = NumberFact.State()
        }
        store.send(.addButtonTapped)
        store.receive(output: .present("fact"))
        await store.finish()
    }

    @Test func showsTheRowsThatTheTestGives() async {
        let source = SimulatedSource()
        let store = TestStore(Names(source: source), fail: report)
        store.send(.loadButtonTapped) { $0.names = .loading }
        source.answer(0, with: Page(rows: [SourceRow(id: "Ada", value: .emptyObject)], endReached: true))
        await store.receive(.loaded(["Ada"])) { $0.names = .loaded(["Ada"]) }

        store.send(.loadButtonTapped) { $0.names.begin(errors: &$0.errors) }
        let failure = Failure("networkError", "no network")
        source.fail(1, failure)
        await store.receive(.failed(failure)) { $0.names.fail(failure, errors: &$0.errors) }
        await store.finish()
    }
}
