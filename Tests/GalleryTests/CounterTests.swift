import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct CounterTests {
    @Test func countsUpAndDown() async {
        let store = TestStore(Counter(), fail: report)
        store.send(.incrementButtonTapped) { $0.count = 1 }
        store.send(.incrementButtonTapped) { $0.count = 2 }
        store.send(.decrementButtonTapped) { $0.count = 1 }
        await store.finish()
    }
}

@Suite struct TwoCountersTests {
    @Test func eachCounterCountsForItself() async {
        let store = TestStore(TwoCounters(), fail: report)
        store.send(.counter1(.incrementButtonTapped)) { $0.counter1.count = 1 }
        store.send(.counter2(.decrementButtonTapped)) { $0.counter2.count = -1 }
        await store.finish()
    }
}
