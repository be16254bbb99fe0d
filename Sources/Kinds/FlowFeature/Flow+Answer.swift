import FHJSON
import FeatureKit

/// The answer of a flow that has steps and is itself a step of another flow.
extension Flow {
    /// Returns the answers of the flow's steps as values and as lines of text; nil for a flow without steps.
    public func answer(in state: FlowState) -> Answer? {
        guard let plan, let progress = state.progress, let wizard = configuration.wizard else { return nil }
        let changes =
            state.subject?.id == nil ? nil : plan.output(progress.changes, of: progress.way, as: wizard.output)
        let lines = progress.way.flatMap { step -> [Answer.Line] in
            guard progress.answered[step] != nil, let lines = self.lines(of: step, state) else { return [] }
            if wizard.output == .merged { return lines }
            return lines.map { Answer.Line(path: [plan.steps[step].id] + $0.path, label: $0.label, text: $0.text) }
        }
        return Answer(
            values: plan.output(progress.answers, of: progress.way, as: wizard.output), changes: changes, lines: lines)
    }

    /// Returns the text lines of a step's answer; nil if the feature of the step provides none.
    private func lines(of step: Int, _ state: FlowState) -> [Answer.Line]? {
        state.progress?.keys[step].flatMap { state.stack.answer(of: $0)?.lines }
    }

    /// Returns the params of a summary: the answers by step and, if the summary receives them, their lines of text.
    func summaryParams(_ step: Int, _ plan: WizardPlan, _ state: FlowState) -> JSONText? {
        guard let progress = state.progress else { return nil }
        return JSONText.build { json in
            json.beginObject()
            json.field("values", plan.output(progress.answers, of: progress.way, as: .steps))
            if plan.steps[step].takesLines {
                json.key("lines")
                json.beginObject()
                for step in progress.way where progress.answered[step] != nil {
                    guard let lines = self.lines(of: step, state) else { continue }
                    json.key(plan.steps[step].id)
                    Self.write(lines, to: &json)
                }
                json.endObject()
            }
            json.endObject()
        }
    }

    private static func write(_ lines: [Answer.Line], to json: inout JSONWriter) {
        json.beginArray()
        for line in lines {
            json.beginObject()
            json.field("path", line.path)
            json.field("label", line.label)
            json.field("text", line.text)
            json.endObject()
        }
        json.endArray()
    }
}
