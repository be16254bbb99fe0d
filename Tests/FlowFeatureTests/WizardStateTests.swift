import FHJSON
import FeatureTesting
import TestSupport
import Testing

@testable import FHFeatureValues
@testable import FHFlowFeature
@testable import FHRows
@testable import FeatureKit

/// These tests declare all changes of a wizard's state, and all actions that it receives.
@Suite struct WizardStateTests {
    private typealias Shown = Presenting<Question>.State

    private func store(_ configure: (inout [Wizard.Step]) -> Void = { _ in }) -> TestStore<Flow> {
        var steps = ["a", "b", "c"].map { Wizard.Step(id: $0, title: $0, feature: Question.link) }
        configure(&steps)
        let flow = Flow(
            FlowConfiguration(title: "Plan", wizard: Wizard(steps: steps, ids: .unimplemented)), keys: KeySequence())
        return TestStore(flow, fail: report)
    }

    private let plan = WizardPlan(["a", "b", "c"].map { Wizard.Step(id: $0, title: $0, feature: Question.link) })

    private func isStack(_ action: Flow.Action) -> Bool { if case .stack = action { true } else { false } }
    private func isAdvance(_ action: Flow.Action) -> Bool { if case .advance = action { true } else { false } }

    /// Returns an action of the shown feature.
    private func child(
        _ name: String, _ params: JSONText = .emptyObject, in store: TestStore<Flow>
    ) throws -> Flow.Action {
        let key = try #require(store.state.stack.entries.last?.key)
        return .stack(
            try store.state.stack.action(
                of: ActionLink(name, params: params), for: Output("", value: .null), to: key))
    }

    private func enter(_ text: String, _ key: String, in store: TestStore<Flow>) throws {
        store.send(try child("enter", .object("text", .string(text)), in: store)) { state in
            state.stack.visit(key) { $0.change(Shown.self) { $0.base.text = text } }
        }
    }

    private func entry(_ key: String, _ route: String, text: String = "") throws -> FeatureStack.Entry {
        let params = JSONText.object("values", .object("text", .string(text)))
        return .init(key: key, route: route, feature: try Question.link.make(params.value, keys: KeySequence()))
    }

    @Test func goesOnBackAndOnAgain() async throws {
        let store = store()
        try enter("x", "k1", in: store)
        store.send(.wire(.next))
        await store.receive("the submit", where: isStack) { state in
            state.stack.visit("k1") { $0.change(Shown.self) { $0.base.kept = "x" } }
        }
        let second = try entry("k2", "b")
        await store.receive("the answer", where: isAdvance) { state in
            state.progress?.answer(0, StepAnswer(values: .object("text", .string("x"))), plan)
            state.progress?.index = 1
            state.progress?.keys[1] = "k2"
            state.stack.push(second)
        }
        try enter("half", "k2", in: store)
        store.send(.wire(.back)) { state in
            state.progress?.index = 0
            state.stack.setAside()
        }
        store.send(.wire(.next))
        await store.receive("the submit", where: isStack) { _ in }
        await store.receive("the answer", where: isAdvance) { state in
            state.progress?.index = 1
            state.stack.bringBack("k2")
        }
        await store.finish()
    }

    @Test func isCompletedWithTheLastAnswer() async throws {
        let store = store { $0.removeLast(2) }
        try enter("x", "k1", in: store)
        store.send(try child("submit", in: store)) { state in
            state.stack.visit("k1") { $0.change(Shown.self) { $0.base.kept = "x" } }
        }
        let one = WizardPlan([Wizard.Step(id: "a", title: "a", feature: Question.link)])
        let answers = JSONText.object("a", .object("text", .string("x")))
        await store.receive("the answer", where: isAdvance) { state in
            state.progress?.answer(0, StepAnswer(values: .object("text", .string("x"))), one)
            state.status = .completed
            state.output = answers
        }
        store.receive(output: Output("complete", value: answers))
        await store.finish()
    }

    @Test func skipsAStep() async throws {
        let store = store { $0[0].canSkip = true }
        let second = try entry("k2", "b")
        store.send(.wire(.skip)) { state in
            state.progress?.skip(0, plan)
            state.progress?.index = 1
            state.progress?.keys[1] = "k2"
            state.stack.push(second)
        }
        await store.finish()
    }

    @Test func aStepThatCanNotBeMadeIsAnErrorAndTheStepStays() async throws {
        let refused = FeatureLink("refused") { _, _ throws(ActionRefusal) in throw .unavailable("tooDeep") }
        let store = store {
            $0[0].canSkip = true
            $0[1] = Wizard.Step(id: "b", title: "b", feature: refused)
        }
        store.send(.wire(.skip)) { state in
            let failure = ActionRefusal.unavailable("tooDeep").failure(of: "next")
            state.errors.add(failure, display: .alert, operation: "next", retry: nil)
        }
        await store.finish()
    }

    @Test func isGivenUp() async {
        let store = store()
        store.send(.wire(.cancel)) { $0.status = .cancelled }
        store.receive(output: .cancel(isForced: true))
        await store.finish()
    }
}
