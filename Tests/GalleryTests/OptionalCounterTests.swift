import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct OptionalCounterTests {
    @Test func comesGoesAndBeginsAnew() async {
        let store = TestStore(OptionalCounter(), fail: report)
        store.send(.toggleCounterButtonTapped) { $0.counter = Counter.State() }
        store.send(.counter(.incrementButtonTapped)) { $0.counter?.count = 1 }
        store.send(.toggleCounterButtonTapped) { $0.counter = nil }
        store.send(.counter(.incrementButtonTapped))
        store.send(.toggleCounterButtonTapped) { $0.counter = Counter.State(count: 0) }
        await store.finish()
    }
}
