import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct AnimatedListTests {
    private let store = TestStore(AnimatedList(), fail: report)

    @Test func whatComesAndGoesIsDrawnAsUsual() async {
        store.send(.addButtonTapped) {
            $0.items = ["1", "2", "3", "4"]
            $0.nextId = 5
        }
        #expect(store.animation == .default)
        store.send(.removeButtonTapped(id: "2")) { $0.items = ["1", "3", "4"] }
        #expect(store.animation == .default)
        store.send(.removeButtonTapped(id: nil)) { $0.items = ["1", "3"] }
        await store.finish()
    }

    @Test func aSelectedRowSprings() async {
        store.send(.itemTapped(id: "2")) { $0.selectedId = "2" }
        #expect(store.animation == .spring(response: 0.3, damping: 0.7))
        store.send(.removeButtonTapped(id: "2")) {
            $0.items = ["1", "3"]
            $0.selectedId = nil
        }
        for action in [AnimatedList.Action.removeButtonTapped(id: "2"), .itemTapped(id: "2")] {
            #expect(AnimatedList().refusal(of: action, in: store.state) == .unavailable("gone"))
        }
        await store.finish()
    }

    @Test func withoutAnIdTheRowBelowIsSelected() async {
        for id in ["1", "2", "3", "1"] { store.send(.itemTapped(id: nil)) { $0.selectedId = id } }
        #expect(store.animation == .spring(response: 0.3, damping: 0.7))
        #expect(AnimatedList.State(items: []).below == nil)
        await store.finish()
    }

    @Test func highlightingGoesToAPhaseAndBack() async {
        store.send(.highlightButtonTapped) { $0.isHighlighted = true }
        #expect(store.animation == .phase("glowing", of: ["resting", "glowing"]))
        store.send(.highlightButtonTapped) { $0.isHighlighted = false }
        #expect(store.animation == .phase("resting", of: ["resting", "glowing"]))
        await store.finish()
    }

    @Test func bouncingChangesNothingButHowItIsDrawn() async {
        store.send(.bounceButtonTapped)
        let scale = [1.2, 1].map { Animation.Keyframe($0, durationMs: 300, curve: .spring) }
        let offset = [-20, 0].map { Animation.Keyframe($0, durationMs: 300, curve: .linear) }
        #expect(store.animation == .keyframe([.init("scale", scale), .init("offsetY", offset)], repeats: 2))
        await store.finish()
    }
}
