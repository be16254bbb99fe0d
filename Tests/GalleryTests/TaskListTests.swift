import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import Gallery

@Suite struct TaskListTests {
    @Test func addsAndCompletes() async {
        let store = TestStore(TaskList(), fail: report)
        store.send(.addTask(title: "Call Ada")) { $0.all.append(Todo.State(id: "3", title: "Call Ada")) }
        store.send(.toggleComplete(id: "3")) { $0.all[id: "3"]?.isComplete = true }
        store.send(.toggleComplete(id: "3")) { $0.all[id: "3"]?.isComplete = false }
        await store.finish()
    }

    @Test func showsWhatTheFilterLetsThroughInTheOrderThatIsAskedFor() async throws {
        let store = TestStore(TaskList(), fail: report)
        #expect(store.state.shown.map(\.id) == ["1", "2"])
        try store.set("order", to: TaskList.Order.title) { $0.order = .title }
        #expect(store.state.shown.map(\.id) == ["2", "1"])
        try store.set("filter", to: Filter.active) { $0.filter = .active }
        #expect(store.state.shown.map(\.id) == ["1"])
        await store.finish()
    }

    @Test func refusesWhatMeansNothing() {
        let list = TaskList()
        #expect(list.refusal(of: .toggleComplete(id: "9"), in: .init()) == .unavailable("gone"))
        #expect(list.refusal(of: .addTask(title: "x"), in: .init()) == nil)
        let untitled = ActionRefusal.Field(path: "/title", code: "invalid", message: "must not be empty")
        #expect(list.refusal(of: .addTask(title: ""), in: .init()) == .invalidParams([untitled]))
    }
}
