import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery
@testable import FHListFeature

/// These tests declare all changes of the state of a list whose rows others change.
@Suite struct ChangedRowsStateTests {
    /// Makes a store with loaded rows.
    private func loaded() async -> TestStore<ChangedRows> {
        let store = TestStore(ChangedRows(), fail: report)
        store.send(.list(.load)) { $0.list.refreshes() }
        store.advance(by: 1_500)
        await store.receive(list: "fetched") {
            $0.list.isRead(1)
            $0.list.changes.inserted = ["1", "2"]
        }
        return store
    }

    @Test func severalNoticesLeadToOneReload() async {
        let store = await loaded()
        await expectNotice(1, of: store)
        for notices in 2...3 {
            store.advance(by: 199)
            store.send(.tap(.notify))
            await store.receive(list: "sourceChanged") { $0.notices = notices }
        }
        store.advance(by: 200)
        await expectReload(1, of: store)
        store.advance(by: 1_500)
        await expectRead(2, of: store)
        // The timer of the maximum delay is cancelled too, so that nothing happens later.
        store.advance(by: 10_000)
        await store.finish()
    }

    @Test func noticesThatDoNotCeaseAreReadAfterTwoSeconds() async {
        let store = await loaded()
        await expectNotice(1, of: store)
        for notices in 2...20 {
            store.advance(by: 100)
            store.send(.tap(.notify))
            await store.receive(list: "sourceChanged") { $0.notices = notices }
        }
        store.advance(by: 100)
        await expectReload(1, of: store)
        store.advance(by: 1_500)
        await expectRead(2, of: store)
        await store.finish()
    }

    @Test func aNoticeDuringAReloadLeadsToAnother() async {
        let store = await loaded()
        await expectNotice(1, of: store)
        store.advance(by: 200)
        await expectReload(1, of: store)
        store.advance(by: 1_400)
        await expectNotice(2, of: store)
        store.advance(by: 100)
        await expectRead(2, of: store)
        store.advance(by: 100)
        await expectReload(2, of: store)
        store.advance(by: 1_500)
        await expectRead(3, of: store)
        await store.finish()
    }

    /// Expects the first notification, which causes a reload.
    private func expectNotice(_ count: Int, of store: TestStore<ChangedRows>) async {
        store.send(.tap(.notify))
        await store.receive(list: "sourceChanged") {
            $0.notices = count
            $0.list.loading.isReloadDue = true
        }
    }

    private func expectReload(_ count: Int, of store: TestStore<ChangedRows>) async {
        await store.receive(list: "reload") {
            $0.reloads = count
            $0.list.loading.isReloadDue = false
            $0.list.loading.isOutdated = true
            $0.list.refreshes()
        }
    }

    private func expectRead(_ count: Int, of store: TestStore<ChangedRows>) async {
        await store.receive(list: "fetched") {
            $0.list.isRead(count)
            $0.list.changes.changed = ["1"]
        }
    }
}

extension ListState {
    /// Sets the rows that the source returns at the read with this number.
    fileprivate mutating func isRead(_ count: Int) {
        isRefreshed(["Read \(count)", "Still here"], total: 2, endReached: true)
        loading.totalCount = nil
    }
}
