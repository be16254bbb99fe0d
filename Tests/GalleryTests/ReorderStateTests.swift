import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery
@testable import FHListFeature

/// These tests declare all changes of the state of a list whose rows are reordered.
@Suite struct ReorderStateTests {
    private let names = Reorder.names
    /// A copy of the feature's id generator.
    private let ids = IDGenerator(seed: 0)

    /// Makes a store with loaded rows.
    private func loaded(_ outcome: Reorder.Outcome = .saved) async -> TestStore<Reorder> {
        let store = TestStore(Reorder(outcome: outcome), fail: report)
        store.send(.list(.load)) { $0.list.refreshes() }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isRefreshed(names, total: 5, endReached: true)
            $0.list.changes.inserted = ["1", "2", "3", "4", "5"]
        }
        return store
    }

    /// Returns the next edit of the feature.
    private func move(_ id: String, before other: String, isWriting: Bool = true) -> Edit {
        let opID = ids.next()
        return Edit(opID: opID, change: .move([id], before: other), step: opID, isWriting: isWriting)
    }

    @Test func aMoveByPlacesIsShownAtOnceAndThenConfirmed() async {
        let store = await loaded()
        let edit = move("5", before: "1")
        store.send(.tap(.moveItems(fromOffsets: [4], toOffset: 0)))
        await store.receive(list: "moveItems") { $0.list.moves(edit) }
        #expect(store.state.list.ids == ["5", "1", "2", "3", "4"])
        store.advance(by: 1_500)
        await store.receive(list: "written") { $0.list.hasMoved("5", backBefore: nil) }
        await store.finish()
    }

    @Test func movesAreSavedOneAfterTheOther() async {
        let store = await loaded()
        let (first, second) = (move("5", before: "1"), move("4", before: "5", isWriting: false))
        store.send(.tap(.moveItems(fromOffsets: [4], toOffset: 0)))
        await store.receive(list: "moveItems") { $0.list.moves(first) }
        store.send(.tap(.moveItems(fromOffsets: [4], toOffset: 0)))
        await store.receive(list: "moveItems") { $0.list.moves(second) }
        #expect(store.state.list.ids == ["4", "5", "1", "2", "3"])
        store.advance(by: 1_500)
        await store.receive(list: "written") {
            $0.list.hasMoved("5", backBefore: nil)
            $0.list.edits[0].isWriting = true
            $0.list.writing.ownOperations.append(second.opID)
        }
        store.advance(by: 1_500)
        await store.receive(list: "written") { $0.list.hasMoved("4", backBefore: nil) }
        #expect(store.state.list.ids == ["4", "5", "1", "2", "3"])
        await store.finish()
    }

    @Test func aMoveThatFailsIsTakenBackAndMadeAgainWhereItIsTriedAgain() async {
        let store = await loaded(.failed)
        let edit = move("5", before: "1")
        store.send(.tap(.moveItems(fromOffsets: [4], toOffset: 0)))
        await store.receive(list: "moveItems") { $0.list.moves(edit) }
        store.advance(by: 1_500)
        await store.receive(list: "written") {
            $0.list.edits = []
            $0.list.shown.rows = $0.list.confirmed
            $0.list.shown.pending = [:]
            $0.list.faults.list.add(SimulatedService.networkError, display: .inline, operation: edit.opID)
            $0.list.writing.failed["e1"] = edit
            $0.list.faults.ofRows["5"] = ["e1"]
            ($0.list.changes.moved, $0.list.changes.changed) = (["5"], ["5"])
        }
        #expect(store.state.list.ids == ["1", "2", "3", "4", "5"])
        var again = edit
        again.isRepeated = true
        store.send(.list(.again(errorID: "e1"))) { [again] in
            $0.list.moves(again)
            $0.list.faults.list.removeAll()
            $0.list.writing.failed = [:]
            $0.list.faults.ofRows = [:]
        }
        store.advance(by: 1_500)
        await store.receive(list: "written") {
            $0.list.hasMoved("5", backBefore: nil)
            $0.list.refreshes()
            $0.list.loading.isFreshWanted = false
        }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") { $0.list.loading.refresh = .idle }
        await store.finish()
    }

    @Test func aReloadDuringAMoveComesAfterIt() async {
        let store = await loaded()
        let edit = move("5", before: "1")
        store.send(.tap(.moveItems(fromOffsets: [4], toOffset: 0)))
        await store.receive(list: "moveItems") { $0.list.moves(edit) }
        store.send(.tap(.reloadButtonTapped))
        await store.receive(list: "refresh") {
            $0.list.loading.isRefreshWanted = true
            $0.list.loading.isFreshWanted = true
        }
        store.advance(by: 1_500)
        await store.receive(list: "written") {
            $0.list.hasMoved("5", backBefore: nil)
            $0.list.loading.isRefreshWanted = false
            $0.list.refreshes()
        }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.loading.refresh = .idle
            $0.list.loading.isFreshWanted = false
        }
        #expect(store.state.list.ids == ["5", "1", "2", "3", "4"])
        await store.finish()
    }

    @Test func aMoveDuringAReloadDropsWhatTheReloadMayHaveMissed() async {
        let store = await loaded()
        let edit = move("5", before: "1")
        store.send(.tap(.reloadButtonTapped))
        await store.receive(list: "refresh") { $0.list.refreshes() }
        store.advance(by: 1_000)
        store.send(.tap(.moveItems(fromOffsets: [4], toOffset: 0)))
        await store.receive(list: "moveItems") { $0.list.moves(edit) }
        store.advance(by: 500)
        // The page was requested before the move, and is requested again after its confirmation.
        await store.receive(list: "fetched") { $0.list.loading.isRefreshWanted = true }
        store.advance(by: 1_000)
        await store.receive(list: "written") {
            $0.list.hasMoved("5", backBefore: nil)
            $0.list.loading.isRefreshWanted = false
            $0.list.refreshes()
        }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.loading.refresh = .idle
            $0.list.loading.isFreshWanted = false
        }
        #expect(store.state.list.ids == ["5", "1", "2", "3", "4"])
        await store.finish()
    }
}
