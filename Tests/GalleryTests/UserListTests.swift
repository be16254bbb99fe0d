import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct UserListTests {
    @Test func rowsStayWhileTheyAreLoadedAnew() async {
        let store = TestStore(UserList(), timers: .immediate, fail: report)
        store.send(.onAppear) { $0.users = .loading }
        await store.receive(.usersLoaded(User.samples)) { $0.users = .loaded(User.samples) }
        store.send(.refreshButtonTapped) { $0.users.begin(errors: &$0.errors) }
        #expect(store.state.users.value == User.samples)
        await store.receive(.usersLoaded(User.samples)) { $0.users = .loaded(User.samples) }
        await store.finish()
    }

    @Test func aFailureIsOverTheWholeScreenWhereThereIsNothingElse() async {
        let failure = SimulatedService.networkError
        let store = TestStore(UserList(service: .init(outcome: .fullScreen)), timers: .immediate, fail: report)
        store.send(.onAppear) { $0.users = .loading }
        await store.receive(.loadFailed(failure, .fullScreen)) { $0.users.fail(failure, errors: &$0.errors) }
        #expect(store.state.errors.all.map(\.display) == [.fullScreen])
        await store.finish()
    }
}
