import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct PostsTests {
    @Test func loadsWhenTheTimeIsOver() async {
        let store = TestStore(Posts(), fail: report)
        store.send(.onAppear) { $0.posts = .loading }
        store.advance(by: 1_499)
        store.advance(by: 1)
        await store.receive(.postsLoaded(Post.samples)) { $0.posts = .loaded(Post.samples) }
        await store.finish()
    }

    @Test func triesAgainAfterAFullScreenError() async {
        let failure = SimulatedService.networkError
        let store = TestStore(Posts(service: .init(outcome: .fullScreen)), timers: .immediate, fail: report)
        store.send(.onAppear) { $0.posts = .loading }
        await store.receive(.loadFailed(failure, .fullScreen)) { $0.posts.fail(failure, errors: &$0.errors) }
        #expect(store.state.posts.phase == .failed)
        #expect(store.state.errors.all.map(\.display) == [.fullScreen])
        store.send(.tryAgainButtonTapped) { $0.posts.begin(errors: &$0.errors) }
        #expect(store.state.posts.phase == .loading)
        #expect(store.state.errors.all.isEmpty)
        await store.receive(.postsLoaded(Post.samples)) { $0.posts = .loaded(Post.samples) }
        await store.finish()
    }

    @Test func anAlertLeavesTheRows() async {
        let failure = SimulatedService.serverError
        let store = TestStore(Posts(service: .init(then: .alert)), timers: .immediate, fail: report)
        store.send(.postsLoaded(Post.samples)) { $0.posts = .loaded(Post.samples) }
        store.send(.refreshButtonTapped) { $0.posts.begin(errors: &$0.errors) }
        await store.receive(.loadFailed(failure, .alert)) { $0.posts.fail(failure, errors: &$0.errors) }
        #expect(store.state.posts.value == Post.samples)
        #expect(store.state.errors.all.map(\.display) == [.alert])
        let error = store.state.errors.all[0]
        #expect(Posts().retry(error, in: store.state) == .tryAgainButtonTapped)
        await store.finish()
    }

    @Test func saysWhichButtonsMeanSomething() {
        let posts = Posts()
        #expect(posts.unavailable(in: .init(posts: .loading)).map(\.reason) == ["loading", "loading"])
        #expect(posts.unavailable(in: .init(posts: .loaded([]))).map(\.action) == ["tryAgainButtonTapped"])
        #expect(posts.unavailable(in: .init(posts: .failed)).isEmpty)
    }
}
