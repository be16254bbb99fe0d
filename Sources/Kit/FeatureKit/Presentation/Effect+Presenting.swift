import FHJSON

/// The effects by which a feature presents a modal, and by which a presented feature closes.
extension Effect {
    /// Presents the modal with this name; does nothing if the feature has no such modal.
    ///
    /// - Parameters:
    ///   - modal: the name of the modal.
    ///   - params: the opening params of the modal's feature, merged over those that the modal declares.
    public static func present(_ modal: String, params: JSONText = .emptyObject) -> Effect {
        .output(.present(modal, params: params))
    }

    /// Requests that the presenter closes the feature, after a confirmation if there are unsaved changes.
    public static var dismiss: Effect { .output(.cancel()) }
}

extension Modal {
    /// A modal with a feature.
    ///
    /// The feature is made when the modal is presented, and emits its output to the presenter.
    ///
    /// ```swift
    /// Modal.presents(title: "New task", onOutput: ActionLink("insertItem")) { _ in NewTask() }
    /// ```
    ///
    /// - Parameters:
    ///   - style: the way in which clients show the modal.
    ///   - title: the title shown to users; nil for the title of the feature.
    ///   - onOutput: the presenter's action for an output of the feature; nil for none. The action's params for rows
    ///     and values are filled in from the output. The modal closes if the feature is done.
    ///   - dismissal: the condition under which the user may dismiss the modal; otherwise only the modal's feature can
    ///     close it.
    ///   - target: the rows that the modal is about; the id and the value of a single row become the params `id` and
    ///     `values`.
    ///   - presentation: the modals that the feature can present, and the handlers of its outputs.
    ///   - make: makes the feature; invalid params give `ActionRefusal.invalidParams(_:)`.
    public static func presents<F: Feature>(
        _ style: Style = .sheet, title: RowTemplate? = nil, onOutput: ActionLink? = nil, dismissal: Dismissal = .always,
        target: Target? = nil, presentation: PresentationConfiguration = .init(),
        _ make: @escaping @Sendable (JSONValue) throws(ActionRefusal) -> F
    ) -> Modal {
        Modal(
            style: style, title: title,
            feature: FeatureLink(F.id) { params, keys throws(ActionRefusal) in
                AnyFeature(Presenting(try make(params), presentation, keys: keys), params: JSONText(params))
            },
            target: target, onOutput: onOutput, dismissal: dismissal)
    }
}
