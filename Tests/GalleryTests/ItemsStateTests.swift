import FHKindParts
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery
@testable import FHListFeature

/// These tests declare all changes of the state of a list that is loaded page by page.
@Suite struct ItemsStateTests {
    private let names = Items.names

    /// Makes a store with a loaded first page.
    private func loaded(_ outcome: Items.Outcome = .loaded) async -> TestStore<Items> {
        let store = TestStore(Items(outcome: outcome), fail: report)
        store.send(.list(.load)) { $0.list.refreshes() }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isRefreshed(Array(names.prefix(10)), total: 25, endReached: false)
            $0.list.changes.inserted = (1...10).map(String.init)
        }
        return store
    }

    @Test func pagesComeOneAfterTheOtherAndARefreshBeginsAnew() async {
        let store = await loaded()
        store.send(.tap(.moreButtonTapped))
        await store.receive(list: "loadMore") { $0.list.loading.append = .loading }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isExtended(Array(names.prefix(20)), total: 25, endReached: false)
            $0.list.changes.inserted = (11...20).map(String.init)
        }
        store.send(.tap(.refreshButtonTapped))
        await store.receive(list: "refresh") { $0.list.refreshes() }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isRefreshed(Array(names.prefix(10)), total: 25, endReached: false)
            $0.list.changes.removed = (11...20).map(String.init)
        }
        await store.finish()
    }

    @Test func aRefreshCancelsTheLoadBeforeIt() async {
        let store = await loaded()
        store.send(.tap(.moreButtonTapped))
        await store.receive(list: "loadMore") { $0.list.loading.append = .loading }
        store.advance(by: 1_000)
        store.send(.tap(.refreshButtonTapped))
        await store.receive(list: "refresh") {
            $0.list.refreshes()
            $0.list.loading.append = .idle
        }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isRefreshed(Array(names.prefix(10)), total: 25, endReached: false)
        }
        await store.finish()
    }

    @Test func aBannerIsOverRowsThatStayUntilTheyComeAnew() async {
        let store = await loaded(.banner)
        store.send(.tap(.refreshButtonTapped))
        await store.receive(list: "refresh") { $0.list.refreshes() }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.faults.list.add(SimulatedService.networkError, display: .banner, operation: "refresh")
            $0.list.loading.refresh = .failed(errorID: "e1")
        }
        store.send(.list(.wire(.refresh))) {
            $0.list.refreshes()
            $0.list.faults.list.removeAll()
        }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isRefreshed(Array(names.prefix(10)), total: 25, endReached: false)
        }
        await store.finish()
    }

    @Test func anErrorOverTheWholeScreenGivesWayToRows() async {
        let store = TestStore(Items(outcome: .fullScreen), fail: report)
        store.send(.list(.load)) { $0.list.refreshes() }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.faults.list.add(SimulatedService.networkError, display: .fullScreen, operation: "refresh")
            $0.list.loading.refresh = .failed(errorID: "e1")
        }
        store.send(.tap(.refreshButtonTapped))
        await store.receive(list: "refresh") {
            $0.list.refreshes()
            $0.list.faults.list.removeAll()
        }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isRefreshed(Array(names.prefix(10)), total: 25, endReached: false)
            $0.list.changes.inserted = (1...10).map(String.init)
        }
        await store.finish()
    }

    @Test func anAppendThatFailedLeavesTheRowsAndIsAskedForAgain() async {
        let store = await loaded(.append)
        store.send(.tap(.moreButtonTapped))
        await store.receive(list: "loadMore") { $0.list.loading.append = .loading }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.faults.list.add(SimulatedService.networkError, display: .inline, operation: "append")
            $0.list.loading.append = .failed(errorID: "e1")
        }
        // This is the action that `retry` of the error sends.
        store.send(.list(.wire(.loadMore))) {
            $0.list.loading.append = .loading
            $0.list.faults.list.removeAll()
        }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isExtended(Array(names.prefix(20)), total: 25, endReached: false)
            $0.list.changes.inserted = (11...20).map(String.init)
        }
        await store.finish()
    }

    @Test func anEmptySourceIsLoadedAndHasNoRows() async {
        let store = TestStore(Items(outcome: .empty), fail: report)
        store.send(.list(.load)) { $0.list.refreshes() }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") { $0.list.isRefreshed([], total: 0, endReached: true) }
        await store.finish()
    }
}
