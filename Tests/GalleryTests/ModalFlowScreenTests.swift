import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHGallery

/// The whole flow, with the snapshots that a client receives.
@Suite struct ModalFlowScreenTests {
    private let store = Store(
        presenting: Presenting(ModalFlow(), ModalFlow.presentation), StoreEnvironment(clock: VirtualClock()) {})
    private let sheet = ["presentation"]
    private let sheetOverSheet = ["presentation", "presentation"]

    init() { store.start() }

    private func send(_ action: String, _ params: String = "{}", at path: [String] = []) throws {
        try store.send(action, try JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
    }

    private func presentation(at path: [String] = []) -> JSONValue? { store.snapshot(at: path)["presentation"] }

    private var names: String? { store.snapshot()["state"]?["names"]?.stringValue }

    private func key(at path: [String] = []) throws -> String {
        try #require(presentation(at: path)?["key"]?.stringValue)
    }

    @Test func anItemIsRenamedInASheetOverItsSheet() throws {
        try send("nextItemButtonTapped")
        try send("showItemButtonTapped")
        #expect(presentation()?["target"]?["id"]?.stringValue == "2")
        #expect(store.snapshot(at: sheet)["state"]?["name"]?.stringValue == "Pencil")
        try send("renameButtonTapped", at: sheet)
        #expect(presentation(at: sheet)?["dismissible"]?.boolValue == false)
        let key = try key(at: sheet)
        #expect(throws: ActionRefusal.unavailable("notDismissible")) {
            try send("dismiss", #"{"key":"\#(key)"}"#, at: sheet)
        }
        try send("setName", #"{"value":""}"#, at: sheetOverSheet)
        #expect(throws: ActionRefusal.unavailable("noName")) { try send("saveButtonTapped", at: sheetOverSheet) }
        try send("setName", #"{"value":"Pen"}"#, at: sheetOverSheet)
        try send("saveButtonTapped", at: sheetOverSheet)
        #expect(presentation(at: sheet)?.isNull == true)
        #expect(store.snapshot(at: sheet)["state"]?["name"]?.stringValue == "Pen")
        #expect(names == "Notebook, Pen, Ruler")
        try send("doneButtonTapped", at: sheet)
        #expect(presentation()?.isNull == true)
    }

    @Test func theSheetFollowsTheItemThatItIsAbout() throws {
        try send("showItemButtonTapped")
        let hint = try JSONValue(parsing: #"{"kind":"matchedGeometry","id":"1"}"#)
        #expect(store.snapshot()["animation"] == hint)
        try send("itemRenamed", #"{"id":"1","value":{"name":"Pad"}}"#)
        #expect(store.snapshot(at: sheet)["state"]?["name"]?.stringValue == "Pad")
        #expect(store.cause.action == "followed")
    }

    @Test func whatIsCancelledChangesNothing() throws {
        try send("showItemButtonTapped")
        try send("renameButtonTapped", at: sheet)
        try send("setName", #"{"value":"Pen"}"#, at: sheetOverSheet)
        try send("cancelButtonTapped", at: sheetOverSheet)
        #expect(presentation(at: sheet)?.isNull == true)
        try send("dismiss", #"{"key":"\#(try key())"}"#)
        #expect(names == "Notebook, Pencil, Ruler")
    }

    @Test func settingsComeAndGoAndBeginAnew() throws {
        try send("showSettingsButtonTapped")
        let first = try key()
        try send("setCount", #"{"value":3}"#, at: sheet)
        try send("dismiss", #"{"key":"\#(first)"}"#)
        try send("showSettingsButtonTapped")
        #expect(try key() != first)
        #expect(store.snapshot(at: sheet)["state"]?["count"]?.intValue == 0)
    }

    @Test func anItemIsDeletedOnlyWhenThatIsConfirmedAndAsItWas() throws {
        try send("deleteButtonTapped")
        #expect(presentation()?["style"]?.stringValue == "confirmation")
        #expect(presentation()?["title"]?.stringValue == "Delete Notebook?")
        try send("pressButton", #"{"key":"\#(try key())","buttonId":"cancel"}"#)
        #expect(names == "Notebook, Pencil, Ruler")

        try send("deleteButtonTapped")
        try send("itemRenamed", #"{"id":"1","value":{"name":"Diary"}}"#)
        let key = try key()
        #expect(throws: ActionRefusal.unavailable("targetChanged")) {
            try send("pressButton", #"{"key":"\#(key)","buttonId":"delete"}"#)
        }
        try send("pressButton", #"{"key":"\#(key)","buttonId":"cancel"}"#)

        try send("deleteButtonTapped")
        try send("pressButton", #"{"key":"\#(try self.key())","buttonId":"delete"}"#)
        #expect(names == "Pencil, Ruler")
        #expect(store.snapshot()["state"]?["activeId"]?.stringValue == "2")
    }
}
