import FHHosting
import FHJSON

/// An action that features have without a declaration, with a title for users.
///
/// An action is offered by its name, so that features of any kind and of plugins have it.
struct FeatureCommands {
    let action: String
    var params: JSONValue?
    let title: String
    var icon: String?
    var role: String?
    /// True for an action that every feature has.
    fileprivate var isCommon = false
    /// True if the action makes sense in a feature, regardless of whether it is available now.
    fileprivate var isFitting: (CommandContext) -> Bool = { _ in true }

    static var all: [FeatureCommands] { finishing + steps + ofRows + others }

    private static let checkIcon = "check"
    private static let undoIcon = "undo"

    private static var finishing: [FeatureCommands] {
        [
            FeatureCommands(action: "submit", title: "Submit", icon: checkIcon, role: "primary") { $0.isOnLastStep },
            FeatureCommands(action: "cancelSubmit", title: "Stop", icon: "stop") {
                ["submitting", "validating"].contains($0.state["status"]?.stringValue)
            },
        ]
    }

    private static var steps: [FeatureCommands] {
        [
            FeatureCommands(action: "nextStep", title: "Next", icon: "forward") { $0.hasSteps && !$0.isOnLastStep },
            FeatureCommands(action: "previousStep", title: "Back", icon: "back") { $0.hasSteps },
            FeatureCommands(action: "next", title: "Next", icon: "forward", role: "primary") {
                $0.hasSteps && !$0.isOnLastStep
            },
            FeatureCommands(action: "next", title: "Finish", icon: checkIcon, role: "primary") {
                $0.hasSteps && $0.isOnLastStep
            },
            FeatureCommands(action: "skip", title: "Skip") { $0.state["steps"]?["canSkip"]?.boolValue == true },
            FeatureCommands(action: "back", title: "Back", icon: "back") { $0.hasSteps },
            FeatureCommands(action: "pop", title: "Back", icon: "back") {
                !$0.hasSteps && ($0.state["stack"]?.count ?? 0) > 1
            },
        ]
    }

    private static var ofRows: [FeatureCommands] {
        [
            FeatureCommands(action: "undo", title: "Undo", icon: undoIcon),
            FeatureCommands(action: "redo", title: "Redo", icon: "redo"),
            FeatureCommands(action: "selectAll", title: "Select all", icon: checkIcon) {
                $0.state["selection"]?["mode"]?.stringValue == "multiple"
            },
            FeatureCommands(action: "clearSelection", title: "Select none") { $0.hasMarks },
            FeatureCommands(action: "refresh", title: "Refresh", icon: "refresh"),
        ]
    }

    private static var others: [FeatureCommands] {
        [
            FeatureCommands(action: "restoreDraft", title: "Restore the draft", icon: undoIcon) { $0.hasDraft },
            FeatureCommands(action: "discardDraft", title: "Discard the draft", icon: "delete") { $0.hasDraft },
            // Values that were entered can be taken back; on a sheet or a page, by leaving it.
            FeatureCommands(action: "reset", title: "Reset", icon: undoIcon, isCommon: true) {
                $0.takesValues && $0.path.isEmpty
            },
            FeatureCommands(action: "cancel", title: "Cancel", icon: "close", role: "cancellation") {
                $0.takesValues && !$0.path.isEmpty
            },
            FeatureCommands(action: "retry", title: "Try again", icon: "refresh", isCommon: true) {
                $0.snapshot.list("errors").contains { $0["retry"] != nil }
            },
        ]
    }

    /// The commands that set the declared filters.
    static func filters(of context: CommandContext) -> [FeatureCommands] {
        let chosen = context.state["filter"]
        let id = chosen?.stringValue ?? chosen?["id"]?.stringValue
        var filters = context.state.list("filters").compactMap { filter -> FeatureCommands? in
            guard let own = filter["id"]?.stringValue, own != id else { return nil }
            return FeatureCommands(
                action: "setFilter", params: JSONText.object("filter", .string(own)).value,
                title: "Show \(filter["title"]?.stringValue ?? own)", icon: "filter")
        }
        if chosen?.isNull == false {
            filters.append(
                FeatureCommands(
                    action: "setFilter", params: JSONText.object("filter", .null).value, title: "Show all",
                    icon: "filter"))
        }
        return filters
    }

    func isOffered(in context: CommandContext) -> Bool {
        (isCommon || context.actions.contains(action)) && isFitting(context)
    }
}

extension CommandContext {
    private var step: JSONValue? { [state["step"], state["steps"]].compactMap { $0 }.first { $0.isObject } }

    fileprivate var hasSteps: Bool { step != nil }

    /// True if the feature has no steps, or shows the last one.
    fileprivate var isOnLastStep: Bool {
        guard let index = step?["index"]?.intValue, let count = step?["count"]?.intValue else { return true }
        return index >= count - 1
    }

    fileprivate var takesValues: Bool { actions.contains("submit") }

    /// True if a row is marked.
    var hasMarks: Bool {
        (state["selectedIds"]?.count ?? 0) > 0 || (state["selection"]?["ids"]?.count ?? 0) > 0
            || state["selection"]?["all"]?.boolValue == true
    }

    fileprivate var hasDraft: Bool {
        (state["hasDraft"] ?? state["steps"]?["hasDraft"])?.boolValue == true
    }
}
