import FHJSON

/// A modal that is presented, or waits in the queue.
struct Presented: Sendable, Equatable {
    /// The presentation's key; never used twice.
    var key: String
    /// The modal's name in its presenter.
    let name: String
    let modal: Modal
    /// The opening params of the request, without `id`, `values` and `version` if these are about a row.
    let options: JSONText
    /// The rows whose changes the presentation follows; nil if there are none.
    ///
    /// These are the rows that the presentation is about, or else the row whose output triggered the presentation.
    var subject: PresentedTarget?
    /// The row in ``subject`` as last passed to the feature; nil if ``subject`` does not have exactly one row.
    var known: FollowedRow?
    /// The modal's feature; nil for a question.
    var feature: AnyFeature?
    /// The state of the feature; nil while the presentation waits in the queue, and for a question.
    var state: AnyState?
    /// True until the source has answered an edit that the feature's output has triggered.
    ///
    /// Meanwhile, the feature is not notified of changes of the row that it was opened about.
    var isHeld = false
    /// True if the feature was last notified that its row is gone, rather than that the row exists again.
    var isToldGone = false

    /// Returns the title, filled in from the target rows.
    ///
    /// - Parameters:
    ///   - target: the current status of the target rows; nil if there are none.
    ///   - formatter: writes the values that have a format; nil to show them as they are.
    func title(_ target: TargetStatus?, _ formatter: (any ValueFormatter)?) -> String {
        text(modal.title, target, formatter) ?? feature?.title ?? ""
    }

    private func text(
        _ template: RowTemplate?, _ target: TargetStatus?, _ formatter: (any ValueFormatter)?
    ) -> String? {
        guard let template else { return nil }
        return target.map { template.filled(with: $0.rows, count: $0.count, by: formatter) } ?? template.text
    }

    var isSaving: Bool {
        guard let feature, let state else { return false }
        return feature.isSaving(state)
    }

    /// True if the user may dismiss the presentation now.
    var isDismissible: Bool {
        switch modal.dismissal {
        case .always: true
        case .never: false
        case .unchanged: unsavedChanges == nil && !isSaving
        case .condition(let condition): state.map(condition.holds) ?? true
        }
    }

    /// The current opening params of the feature.
    ///
    /// The params of the row, the declared params and the params of the request are merged in this order; later params
    /// take precedence. If there are several rows, no params of rows are merged.
    var params: JSONText {
        let own = known.map { modal.isInput ? $0.values : $0.params } ?? .emptyObject
        return own.value.merged(with: modal.params.value).value.merged(with: options.value)
    }

    /// The path from the presenter to the feature with unsaved changes; nil if there are none.
    var unsavedChanges: [String]? {
        guard let feature, let state else { return nil }
        return feature.unsavedChanges(in: state).map { [Self.pathName] + $0 }
    }

    /// The animation hint for opening and closing a presentation about one row.
    ///
    /// The content moves out of the row, and back into the row.
    func transition<Action: Sendable>() -> Effect<Action> {
        feature == nil ? .none : .transition(ofRow: subject?.singleRow?.id)
    }

    /// True if both presentations have the same modal, rows and options.
    func isSame(as other: Presented) -> Bool {
        // The options are compared by value, because the order of their members may differ.
        name == other.name && options.value == other.options.value && hasSameRows(as: other)
    }

    private func hasSameRows(as other: Presented) -> Bool {
        switch (subject, other.subject) {
        case (nil, nil): true
        case (let own?, let other?): own.isAbout(other)
        default: false
        }
    }

    mutating func forgetHints() {
        guard let feature, var child = state else { return }
        // The state is moved out while it changes, so that a large state is not copied.
        state = nil
        feature.forgetHints(in: &child)
        state = child
    }

    /// The path component of the presented feature below its presenter.
    static let pathName = "presentation"

    static func == (a: Presented, b: Presented) -> Bool {
        a.key == b.key && a.subject?.asked == b.subject?.asked && a.state == b.state
    }

    /// Writes the members of the presentation, without the member with the feature's state.
    ///
    /// - Parameters:
    ///   - place: the members of `target` that locate the presenter.
    ///   - status: the current status of the target rows; nil for a modal without a target.
    ///   - followed: the current status of the row that the presentation follows without a target; nil for none.
    func writeMembers(
        to json: inout JSONWriter, target place: JSONMembers, _ status: TargetStatus?, followed: TargetStatus?
    ) {
        json.field("key", key)
        json.field("style", modal.style.rawValue)
        let formatter = json.context as? any ValueFormatter
        json.field("title", title(status, formatter))
        json.field("message", text(modal.message, status, formatter))
        if let status {
            json.key("target")
            json.beginObject()
            place.write(to: &json)
            status.writeRows(to: &json)
            json.endObject()
        }
        (status ?? followed)?.writeReason(to: &json)
        json.key("buttons")
        json.beginArray()
        for button in modal.buttons {
            json.beginObject()
            json.field("id", button.id)
            json.field("title", button.title)
            json.field("role", button.role.rawValue)
            json.field("enabled", button.action == nil || status?.isAnswerable != false)
            json.endObject()
        }
        json.endArray()
        json.field("dismissible", isDismissible)
    }

    /// Writes the entry in `queue`.
    func writeWaiting(to json: inout JSONWriter, _ status: TargetStatus?) {
        json.beginObject()
        json.field("key", key)
        json.field("style", modal.style.rawValue)
        json.field("title", title(status, json.context as? any ValueFormatter))
        json.endObject()
    }
}
