import FHJSON
import FeatureKit
import Synchronization
import TestSupport

/// A feature under the control of a test; without effects, `count` equals the revision.
struct Probe: Feature {
    static let id = "probe"

    struct State: Codable, Sendable, Equatable {
        var count = 0
        var log: [String] = []
        var text = ""
    }

    enum Action: Codable, Sendable, Equatable {
        /// Increments the count.
        case add
        /// Makes the state as long as `size`.
        case fill(size: Int)
        /// Appends a text to the log.
        case note(text: String)
        /// Appends a text after a delay.
        case delay(text: String, ms: Int)
        /// Like `delay`, but a new action supersedes the previous one.
        case debounce(text: String, ms: Int)
        /// Two delays in sequence.
        case chain(text: String, ms: Int)
        /// A delay, followed by work that appends a text.
        case work(text: String, ms: Int)
        /// Work that ends when the gate opens.
        case waitForGate(text: String)
        /// An edit that the source confirms when the gate opens.
        case save
        /// Work that opens the gate.
        case openGate(text: String)
        /// Work that never ends.
        case hang
        /// Work that ends without an action.
        case quiet

        static let examples: [Action] = [
            .add, .fill(size: 1), .note(text: "a"), .delay(text: "a", ms: 1), .debounce(text: "a", ms: 1),
            .chain(text: "a", ms: 1), .work(text: "a", ms: 1), .waitForGate(text: "a"), .save, .openGate(text: "a"),
            .hang, .quiet,
        ]
    }

    static let actions = ActionSet(Action.examples)

    let initialState = State()
    var gate = Gate()

    static var registration: FeatureRegistration { FeatureRegistration { Probe() } }

    func isSaving(_ state: State) -> Bool { state.log.last == "saving" }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.count += 1
        switch action {
        case .add: return .none
        case .fill(let size): state.text = String(repeating: "x", count: size)
        case .note(let text): state.log.append(text)
        case .delay(let text, let ms): return .send(.note(text: text)).delay(milliseconds: ms)
        case .debounce(let text, let ms): return .send(.note(text: text)).debounce("typing", milliseconds: ms)
        case .chain(let text, let ms): return .send(.delay(text: text, ms: ms)).delay(milliseconds: ms)
        case .work(let text, let ms): return Self.task { .note(text: text) }.delay(milliseconds: ms)
        case .waitForGate(let text):
            return Self.task { [gate] in
                await gate.wait()
                return .note(text: text)
            }
        case .save:
            state.log.append("saving")
            return reduce(into: &state, .waitForGate(text: "saved"))
        case .openGate(let text):
            return Self.task { [gate] in
                gate.open()
                return .note(text: text)
            }
        case .hang:
            return .run("hang") { _ in
                let (stream, continuation) = AsyncStream<Never>.makeStream()
                for await _ in stream {}
                continuation.finish()
            }
        case .quiet: return .run("quiet") { _ in }
        }
        return .none
    }

    private static func task(_ body: @escaping @Sendable () async -> Action) -> Effect<Action> {
        .task("work", body) { .note(text: "\($0)") }
    }
}
