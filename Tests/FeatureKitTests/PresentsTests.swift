import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

/// A list of names that presents a feature to add one.
private struct Names: Feature {
    static let id = "names"
    static let presentation = PresentationConfiguration(modals: [
        "editor": .presents(.sheet, onOutput: ActionLink("nameAdded")) { params throws(ActionRefusal) in
            Editor(text: params["text"]?.stringValue ?? "")
        }
    ])

    struct State: Codable, Sendable, Equatable { var names: [String] = [] }
    enum Action: Codable, Sendable, Equatable {
        case addButtonTapped
        case nameAdded(value: JSONText)
    }

    static let actions = ActionSet<Action>([.addButtonTapped, .nameAdded(value: .null)])

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .addButtonTapped: return .present("editor", params: .encoding(["text": "new"]))
        case .nameAdded(let value): state.names.append(value.value["text"]?.stringValue ?? "")
        }
        return .none
    }
}

/// A text that can be submitted or cancelled.
private struct Editor: Feature {
    static let id = "editor"
    static let bindings = [
        Binding<Self>("text", \.text, isEnabled: { !$0.isLocked }, then: .textChanged),
        Binding<Self>("letters", \.letters),
        Binding<Self>("size", \.size, in: { _ in 1...9 }, settle: { $0.text = String($0.text.prefix($0.size)) }),
    ]

    struct State: Codable, Sendable, Equatable {
        var text = ""
        var size = 9
        var changes = 0
        var isLocked = false
        var letters = Letters.asTyped
    }
    enum Letters: String, Codable, CaseIterable { case asTyped, capital }
    enum Action: Codable, Sendable, Equatable, CaseIterable {
        case textChanged, lock, saveButtonTapped, cancelButtonTapped
    }

    let initialState: State

    init(text: String = "") { initialState = State(text: text) }

    func unsavedChanges(in state: State) -> [String]? { state.letters == .asTyped ? nil : [] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .textChanged: state.changes += 1
        case .lock: state.isLocked = true
        case .saveButtonTapped: return .output(Output("save", value: .encoding(["text": state.text])))
        case .cancelButtonTapped: return .dismiss
        }
        return .none
    }
}

@Suite struct PresentsTests {
    private let sheet = ["presentation"]

    @Test func aFeaturePresentsAnotherWhichHandsAResultBackAndGoes() throws {
        let names = StoreDriver(Names(), Names.presentation)
        try names.send("addButtonTapped")
        #expect(names.snapshot()["presentation"]?["style"]?.stringValue == "sheet")
        #expect(names.state(sheet)?["text"]?.stringValue == "new")
        try names.send("setText", #"{"value":"Ada"}"#, at: sheet)
        try names.send("saveButtonTapped", at: sheet)
        #expect(names.snapshot()["presentation"]?.isNull == true)
        #expect(names.state()?["names"]?.description == #"["Ada"]"#)
        names.expectGone("saveButtonTapped", at: sheet)
    }

    @Test func aPresentedFeatureDismissesItself() throws {
        let names = StoreDriver(Names(), Names.presentation)
        try names.send("addButtonTapped")
        try names.send("cancelButtonTapped", at: sheet)
        #expect(names.snapshot()["presentation"]?.isNull == true)
        #expect(names.state()?["names"]?.count == 0)
    }

    @Test func aValueThatIsSetBackLeavesNothingToAskAbout() throws {
        let names = StoreDriver(Names(), Names.presentation)
        try names.send("addButtonTapped")
        try names.send("setLetters", #"{"value":"capital"}"#, at: sheet)
        let key = try #require(names.snapshot()["presentation"]?["key"]?.stringValue)
        try names.send("dismiss", #"{"key":"\#(key)"}"#)
        #expect(names.snapshot()["blocked"]?["action"]?.stringValue == "dismiss")
        try names.send("setLetters", #"{"value":"asTyped"}"#, at: sheet)
        #expect(names.snapshot()["blocked"]?.isNull == true)
        try names.send("dismiss", #"{"key":"\#(key)"}"#)
        #expect(names.snapshot()["presentation"]?.isNull == true)
    }

    @Test func whatIsToBePresentedIsSaidInATest() async {
        let store = TestStore(Names(), fail: report)
        store.send(.addButtonTapped)
        store.receive(output: .present("editor", params: .encoding(["text": "new"])))
        await store.finish()
    }
}

@Suite struct BindingTests {
    @Test func aBoundValueIsSetAndItsFollowUpIsARevisionOfItsOwn() throws {
        let editor = StoreDriver(Editor())
        try editor.send("setText", #"{"value":"Ada"}"#)
        #expect(editor.store.revision == 2 && editor.cause == "textChanged")
        #expect(editor.store.state.base == .init(text: "Ada", changes: 1))
    }

    @Test func aValueOutsideItsRangeIsClampedAndTheRestSettles() throws {
        let editor = StoreDriver(Editor(text: "Countess"))
        try editor.send("setSize", #"{"value":3}"#)
        #expect(editor.store.state.base == .init(text: "Cou", size: 3) && editor.store.revision == 1)
        try editor.send("setSize", #"{"value":-7}"#)
        #expect(editor.store.state.base.size == 1)
        try editor.send("setSize", #"{"value":10}"#)
        #expect(editor.store.state.base.size == 9)
    }

    @Test func aDisabledValueIsRefusedAndTheSnapshotSaysSo() throws {
        let editor = StoreDriver(Editor())
        try editor.send("lock")
        #expect(editor.snapshot()["unavailable"]?["setText"]?.stringValue == "disabled")
        #expect(throws: ActionRefusal.unavailable("disabled")) { try editor.send("setText", #"{"value":"x"}"#) }
        try editor.send("setSize", #"{"value":3}"#)
        #expect(editor.store.revision == 2)
    }

    @Test func aWrongValueIsNamedByItsPlace() {
        let editor = StoreDriver(Editor())
        for (params, code) in [(#"{"value":7}"#, "type"), ("{}", "required")] {
            #expect {
                try editor.send("setText", params)
            } throws: { error in
                guard case .invalidParams(let fields)? = error as? ActionRefusal else { return false }
                return fields.map(\.path) == ["/value"] && fields.map(\.code) == [code]
            }
        }
        #expect(editor.store.revision == 0)
    }

    @Test func aValueThatIsNoneOfAnEnumsIsRefusedWithThoseThatThereAre() throws {
        let editor = StoreDriver(Editor())
        let wrong = [
            ("setLetters", #"{"value":"small"}"#, "/value", "invalid", "asTyped, capital"),
            ("setLetters", #"{"value":7}"#, "/value", "type", "asTyped, capital"),
            ("present", #"{"modal":"x","policy":"later"}"#, "/policy", "invalid", "queue, replace"),
        ]
        for (action, params, path, code, known) in wrong {
            let field = ActionRefusal.Field(path: path, code: code, message: "must be one of \(known)")
            #expect(throws: ActionRefusal.invalidParams([field])) { try editor.send(action, params) }
        }
        try editor.send("setLetters", #"{"value":"capital"}"#)
        #expect(editor.store.state.base.letters == .capital && editor.store.revision == 1)
    }

    @Test func aTestSetsABoundValue() async throws {
        let store = TestStore(Editor(), fail: report)
        try store.set("text", to: "Ada") { $0.text = "Ada" }
        await store.receive("textChanged", where: { $0 == .textChanged }) { $0.changes = 1 }
        try store.set("size", to: 2) { ($0.size, $0.text) = (2, "Ad") }
        await store.finish()
    }
}
