import FHJSON
import FeatureKit

/// A child that counts, waits and works; its lifetime task records that it has begun.
struct Kid: Feature {
    static let id = "kid"
    static let bindings = [
        Binding<Self>(
            "nick", \.nick, isEnabled: { $0.nick != "final" }, settle: { if $0.nick == "toyless" { $0.toy = nil } },
            then: .named)
    ]

    struct State: Codable, Sendable, Equatable, Identifiable {
        var id = ""
        var nick = ""
        var log: [String] = []
        var toy: Toy.State?
    }

    enum Action: Codable, Sendable, Equatable {
        case began
        case poke
        /// Records a text after a delay.
        case wait(text: String, ms: Int)
        /// Work that never ends.
        case hang
        /// Work on another thread that delivers a text.
        case fetch(text: String)
        case note(text: String)
        case named
        case giveToy
        /// Replaces the toy.
        case swapToy
        case toy(Toy.Action)
    }

    static let actions = ActionSet<Action>([.poke, .wait(text: "", ms: 0), .hang, .fetch(text: ""), .giveToy, .swapToy])

    let initialState = State()

    var children: [Child<Self>] { [.ifLet("toy", state: \.toy, action: Action.toy, Toy())] }

    func start(in state: State, taskID: String?) -> Action? { .began }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .began: state.log.append("began")
        case .poke: state.log.append("poked")
        case .wait(let text, let ms): return .send(.note(text: text)).delay(milliseconds: ms)
        case .hang:
            return .run("hang") { _ in
                let (stream, continuation) = AsyncStream<Never>.makeStream()
                for await _ in stream {}
                continuation.finish()
            }
        case .fetch(let text): return .task("fetch", { .note(text: text) }, failed: { _ in .note(text: "failed") })
        case .note(let text): state.log.append(text)
        case .named: state.log.append("named")
        case .swapToy: state.toy = Toy.State(squeaks: 7)
        case .giveToy: state.toy = state.toy == nil ? Toy.State() : nil
        case .toy: break
        }
        return .none
    }
}

/// A child of a ``Kid``.
struct Toy: Feature {
    static let id = "toy"

    struct State: Codable, Sendable, Equatable { var squeaks = 0 }
    enum Action: Codable, Sendable, Equatable, CaseIterable { case squeak, squeakLater }

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        if action == .squeakLater { return .send(.squeak).delay(milliseconds: 10) }
        state.squeaks += 1
        return .none
    }
}

/// A parent of dynamic children: an optional one, and many by id.
struct Family: Feature {
    static let id = "family"

    struct State: Codable, Sendable, Equatable {
        var pet: Kid.State?
        var kids: IdentifiedArray<Kid.State> = []
        var hidden: [String] = []
        /// The actions of children that the parent has received.
        var seen: [String] = []
    }

    enum Action: Codable, Sendable, Equatable {
        case togglePet
        /// Replaces the pet in one action.
        case replacePet(id: String)
        case add(id: String)
        case remove(id: String)
        /// Removes a child and inserts another in its place, in one action.
        case swap(id: String)
        case hide(ids: [String])
        case takeToys
        case pet(Kid.Action)
        case kids(IdentifiedActionOf<Kid>)
    }

    static let actions = ActionSet<Action>([
        .togglePet, .replacePet(id: ""), .add(id: ""), .remove(id: ""), .swap(id: ""), .hide(ids: []), .takeToys,
    ])

    let initialState: State

    init(_ ids: [String] = []) {
        initialState = State(kids: IdentifiedArray(ids.map { Kid.State(id: $0) }))
    }

    var children: [Child<Self>] {
        [
            .ifLet("pet", state: \.pet, action: Action.pet, Kid()),
            .forEach(
                "kids", state: \.kids,
                shown: { state in state.kids.ids.filter { !state.hidden.contains($0) } }, action: Action.kids, Kid()),
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .togglePet: state.pet = state.pet == nil ? Kid.State() : nil
        case .replacePet(let id): state.pet = Kid.State(id: id)
        case .add(let id): state.kids.append(Kid.State(id: id))
        case .remove(let id): state.kids.remove(id: id)
        case .swap(let id):
            state.kids.remove(id: id)
            state.kids.append(Kid.State(id: id))
        case .hide(let ids): state.hidden = ids
        case .takeToys: state.pet?.toy = nil
        case .pet(.poke): state.seen.append("pet")
        case .kids(let action) where action.action == .poke: state.seen.append(action.id)
        case .pet, .kids: break
        }
        return .none
    }
}

/// A feature whose state is one of two screens.
struct Door: Feature {
    static let id = "door"

    enum State: Codable, Sendable, Equatable {
        case outside(Kid.State)
        case inside(Toy.State)
    }
    enum Action: Codable, Sendable, Equatable {
        case enter
        /// Replaces the child of the case `outside` by another one.
        case relieve(id: String)
        case outside(Kid.Action)
        case inside(Toy.Action)
    }

    static let actions = ActionSet<Action>([.enter, .relieve(id: "")])

    let initialState = State.outside(Kid.State())

    var children: [Child<Self>] {
        [
            .ifCase(
                "outside", get: { if case .outside(let state) = $0 { state } else { nil } }, set: State.outside,
                action: Action.outside, Kid()),
            .ifCase(
                "inside", get: { if case .inside(let state) = $0 { state } else { nil } }, set: State.inside,
                action: Action.inside, Toy()),
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .enter: state = .inside(Toy.State())
        case .relieve(let id): state = .outside(Kid.State(id: id))
        case .outside, .inside: break
        }
        return .none
    }
}
