import FHJSON

/// An action that the features of a kind have without a declaration, with a title for users.
struct FeatureCommands {
    let action: String
    var params: JSONValue?
    let title: String
    var icon: String?
    var role: String?
    fileprivate let kinds: [String]
    /// True if the action makes sense in a feature, regardless of whether it is available now.
    fileprivate var isFitting: (CommandContext) -> Bool = { _ in true }

    static var all: [FeatureCommands] {
        [
            FeatureCommands(
                action: "submit", title: "Submit", icon: "check", role: "primary", kinds: ["form"],
                isFitting: { $0.isOnLastStep }),
            FeatureCommands(
                action: "nextStep", title: "Next", icon: "forward", kinds: ["form"],
                isFitting: { $0.hasSteps && !$0.isOnLastStep }),
            FeatureCommands(action: "previousStep", title: "Back", icon: "back", kinds: ["form"]) { $0.hasSteps },
            FeatureCommands(
                action: "next", title: "Next", icon: "forward", role: "primary", kinds: ["flow"],
                isFitting: { $0.hasSteps && !$0.isOnLastStep }),
            FeatureCommands(
                action: "next", title: "Finish", icon: "check", role: "primary", kinds: ["flow"],
                isFitting: { $0.hasSteps && $0.isOnLastStep }),
            FeatureCommands(action: "skip", title: "Skip", kinds: ["flow"]) {
                $0.state["steps"]?["canSkip"]?.boolValue == true
            },
            FeatureCommands(action: "back", title: "Back", icon: "back", kinds: ["flow"]) { $0.hasSteps },
            FeatureCommands(action: "pop", title: "Back", icon: "back", kinds: ["flow"]) {
                !$0.hasSteps && ($0.state["stack"]?.count ?? 0) > 1
            },
            FeatureCommands(action: "undo", title: "Undo", icon: "undo", kinds: ["list"]),
            FeatureCommands(action: "redo", title: "Redo", icon: "redo", kinds: ["list"]),
            FeatureCommands(
                action: "selectAll", title: "Mark all", icon: "check", kinds: ["list"],
                isFitting: { $0.state["selection"]?["mode"]?.stringValue == "multiple" }),
            FeatureCommands(action: "clearSelection", title: "Remove the marks", kinds: ["list", "search"]) {
                $0.hasMarks
            },
            FeatureCommands(action: "refresh", title: "Load again", icon: "refresh", kinds: ["list", "text"]),
            FeatureCommands(action: "cancelSubmit", title: "Stop", icon: "stop", kinds: ["form"]) {
                ["submitting", "validating"].contains($0.state["status"]?.stringValue)
            },
            FeatureCommands(action: "restoreDraft", title: "Restore the draft", icon: "undo", kinds: ["form", "flow"]) {
                $0.hasDraft
            },
            FeatureCommands(
                action: "discardDraft", title: "Discard the draft", icon: "delete", kinds: ["form", "flow"]
            ) {
                $0.hasDraft
            },
            FeatureCommands(action: "reset", title: "Reset", icon: "undo", kinds: ["form"]) { $0.path.isEmpty },
            FeatureCommands(action: "cancel", title: "Cancel", icon: "close", role: "cancellation", kinds: ["form"]) {
                !$0.path.isEmpty
            },
            FeatureCommands(action: "retry", title: "Try again", icon: "refresh", kinds: []) {
                $0.snapshot.list("errors").contains { $0["retry"] != nil }
            },
        ]
    }

    /// The commands that set the declared filters of a list or a search.
    static func filters(of context: CommandContext) -> [FeatureCommands] {
        let chosen = context.state["filter"]
        let id = chosen?.stringValue ?? chosen?["id"]?.stringValue
        var filters = context.state.list("filters").compactMap { filter -> FeatureCommands? in
            guard let own = filter["id"]?.stringValue, own != id else { return nil }
            return FeatureCommands(
                action: "setFilter", params: JSONText.object("filter", .string(own)).value,
                title: "Show \(filter["title"]?.stringValue ?? own)", icon: "filter", kinds: [])
        }
        if chosen?.isNull == false {
            filters.append(
                FeatureCommands(
                    action: "setFilter", params: JSONText.object("filter", .null).value, title: "Show all",
                    icon: "filter", kinds: []))
        }
        return filters
    }

    func isOffered(in context: CommandContext) -> Bool {
        (kinds.isEmpty || kinds.contains(context.kind)) && context.actions?.contains(action) != false
            && isFitting(context)
    }
}

extension CommandContext {
    private var step: JSONValue? { state[kind == "flow" ? "steps" : "step"] }

    fileprivate var hasSteps: Bool { step?.isObject == true }

    /// True if the feature has no steps, or shows the last one.
    fileprivate var isOnLastStep: Bool {
        guard hasSteps, let index = step?["index"]?.intValue, let count = step?["count"]?.intValue else { return true }
        return index >= count - 1
    }

    fileprivate var hasMarks: Bool {
        (state["selectedIds"]?.count ?? 0) > 0 || (state["selection"]?["ids"]?.count ?? 0) > 0
            || state["selection"]?["all"]?.boolValue == true
    }

    fileprivate var hasDraft: Bool {
        (state["hasDraft"] ?? state["steps"]?["hasDraft"])?.boolValue == true
    }
}
