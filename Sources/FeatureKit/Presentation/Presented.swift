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
    /// The row that it is about, as it was then.
    let target: SourceRow?
    /// The row that the feature in it follows, as it was last passed to the feature.
    ///
    /// It is the target, or else the row whose output has brought the presentation.
    var followed: SourceRow?
    /// The feature that it holds; nil for a question.
    var feature: AnyFeature?
    /// That feature's state; nil while it waits.
    var state: AnyState?

    /// What a person reads first.
    var title: String { modal.title ?? feature?.title ?? "" }

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

    /// What the feature would be opened with if its row were this one: the row under what is declared and asked for.
    func params(about row: SourceRow?) -> JSONText {
        let own = JSONText.build { ActionLink.write(id: row?.id, values: row?.value, to: &$0) }
        return own.value.merged(with: modal.params.value).value.merged(with: options.value)
    }

    /// The feature with unsaved changes, from the presenter on.
    var unsavedChanges: [String]? {
        guard let feature, let state else { return nil }
        return feature.unsavedChanges(in: state).map { [Self.pathName] + $0 }
    }

    /// How its coming and going may be drawn: out of the row that it is about, and back into it.
    func transition<Action: Sendable>() -> Effect<Action> {
        feature == nil ? .none : .transition(ofRow: followed?.id)
    }

    /// The rows that an output of the feature is about: the target, else those of the output, else the row that the
    /// feature follows.
    func ids(of output: Output) -> [String] {
        if let target { return [target.id] }
        return output.ids.isEmpty ? followed.map { [$0.id] } ?? [] : output.ids
    }

    /// Whether it is presented for the same: the modal, the row and the options.
    func isSame(as other: Presented) -> Bool {
        // By their values: members may stand in another order.
        name == other.name && isSameText(followed?.id, other.followed?.id)
            && options.value == other.options.value
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
        a.key == b.key && a.target == b.target && a.state == b.state
    }

    /// Writes its members but for the child.
    ///
    /// - Parameters:
    ///   - place: the members of `target` that say where the presenter is.
    ///   - isTargetUnchanged: whether the row is still what it was.
    func writeMembers(to json: inout JSONWriter, target place: JSONMembers, isTargetUnchanged: Bool) {
        json.field("key", key)
        json.field("style", modal.style.rawValue)
        json.field("title", title)
        json.field("message", modal.message)
        if let target {
            json.key("target")
            json.beginObject()
            place.write(to: &json)
            json.field("id", target.id)
            json.endObject()
        }
        json.key("buttons")
        json.beginArray()
        for button in modal.buttons {
            json.beginObject()
            json.field("id", button.id)
            json.field("title", button.title)
            json.field("role", button.role.rawValue)
            json.field("enabled", button.action == nil || isTargetUnchanged)
            json.endObject()
        }
        json.endArray()
        json.field("dismissible", isDismissible)
    }

    /// Writes its entry in `queue`.
    func writeWaiting(to json: inout JSONWriter) {
        json.beginObject()
        json.field("key", key)
        json.field("style", modal.style.rawValue)
        json.field("title", title)
        json.endObject()
    }
}
