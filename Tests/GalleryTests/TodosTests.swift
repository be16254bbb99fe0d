import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct TodosTests {
    @Test func addsDeletesAndMoves() async {
        let store = TestStore(Todos(), fail: report)
        store.send(.addTodoButtonTapped) {
            $0.lastID = 4
            $0.todos.append(Todo.State(id: "4"))
        }
        store.send(.moveTodo(id: "4", before: "1")) { $0.todos.move(["4"], before: "1") }
        #expect(store.state.todos.ids == ["4", "1", "2", "3"])
        store.send(.deleteTodo(id: "4")) { $0.todos.remove(id: "4") }
        store.send(.addTodoButtonTapped) {
            $0.lastID = 5
            $0.todos.append(Todo.State(id: "5"))
        }
        await store.finish()
    }

    @Test func whatTheFilterHidesIsStillReached() async throws {
        let store = TestStore(Todos(), fail: report)
        try store.set("filter", to: Filter.completed) { $0.filter = .completed }
        store.send(.todos(.element(id: "1", action: .toggleCompleteButtonTapped))) {
            $0.todos[id: "1"]?.isComplete = true
        }
        store.send(.todos(.element(id: "1", action: .toggleCompleteButtonTapped))) {
            $0.todos[id: "1"]?.isComplete = false
        }
        await store.finish()
    }

    @Test func whatIsNotThereIsRefused() {
        let (todos, state) = (Todos(), Todos.State())
        #expect(todos.refusal(of: .deleteTodo(id: "9"), in: state) == .unavailable("gone"))
        #expect(todos.refusal(of: .moveTodo(id: "1", before: "9"), in: state) == .unavailable("gone"))
        #expect(todos.refusal(of: .moveTodo(id: "1", before: nil), in: state) == nil)
    }
}

@Suite struct TodoTests {
    @Test func isRenamedAndCompleted() async throws {
        let store = TestStore(Todo(), fail: report)
        try store.set("title", to: "Buy bread") { $0.title = "Buy bread" }
        store.send(.toggleCompleteButtonTapped) { $0.isComplete = true }
        store.send(.toggleCompleteButtonTapped) { $0.isComplete = false }
        await store.finish()
    }
}
