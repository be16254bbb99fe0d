import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

/// A flow about a row starts with the values of the row, and submits the changes.
@Suite struct WizardSubjectTests {
    private static let row = #"{"id":"r1","values":{"id":"r1","name":"Cellar","note":"damp"}}"#

    private func flow(
        _ params: String = row, output: Wizard.OutputShape = .merged, _ steps: [Wizard.Step]? = nil
    ) throws -> FlowDriver {
        var wizard = Wizard(steps: steps ?? [cell("name"), cell("note")], ids: IDGenerator(seed: 1))
        wizard.output = output
        return try FlowDriver(
            FlowConfiguration(title: "Edit", wizard: wizard), params: try JSONValue(parsing: params))
    }

    private func cell(_ name: String) -> Wizard.Step { Wizard.Step(id: name, title: name, feature: Cell.link(name)) }

    @Test func theStepsBeginWithTheRow() throws {
        let flow = try flow()
        #expect(flow.text == "Cellar")
        try flow.send("next")
        #expect(flow.text == "damp")
    }

    @Test func whatIsOnlyWalkedThroughChangesNothing() throws {
        let flow = try flow()
        try flow.send("next")
        #expect(flow.snapshot()["unavailable"]?["confirmDiscard"]?.stringValue == "notBlocked")
        try flow.send("cancel")
        #expect(flow.status == "cancelled", "there is nothing to lose")
        let walked = try self.flow()
        try walked.send("next")
        try walked.send("next")
        #expect(walked.snapshot()["state"]?["output"] == json("{}"))
    }

    @Test func onlyWhatWasChangedIsHandedOn() throws {
        let flow = try flow()
        try flow.send("next")
        try flow.answer("dry")
        #expect(flow.snapshot()["state"]?["output"] == json(#"{"note":"dry"}"#))
        let steps = try self.flow(output: .steps)
        try steps.answer("Attic")
        try steps.send("next")
        #expect(steps.snapshot()["state"]?["output"] == json(#"{"name":{"name":"Attic"},"note":{}}"#))
    }

    @Test func aChangeThatIsTakenBackIsNone() throws {
        let flow = try flow()
        try flow.answer("Attic")
        try flow.send("back")
        try flow.answer("Cellar")
        try flow.send("next")
        #expect(flow.snapshot()["state"]?["output"] == json("{}"))
    }

    @Test func conditionsReadAllValues() throws {
        var second = cell("note")
        second.when = .equals("/name/name", .value(#""Cellar""#))
        let flow = try flow(Self.row, [cell("name"), second])
        try flow.send("next")
        #expect(flow.text == "damp", "the answer has the values that nobody has changed")
    }

    @Test func valuesWithoutARowAreHandedOn() throws {
        let flow = try flow(#"{"values":{"name":"Cellar"}}"#)
        #expect(flow.text == "Cellar")
        try flow.send("next")
        try flow.answer("x")
        #expect(flow.snapshot()["state"]?["output"] == json(#"{"name":"Cellar","note":"x"}"#))
    }

    @Test func whatAStepCannotHoldIsRefusedAtOnce() throws {
        #expect(throws: ActionRefusal.invalidParams([.init(path: "/values/note", code: "type", message: "no")])) {
            try flow(#"{"id":"r1","values":{"name":"a","note":7}}"#)
        }
        #expect(throws: ActionRefusal.self) { try flow(#"{"values":[]}"#) }
    }

    @Test func aFlowOfRoutesOpensItsRootAboutTheRow() throws {
        let routes = ["home": FlowConfiguration.Route(feature: Cell.link("name"))]
        let flow = try FlowDriver(
            FlowConfiguration(title: "Edit", root: "home", routes: routes), params: try JSONValue(parsing: Self.row))
        #expect(flow.text == "Cellar")
    }

    @Test func aPageSavesTheRowThatItWasOpenedAbout() throws {
        let routes = ["edit": FlowConfiguration.Route(feature: Page.link(), onOutput: ActionLink("takeRow"))]
        let flow = FlowDriver(routes)
        try flow.send("push", #"{"route":"edit","params":{"id":"r7"}}"#)
        try flow.page("submit", #"{"text":"x"}"#)
        #expect(flow.log().last == "takeRow r7")
    }
}

/// A form with one text field.
private struct Cell: Feature {
    static let id = "cell"
    static let kind = FeatureKind.form

    struct State: Codable, Sendable, Equatable { var text: String }

    enum Action: Codable, Sendable, Equatable {
        case enter(text: String)
        case submit

        static let examples: [Action] = [.enter(text: ""), .submit]
    }

    static let actions = ActionSet(Action.examples)

    let name: String
    let initialState: State
    let takesValues = true

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .enter(let text): state.text = text
        case .submit: return .output(Output("submit", value: .object(name, .string(state.text))))
        }
        return .none
    }

    static func link(_ name: String) -> FeatureLink {
        FeatureLink("cell") { params, keys throws(ActionRefusal) in
            let value = params["values"]?[name]
            if value?.kind == .integer {
                throw .invalidParams([.init(path: "/values/\(name)", code: "type", message: "no")])
            }
            let cell = Cell(name: name, initialState: State(text: value?.stringValue ?? ""))
            return AnyFeature(Presenting(cell, keys: keys), params: JSONText(params))
        }
    }
}
