import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// Effects in a queue, and effects that outlive their feature.
@Suite struct EffectQueueTests {
    @Test func effectsOfAQueueRunOneAfterTheOther() throws {
        let probe = ProbeStore([
            "slow": .queued("q") { .send(.note(text: "slow")).delay(milliseconds: 10) },
            "quick": .queued("q") { .send(.note(text: "quick")) },
            "other": .queued("r") { .send(.note(text: "other")) },
        ])
        for name in ["slow", "quick", "quick", "other"] { try probe.run(name) }
        #expect(probe.log == ["run slow", "run quick", "run quick", "run other", "other"])
        #expect(!probe.store.isSettled)
        probe.clock.advance(by: 10)
        #expect(probe.log.suffix(3) == ["slow", "quick", "quick"])
        #expect(probe.store.isSettled && probe.store.activity.count == 0)
    }

    @Test func whatIsCancelledDoesNotHoldUpTheQueue() throws {
        let probe = ProbeStore([
            "first": .queued("q") { .send(.note(text: "first")).delay(milliseconds: 10) }.cancellable("c"),
            "second": .queued("q") { .send(.note(text: "second")) }.cancellable("c"),
            "third": .queued("q") { .send(.note(text: "third")) },
            "cancel": .cancel("c"),
        ])
        for name in ["first", "second", "third", "cancel"] { try probe.run(name) }
        #expect(probe.log.last == "third" && !probe.log.contains("second"))
        #expect(probe.store.activity.count == 0)
    }

    @Test func aWriteOutlivesTheChildThatBeganIt() throws {
        let room = StoreDriver(Room())
        try room.send("open")
        try room.send("save", at: ["desk"])
        try room.send("save", at: ["desk"])
        #expect(room.store.isSaving && !room.store.isSettled)
        try room.send("leave")
        #expect(room.store.isSaving, "what waits is written too")
        room.clock.advance(by: 10)
        #expect(room.store.isSaving)
        room.clock.advance(by: 10)
        #expect(!room.store.isSaving && room.store.isSettled && room.store.activity.count == 0)
    }

    @Test func aChildThatComesWaitsForWhatAnotherHasBegun() throws {
        let room = StoreDriver(Room())
        try room.send("open")
        try room.send("save", at: ["desk"])
        try room.send("leave")
        try room.send("open")
        try room.send("read", at: ["desk"])
        #expect(room.state(["desk"])?["read"]?.intValue == 0)
        room.clock.advance(by: 10)
        #expect(room.state(["desk"])?["read"]?.intValue == 1)
    }

    @Test func aReadEndsWithItsChild() throws {
        let room = StoreDriver(Room())
        try room.send("open")
        try room.send("wait", at: ["desk"])
        try room.send("read", at: ["desk"])
        try room.send("leave")
        #expect(room.store.activity.count == 0 && !room.store.isSaving)
        try room.send("open")
        try room.send("read", at: ["desk"])
        #expect(room.state(["desk"])?["read"]?.intValue == 1, "the queue goes on")
    }

    @Test func aClosedStoreWaitsForNothing() throws {
        let room = StoreDriver(Room())
        try room.send("open")
        try room.send("save", at: ["desk"])
        room.store.close()
        #expect(room.store.activity.count == 0 && room.clock.nextDeadline == nil)
    }
}

/// A parent of an optional child.
private struct Room: Feature {
    static let id = "room"

    struct State: Codable, Sendable, Equatable { var desk: Desk.State? }

    enum Action: Codable, Sendable, Equatable {
        case open, leave
        case desk(Desk.Action)
    }

    static let actions = ActionSet<Action>([.open, .leave])
    let initialState = State()

    var children: [Child<Self>] { [.ifLet("desk", state: \.desk, action: Action.desk, Desk())] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .open: state.desk = Desk.State()
        case .leave: state.desk = nil
        case .desk: break
        }
        return .none
    }
}

/// A child that writes and reads in one queue.
private struct Desk: Feature {
    static let id = "desk"

    struct State: Codable, Sendable, Equatable { var read = 0 }

    enum Action: Codable, Sendable, Equatable, CaseIterable {
        case save, saved, read, wait, done
    }

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .save: return .queued("writes", outlivesFeature: true) { .send(.saved).delay(milliseconds: 10) }
        case .read: return .queued("writes") { .send(.done) }
        case .wait: return .queued("writes") { .send(.saved).delay(milliseconds: 10) }
        case .done: state.read += 1
        case .saved: break
        }
        return .none
    }
}
