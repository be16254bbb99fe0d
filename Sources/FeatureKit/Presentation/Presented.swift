import JSON

/// Something that is presented, or waits to be.
struct Presented: Sendable, Equatable {
    /// Its name; never used twice.
    var key: String
    /// What it is called among its presenter's modals.
    let name: String
    let modal: Modal
    /// What it is opened with beside what is declared and what is taken from its row.
    let options: JSONText
    /// The rows that it follows: those that it is about, or else the row whose output has brought the presentation; nil
    /// where there are none.
    var subject: PresentedTarget?
    /// The only one of them as the feature was last told of it.
    var known: FollowedRow?
    /// The feature that it holds; nil for a question.
    var feature: AnyFeature?
    /// That feature's state; nil while it waits.
    var state: AnyState?
    /// Whether an edit that its output has begun is not confirmed yet: meanwhile the presenter's row is no news to it.
    var isHeld = false
    /// Whether the feature was told last that the row is gone.
    var isToldGone = false

    /// The text that is read first.
    ///
    /// - Parameter target: how the rows are now.
    func title(_ target: TargetStatus?) -> String { text(modal.title, target) ?? feature?.title ?? "" }

    private func text(_ template: RowTemplate?, _ target: TargetStatus?) -> String? {
        guard let template else { return nil }
        return target.map { template.filled(with: $0.rows, count: $0.count) } ?? template.text
    }

    var isSaving: Bool {
        guard let feature, let state else { return false }
        return feature.isSaving(state)
    }

    /// Whether a person may leave now without pressing a button.
    var isDismissible: Bool {
        switch modal.dismissal {
        case .always: true
        case .never: false
        case .unchanged: unsavedChanges == nil && !isSaving
        case .condition(let condition): state.map(condition.holds) ?? true
        }
    }

    /// The params that the feature would be opened with now: the row under what is declared and asked for.
    ///
    /// Of several rows there is no value to begin with.
    var params: JSONText {
        let own = known?.params ?? .emptyObject
        return own.value.merged(with: modal.params.value).value.merged(with: options.value)
    }

    /// The feature with unsaved changes, from the presenter on.
    var unsavedChanges: [String]? {
        guard let feature, let state else { return nil }
        return feature.unsavedChanges(in: state).map { [Self.pathName] + $0 }
    }

    /// How its coming and going may be drawn: out of the row that it is about, and back into it.
    func transition<Action: Sendable>() -> Effect<Action> {
        feature == nil ? .none : .transition(ofRow: subject?.singleRow?.id)
    }

    /// Whether it is presented for the same: the modal, the rows and the options.
    func isSame(as other: Presented) -> Bool {
        // By their values: members may stand in another order.
        name == other.name && options.value == other.options.value && hasSameRows(as: other)
    }

    private func hasSameRows(as other: Presented) -> Bool {
        switch (subject, other.subject) {
        case (nil, nil): true
        case (let own?, let other?): own.isAbout(other)
        default: false
        }
    }

    /// Lets the presented feature forget its hints.
    mutating func forgetHints() {
        guard let feature, var child = state else { return }
        // Out of its place while it is changed: a large one must not be copied.
        state = nil
        feature.forgetHints(in: &child)
        state = child
    }

    /// How the presented feature is reached from its presenter.
    static let pathName = "presentation"

    static func == (a: Presented, b: Presented) -> Bool {
        a.key == b.key && a.subject?.asked == b.subject?.asked && a.state == b.state
    }

    /// Writes its members but for the child.
    ///
    /// - Parameters:
    ///   - place: the members of `target` that say where the presenter is.
    ///   - status: how the rows that it is about are now.
    ///   - followed: how the row is now that it follows without being about it.
    func writeMembers(
        to json: inout JSONWriter, target place: JSONMembers, _ status: TargetStatus?, followed: TargetStatus?
    ) {
        json.field("key", key)
        json.field("style", modal.style.rawValue)
        json.field("title", title(status))
        json.field("message", text(modal.message, status))
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

    /// Writes its entry in `queue`.
    func writeWaiting(to json: inout JSONWriter, _ status: TargetStatus?) {
        json.beginObject()
        json.field("key", key)
        json.field("style", modal.style.rawValue)
        json.field("title", title(status))
        json.endObject()
    }
}
