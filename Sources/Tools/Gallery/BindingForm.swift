import FeatureKit

/// Four controls that are bound to the state.
///
/// One control disables the others, and one sets the range of another.
struct BindingForm: Feature {
    static let id = "gallery:bindingForm"
    static let title = "Binding form"
    static let layout = [
        LayoutItem(.text, key: "text", label: "Type here", action: "setText"),
        LayoutItem(.toggle, key: "toggleIsOn", label: "Disable other controls", action: "setToggleIsOn"),
        LayoutItem(.number, key: "stepCount", label: "Max slider value", action: "setStepCount"),
        LayoutItem(.number, key: "sliderValue", label: "Slider", action: "setSliderValue"),
    ]
    static let actions = ActionSet<Action>.none
    static let bindings: [Binding<Self>] = [
        Binding("text", \.text, isEnabled: isEnabled),
        Binding("toggleIsOn", \.toggleIsOn),
        Binding(
            "stepCount", \.stepCount, in: { _ in 0...100 }, isEnabled: isEnabled,
            settle: { $0.sliderValue = min($0.sliderValue, Double($0.stepCount)) }),
        Binding("sliderValue", \.sliderValue, in: { 0...Double($0.stepCount) }, isEnabled: isEnabled),
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("filled", State(text: "Hello", stepCount: 40, sliderValue: 12.5)),
        Fixture("disabled", State(text: "Hello", toggleIsOn: true)),
    ]

    struct State: Codable, Equatable {
        var text = ""
        var toggleIsOn = false
        var stepCount = 10
        var sliderValue = 5.0
    }
    enum Action {}

    let initialState = State()

    @Sendable private static func isEnabled(_ state: State) -> Bool { !state.toggleIsOn }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {}
}
