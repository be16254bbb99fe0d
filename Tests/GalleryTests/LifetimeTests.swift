import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct LifetimeTests {
    @Test func loadsOnceAndTicksUntilNobodyLooks() async {
        let store = TestStore(Lifetime(), fail: report)
        store.send(.runTasks)
        await store.receive(.onAppear) { $0.loaded = .loading }
        store.advance(by: 500)
        await store.receive(.greetingLoaded("Good morning")) { $0.loaded = .loaded("Good morning") }
        for second in 1...3 {
            store.advance(by: second == 1 ? 500 : 1_000)
            await store.receive(.timerTicked) { $0.ticks = second }
        }
        store.close()
        store.advance(by: 10_000)
        await store.finish()
    }

    @Test func isLoadedOnlyOnce() async {
        let store = TestStore(Lifetime(), fail: report)
        store.send(.greetingLoaded("Hello")) { $0.loaded = .loaded("Hello") }
        store.send(.onAppear)
        await store.finish()
    }
}
