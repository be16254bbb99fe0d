import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHGallery

@Suite struct BindingFormTests {
    @Test func valuesAreSetAsTheyAre() async throws {
        let store = TestStore(BindingForm(), fail: report)
        try store.set("text", to: "Hello") { $0.text = "Hello" }
        try store.set("sliderValue", to: 7.5) { $0.sliderValue = 7.5 }
        await store.finish()
    }

    @Test func theStepperSetsTheSlidersRange() async throws {
        let store = TestStore(BindingForm(), fail: report)
        try store.set("sliderValue", to: 99) { $0.sliderValue = 10 }
        try store.set("stepCount", to: 4) {
            $0.stepCount = 4
            $0.sliderValue = 4
        }
        try store.set("stepCount", to: 500) { $0.stepCount = 100 }
        try store.set("stepCount", to: -1) {
            $0.stepCount = 0
            $0.sliderValue = 0
        }
        await store.finish()
    }

    @Test func theToggleDisablesTheOthersAndStaysItself() async throws {
        let store = TestStore(BindingForm(), fail: report)
        try store.set("toggleIsOn", to: true) { $0.toggleIsOn = true }
        let disabled = BindingForm.bindings.filter { !$0.isEnabled(in: store.state) }.map(\.name)
        #expect(disabled == ["text", "stepCount", "sliderValue"])
        try store.set("toggleIsOn", to: false) { $0.toggleIsOn = false }
        await store.finish()
    }
}
