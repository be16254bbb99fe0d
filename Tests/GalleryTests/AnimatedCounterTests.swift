import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct AnimatedCounterTests {
    @Test func everyCountSprings() async {
        let store = TestStore(AnimatedCounter(), fail: report)
        #expect(store.animation == nil)
        store.send(.counter(.incrementButtonTapped)) { $0.counter.count = 1 }
        #expect(store.animation == .spring(response: 0.5, damping: 0.825))
        store.send(.counter(.decrementButtonTapped)) { $0.counter.count = 0 }
        #expect(store.animation == .spring(response: 0.5, damping: 0.825))
        await store.finish()
    }

    @Test func theCounterAloneHintsNothing() async {
        let store = TestStore(Counter(), fail: report)
        store.send(.incrementButtonTapped) { $0.count = 1 }
        #expect(store.animation == nil)
        await store.finish()
    }
}
