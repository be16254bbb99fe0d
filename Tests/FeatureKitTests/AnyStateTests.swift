import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct AnyStateTests {
    @Test func anActionNeverCopiesALargeState() throws {
        let store = Store(
            presenting: Presenting(Heap(), Heap.configuration), StoreEnvironment(clock: VirtualClock()) {})
        store.onRevision = { [unowned store] in _ = store.snapshot() }
        let path = ["presentation", "presentation"]
        let sender = Sender(session: 1, request: .none)
        for depth in 0..<2 {
            try store.send(
                "present", try JSONValue(parsing: #"{"modal":"child"}"#), path: Array(path.prefix(depth)), from: sender)
        }
        for depth in 0...2 {
            for _ in 0..<10 { try store.send("touch", .emptyObject, path: Array(path.prefix(depth)), from: sender) }
        }
        var heaps = store.snapshot()
        for _ in 0...2 {
            #expect(heaps["state"]?["touches"]?.intValue == 10)
            #expect(heaps["state"]?["copies"]?.intValue == 0)
            heaps = heaps["presentation"]?["child"] ?? .null
        }
    }

    @Test func aCopyOfAStateIsAValueOfItsOwn() throws {
        let screen = ScreenStore()
        try screen.present("child")
        let before = screen.store.state
        try screen.send("note", #"{"text":"x"}"#, at: ScreenStore.sheet)
        #expect(screen.store.state != before)
        try screen.present("say", at: ScreenStore.sheet)
        let presenting = screen.store.state
        #expect(presenting == screen.store.state)
        try screen.send("setDirty", #"{"isDirty":true}"#, at: ScreenStore.sheet)
        #expect(presenting != screen.store.state)
        try screen.send("setDirty", #"{"isDirty":false}"#, at: ScreenStore.sheet)
        #expect(presenting == screen.store.state)
    }

}

/// A feature whose state counts the copies that changes have made.
private struct Heap: Feature {
    static let id = "heap"

    /// Copy-on-write storage, as in an array.
    final class Storage: Sendable {}

    struct State: Sendable {
        private var storage = Storage()
        private(set) var touches = 0
        private(set) var copies = 0

        mutating func touch() {
            touches += 1
            if isKnownUniquelyReferenced(&storage) { return }
            copies += 1
            storage = Storage()
        }
    }

    enum Action: Codable, Sendable, CaseIterable { case touch }

    static let stateSchema = JSONText.emptyObject
    static var configuration: PresentationConfiguration {
        let link = FeatureLink("heap") { _, keys throws(ActionRefusal) in
            AnyFeature(Presenting(Heap(), Heap.configuration, keys: keys))
        }
        return .init(modals: ["child": Modal(style: .sheet, feature: link)])
    }

    var initialState: State { State() }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.touch()
        return .none
    }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.field("touches", state.touches)
        json.field("copies", state.copies)
        json.endObject()
    }
}
