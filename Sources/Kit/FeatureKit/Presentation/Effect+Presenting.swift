import FHJSON

/// The effects by which a feature presents a modal, and by which a presented feature closes.
extension Effect {
    /// Presents one of the feature's modals; does nothing if it has none with this name.
    ///
    /// - Parameters:
    ///   - modal: the name of the modal.
    ///   - params: the opening params of the modal's feature, merged over the declared ones.
    public static func present(_ modal: String, params: JSONText = .emptyObject) -> Effect {
        .output(.present(modal, params: params))
    }

    /// Asks the presenter to close the feature, after a confirmation if there are unsaved changes.
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
    ///   - style: the presentation by clients.
    ///   - title: the title shown to users; nil for the feature's own.
    ///   - onOutput: the presenter's action for an output. Its params get the output's members with the same names.
    ///     After the action, or without one, the modal closes.
    ///   - dismissal: the condition under which the user may dismiss the modal; otherwise only its feature can close
    ///     it.
    ///   - target: the rows that the modal is about; the id and the value of a single row become the params `id` and
    ///     `values`.
    ///   - presentation: the modals of the feature itself.
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
