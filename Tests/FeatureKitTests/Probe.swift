import FHJSON
import FeatureKit
import FeatureTesting
import Synchronization

/// A feature under the control of a test, which provides each named effect.
struct Probe: Feature {
    static let id = "probe"

    struct State: Codable, Sendable, Equatable {
        var log: [String] = []
        var errors = 0
    }

    enum Action: Codable, Sendable, Equatable {
        case run(name: String)
        case note(text: String)
        case locked

        static let examples: [Action] = [.run(name: "a"), .note(text: "b"), .locked]
    }

    static let actions = ActionSet(Action.examples)

    static func name(of action: Action) -> String? { action == .note(text: "renamed") ? "another" : nil }

    let initialState = State()
    let effects: [String: Effect<Action>]
    var startName: String?

    init(_ effects: [String: Effect<Action>] = [:], start: String? = nil) {
        self.effects = effects
        startName = start
    }

    func start(in state: State, taskID: String?) -> Action? { startName.map { .run(name: $0) } }

    func unavailable(in state: State) -> [Unavailable] { [Unavailable("locked", "always")] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .run(let name):
            state.log.append("run \(name)")
            return effects[name] ?? .none
        case .note(let text):
            state.log.append(text)
            return .none
        case .locked: return .none
        }
    }
}

/// A store of a probe on the test's clock, which records its revisions.
final class ProbeStore {
    let clock = VirtualClock()
    let store: Store<Probe>
    /// The cause of each revision.
    private(set) var causes: [Cause] = []
    /// The value of `settled` in each revision.
    private(set) var settled: [Bool] = []
    private var wakes: AsyncStream<Void>.Iterator

    init(_ effects: [String: Effect<Probe.Action>] = [:], start: String? = nil) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        store = Store(Probe(effects, start: start), StoreEnvironment(clock: clock) { continuation.yield() })
        store.onRevision = { [unowned self] in
            causes.append(store.cause)
            settled.append(store.isSettled)
        }
    }

    var log: [String] { store.state.base.log }

    func run(_ name: String) throws(ActionRefusal) {
        let params = JSONText.build { json in
            json.beginObject()
            json.field("name", name)
            json.endObject()
        }
        try send("run", params.value)
    }

    func send(
        _ name: String, _ params: JSONValue = .emptyObject, path: [String] = []
    ) throws(ActionRefusal) {
        try store.send(name, params, path: path, from: Sender(session: 1, request: .integer(7)))
    }

    /// Waits until the store has reached a revision.
    func reach(_ revision: Int) async {
        store.deliver()
        while store.revision < revision { await pass() }
    }

    /// Waits until an effect has delivered.
    func pass() async {
        var iterator = wakes
        await iterator.next()
        wakes = iterator
        store.deliver()
    }

    var snapshot: JSONValue { snapshot() }

    func snapshot(path: [String] = []) -> JSONValue { store.snapshot(at: path) }
}
