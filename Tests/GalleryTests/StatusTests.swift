import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct StatusTests {
    @Test func loadsFailsAndKeepsWhatWasThere() async {
        let store = TestStore(Status(service: SimulatedService(then: .alert)), timers: .immediate, fail: report)
        store.send(.onAppear) { $0.data = .loading }
        await store.receive(.dataLoaded(Status.sample)) { $0.data = .loaded(Status.sample) }
        store.send(.refreshButtonTapped) { $0.data.begin(errors: &$0.errors) }
        #expect(Status().unavailable(in: store.state) == [Unavailable("refreshButtonTapped", "loading")])
        await store.receive(.loadFailed(SimulatedService.serverError, .alert)) {
            $0.data.fail(SimulatedService.serverError, errors: &$0.errors)
        }
        #expect(store.state.data.value == Status.sample)
        #expect(store.state.errors.all.map(\.display) == [.alert])
        await store.finish()
    }
}
