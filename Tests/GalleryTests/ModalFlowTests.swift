import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

/// The presenting screen without its modals.
@Suite struct ModalFlowTests {
    @Test func itAsksForWhatIsToBeOverIt() async {
        let store = TestStore(ModalFlow(), fail: report)
        store.send(.showItemButtonTapped)
        store.receive(output: .present("item"))
        store.send(.showSettingsButtonTapped)
        store.receive(output: .present("settings"))
        store.send(.deleteButtonTapped)
        store.receive(output: .present("deletion"))
        await store.finish()
    }

    @Test func theActiveItemGoesAroundAndNeverAway() async {
        let store = TestStore(ModalFlow(), fail: report)
        store.send(.nextItemButtonTapped) { $0.activeId = "2" }
        store.send(.deleteItem(id: "2")) {
            $0.items.remove(at: 1)
            $0.activeId = "3"
        }
        store.send(.deleteItem(id: "3")) {
            $0.items.removeLast()
            $0.activeId = "1"
        }
        store.send(.nextItemButtonTapped)
        store.send(.itemRenamed(id: "1", value: .encoding(["name": "Paper"]))) { $0.items[0].name = "Paper" }
        store.send(.deleteItem(id: "1")) {
            $0.items = []
            $0.activeId = nil
        }
        let flow = ModalFlow()
        #expect(
            flow.unavailable(in: store.state).map(\.action)
                == ["nextItemButtonTapped", "showItemButtonTapped", "deleteButtonTapped"])
        #expect(flow.refusal(of: .deleteItem(id: "1"), in: store.state) == .unavailable("gone"))
        #expect(flow.refusal(of: .itemRenamed(id: "1", value: .null), in: store.state) == .unavailable("gone"))
        await store.finish()
    }

    @Test func theSheetOfAnItemTellsOfItsNewName() async {
        let store = TestStore(ItemSheet(JSONText.encoding(["values": ["name": "Pencil"]]).value), fail: report)
        store.send(.renameButtonTapped)
        store.receive(output: .present("rename", params: .encoding(["name": "Pencil"])))
        store.send(.renamed(value: .encoding(["name": "Pen"]))) { $0.name = "Pen" }
        store.receive(output: Output("renamed", value: .encoding(["name": "Pen"]), isLast: false))
        store.send(.doneButtonTapped)
        store.receive(output: .cancel())
        await store.finish()
    }
}
