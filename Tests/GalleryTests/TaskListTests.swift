import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct TaskListTests {
    private let store = TestStore(TaskList(service: .init(outcome: .fullScreen)), timers: .immediate, fail: report)

    @Test func isLoadedOnceAndUntilItIs() async {
        let failure = SimulatedService.networkError
        store.send(.loadTasks) { $0.tasks = .loading }
        #expect(TaskList().unavailable(in: store.state).map(\.action) == ["addTask", "toggleComplete"])
        await store.receive(.loadFailed(failure, .fullScreen)) { $0.tasks.fail(failure, errors: &$0.errors) }
        #expect(TaskList().start(in: store.state, taskID: nil) == .loadTasks)
        store.send(.loadTasks) { $0.tasks.begin(errors: &$0.errors) }
        await store.receive(.tasksLoaded(TaskList.samples)) { $0.tasks = .loaded(TaskList.samples) }
        #expect(TaskList().start(in: store.state, taskID: nil) == nil)
        await store.finish()
    }

    @Test func addsAndCompletes() async throws {
        store.send(.tasksLoaded(TaskList.samples)) { $0.tasks = .loaded(TaskList.samples) }
        store.send(.addTask(title: "Call Ada")) { $0.all.append(Todo.State(id: "3", title: "Call Ada")) }
        store.send(.toggleComplete(id: "3")) { $0.all[id: "3"]?.isComplete = true }
        store.send(.tasks(.element(id: "3", action: .toggleCompleteButtonTapped))) {
            $0.all[id: "3"]?.isComplete = false
        }
        try store.set("newTitle", to: "Rest") { $0.newTitle = "Rest" }
        store.send(.addTask(title: nil)) {
            $0.all.append(Todo.State(id: "4", title: "Rest"))
            $0.newTitle = ""
        }
        await store.finish()
    }

    @Test func showsWhatTheFilterLetsThroughInTheOrderThatIsAskedFor() async throws {
        store.send(.tasksLoaded(TaskList.samples)) { $0.tasks = .loaded(TaskList.samples) }
        #expect(store.state.shown.map(\.id) == ["1", "2"])
        try store.set("order", to: TaskList.Order.title) { $0.order = .title }
        #expect(store.state.shown.map(\.id) == ["2", "1"])
        try store.set("filter", to: Filter.active) { $0.filter = .active }
        #expect(store.state.shown.map(\.id) == ["1"])
        await store.finish()
    }

    @Test func refusesWhatMeansNothing() {
        let (list, state) = (TaskList(), TaskList.State(tasks: .loaded(TaskList.samples)))
        #expect(list.refusal(of: .toggleComplete(id: "9"), in: state) == .unavailable("gone"))
        #expect(list.refusal(of: .addTask(title: "x"), in: state) == nil)
        let untitled = ActionRefusal.Field(path: "/title", code: "invalid", message: "must not be empty")
        for title in ["", nil] {
            #expect(list.refusal(of: .addTask(title: title), in: state) == .invalidParams([untitled]))
        }
    }
}
