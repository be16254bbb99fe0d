import FHJSON
import FeatureKit
import Testing

/// An element whose id is a number.
private struct Book: Feature {
    static let id = "book"

    struct State: Codable, Sendable, Equatable, Identifiable {
        var id = 0
        var isOpen = false
    }
    enum Action: Codable, Sendable, CaseIterable { case open }

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.isOpen = true
        return .none
    }
}

private struct Shelf: Feature {
    static let id = "shelf"
    static let actions = ActionSet<Action>.none

    struct State: Codable, Sendable, Equatable { var books: IdentifiedArray<Book.State> = [Book.State(id: 7)] }
    enum Action: Codable, Sendable { case books(IdentifiedActionOf<Book>) }

    let initialState = State()

    var children: [Child<Self>] { [.forEach("books", state: \.books, action: Action.books, Book())] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }
}

/// A feature whose children have other names than the cases of their actions.
private struct Misnamed: Feature {
    static let id = "misnamed"
    static let actions = ActionSet<Action>.none

    struct State: Codable, Sendable, Equatable {
        var other = Toy.State()
        var labelled: Toy.State? = Toy.State()
    }
    enum Action: Codable, Sendable {
        case another(Toy.Action)
        case labelled(action: Toy.Action)
    }

    let initialState = State()

    var children: [Child<Self>] {
        [
            .scope("other", state: \.other, action: Action.another, Toy()),
            .ifLet("labelled", state: \.labelled, action: { .labelled(action: $0) }, Toy()),
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }
}

/// The paths of children, by name and id.
@Suite struct ChildPathTests {
    @Test func anElementIsReachedByItsIdAsThatPrintsAndByNothingElse() throws {
        let shelf = StoreDriver(Shelf())
        for key in ["+7", "007", "8", ""] { shelf.expectGone("open", at: ["books", key]) }
        try shelf.send("open", at: ["books", "7"])
        #expect(shelf.state(["books", "7"])?["isOpen"]?.boolValue == true)
    }

    /// Without the trap, the child would never receive an action, and no error would report this.
    @Test func aChildWhoseNameIsNotThatOfItsCaseTraps() async {
        await #expect(processExitsWith: .failure) { _ = try? StoreDriver(Misnamed()).send("squeak", at: ["other"]) }
        await #expect(processExitsWith: .failure) { _ = try? StoreDriver(Misnamed()).send("squeak", at: ["labelled"]) }
    }
}
