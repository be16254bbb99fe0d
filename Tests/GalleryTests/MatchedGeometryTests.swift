import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct MatchedGeometryTests {
    @Test func theCardGrowsAndShrinksAsOneThing() async {
        let store = TestStore(MatchedGeometry(), fail: report)
        let hint = Animation.matchedGeometry(id: "card", spring: .init(response: 0.4, damping: 0.8))
        store.send(.cardTapped) {
            $0.isExpanded = true
            ($0.width, $0.height) = (300, 400)
        }
        #expect(store.animation == hint)
        store.send(.cardTapped) {
            $0.isExpanded = false
            ($0.width, $0.height) = (100, 100)
        }
        #expect(store.animation == hint)
        await store.finish()
    }
}
