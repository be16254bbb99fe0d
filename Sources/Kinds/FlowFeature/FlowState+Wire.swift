import FHJSON
import FHKindParts
import FeatureKit

/// The JSON of a flow's state, without its stack.
extension Flow {
    /// Writes the member `state` of a flow's snapshot.
    public func write(_ state: FlowState, to json: inout JSONWriter) {
        json.beginObject()
        json.field("title", configuration.title)
        json.key("steps")
        writeSteps(state, to: &json)
        json.field("status", state.status.rawValue)
        json.field("output", state.output)
        json.endObject()
    }

    private func writeSteps(_ state: FlowState, to json: inout JSONWriter) {
        guard let plan, let progress = state.progress, let current = progress.current else { return json.null() }
        let step = plan.steps[current]
        let isActive = state.status == .active
        json.beginObject()
        json.field("id", step.id)
        json.field("title", step.title)
        json.field("index", progress.index)
        json.field("count", progress.way.count)
        json.field("canGoBack", isActive && refusalOfBack(plan, progress) == nil)
        json.field("canGoForward", isActive && refusalOfNext(state) == nil)
        json.field("canSkip", isActive && step.canSkip)
        json.field("isSummary", step.isSummary)
        json.key("way")
        json.beginArray()
        for place in progress.way {
            json.beginObject()
            json.field("id", plan.steps[place].id)
            json.field("title", plan.steps[place].title)
            json.field("status", progress.status(of: place).rawValue)
            json.endObject()
        }
        json.endArray()
        json.field("answers", plan.output(progress.answers, of: progress.way, as: .steps))
        json.field("hasDraft", state.draft.offered != nil)
        json.endObject()
    }
}

extension WizardProgress {
    /// The status of a step.
    enum Status: String, Sendable {
        case done, current, skipped, open
    }

    func status(of step: Int) -> Status {
        step == current ? .current : left(step) ?? .open
    }

    /// The status with which the user left a step; nil if the user has not left it yet.
    func left(_ step: Int) -> Status? {
        skipped.contains(step) ? .skipped : done.contains(step) ? .done : nil
    }
}
