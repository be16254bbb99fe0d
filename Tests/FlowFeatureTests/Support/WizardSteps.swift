import FHFlowFeature
import FHJSON
import FeatureKit

/// Makes a step with a question.
func question(_ id: String) -> Wizard.Step {
    Wizard.Step(id: id, title: id.uppercased(), feature: Question.link)
}

/// Makes a question that exists while a condition holds.
func asked(_ id: String, when: Condition) -> Wizard.Step {
    var step = question(id)
    step.when = when
    return step
}

/// Makes a question that can be skipped.
func skippable(_ id: String) -> Wizard.Step {
    var step = question(id)
    step.canSkip = true
    return step
}

/// Makes a flow of these steps.
func wizard(
    _ steps: [Wizard.Step], _ output: Wizard.OutputShape = .steps, outputs: [String: ActionLink] = [:]
) -> FlowDriver {
    var wizard = Wizard(steps: steps, ids: IDGenerator(seed: 1))
    wizard.output = output
    return FlowDriver(
        FlowConfiguration(title: "Plan", wizard: wizard, outputs: Set(outputs.keys)), .init(outputs: outputs))
}

func json(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }

extension FlowDriver {
    var steps: JSONValue? { snapshot()["state"]?["steps"] }
    /// The steps on the path, each with its status.
    var way: [String] {
        (steps?["way"]).list.map { "\($0["id"]?.stringValue ?? "") \($0["status"]?.stringValue ?? "")" }
    }
    /// The state of the shown feature.
    var child: JSONValue? { stack.last?["child"]?["state"] }
    var text: String? { child?["text"]?.stringValue }

    /// Answers the shown question.
    func answer(_ text: String) throws {
        try page("enter", #"{"text":"\#(text)"}"#)
        try page("submit")
    }
}

extension JSONText: ExpressibleByStringLiteral {
    /// Parses a literal as JSON.
    public init(stringLiteral string: String) { self = (try? JSONText(parsing: string)) ?? .null }
}
