import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct OrderDetailTests {
    @Test func anotherIdTakesTheOldOnesPlace() async {
        let store = TestStore(OrderDetail(), fail: report)
        store.send(.task(id: "1")) { $0.order = .loading }
        store.advance(by: 1_000)
        store.send(.task(id: "2")) { $0.orderID = "2" }
        store.advance(by: 1_499)
        store.advance(by: 1)
        await store.receive(.orderLoaded(Order.samples[1])) { $0.order = .loaded(Order.samples[1]) }
        await store.finish()
    }

    @Test func noOrderStandsUnderAnothersId() async {
        let store = TestStore(OrderDetail(), timers: .immediate, fail: report)
        store.send(.orderLoaded(Order.samples[0])) { $0.order = .loaded(Order.samples[0]) }
        store.send(.task(id: "9")) {
            $0.orderID = "9"
            $0.order = .loading
        }
        let failure = OrderDetail.notFound("9")
        await store.receive(.loadFailed(failure, .fullScreen)) { $0.order.fail(failure, errors: &$0.errors) }
        #expect(store.state.errors.all.map(\.retry) == [nil])
        await store.finish()
    }

    @Test func refreshKeepsWhatIsThere() async {
        let store = TestStore(OrderDetail(), timers: .immediate, fail: report)
        store.send(.orderLoaded(Order.samples[0])) { $0.order = .loaded(Order.samples[0]) }
        store.send(.refreshButtonTapped) { $0.order.begin(errors: &$0.errors) }
        #expect(store.state.order.value?.totalCents == 1_650)
        await store.receive(.orderLoaded(Order.samples[0])) { $0.order = .loaded(Order.samples[0]) }
        await store.finish()
    }
}
