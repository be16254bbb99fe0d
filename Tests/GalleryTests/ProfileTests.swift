import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct ProfileTests {
    @Test func loadsOnAppearAndRefreshes() async {
        let store = TestStore(Profile(), timers: .immediate, fail: report)
        store.send(.onAppear) { $0.user = .loading }
        await store.receive(.userLoaded(.ada)) { $0.user = .loaded(.ada) }
        store.send(.refreshButtonTapped) { $0.user.begin(errors: &$0.errors) }
        #expect(store.state.user.value == .ada)
        await store.receive(.userLoaded(.ada)) { $0.user = .loaded(.ada) }
        await store.finish()
    }

    @Test func anErrorIsShownAndNotSwallowed() async {
        let failure = SimulatedService.networkError
        let store = TestStore(Profile(service: .init(outcome: .fullScreen)), timers: .immediate, fail: report)
        store.send(.onAppear) { $0.user = .loading }
        await store.receive(.loadFailed(failure, .fullScreen)) { $0.user.fail(failure, errors: &$0.errors) }
        #expect(store.state.errors.all.map(\.failure) == [failure])
        await store.finish()
    }
}
