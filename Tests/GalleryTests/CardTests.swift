import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct CardTests {
    @Test func whatItHoldsLoadsWhenItOpens() async {
        let store = TestStore(Card(), timers: .immediate, fail: report)
        store.send(.headerTapped) { $0.content = Profile.State() }
        await store.receive(.content(.onAppear)) { $0.content?.user = .loading }
        await store.receive(.content(.userLoaded(.ada))) { $0.content?.user = .loaded(.ada) }
        store.send(.headerTapped) { $0.content = nil }
        await store.finish()
    }

    @Test func closingCancelsTheLoad() async {
        let store = TestStore(Card(), fail: report)
        store.send(.headerTapped) { $0.content = Profile.State() }
        await store.receive(.content(.onAppear)) { $0.content?.user = .loading }
        store.send(.headerTapped) { $0.content = nil }
        store.advance(by: 2_000)
        await store.finish()
    }
}
