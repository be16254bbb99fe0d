import JSON

/// How a feature asks for what is over it, and how one that is over another goes away.
extension Effect {
    /// Presents one of the modals that the feature was registered with; where it has none of that name, nothing happens.
    ///
    /// - Parameters:
    ///   - modal: its name among the feature's modals.
    ///   - params: what the modal's feature is opened with, over those that are declared.
    public static func present(_ modal: String, params: JSONText = .emptyObject) -> Effect {
        .output(.present(modal, params: params))
    }

    /// Asks whoever presents the feature to take it away; unsaved changes are asked about first.
    public static var dismiss: Effect { .output(.cancel()) }
}

extension Modal {
    /// A modal that holds a feature: it is made of the params when it is presented, and hands its outputs back.
    ///
    /// - Parameters:
    ///   - style: how a front end shows it.
    ///   - title: what a person reads over it; nil where the feature speaks for itself.
    ///   - onOutput: the presenter's action that takes a result, with the members of the result that its params have;
    ///     the feature then goes away. Without one it just goes away.
    ///   - dismissal: when a person may dismiss it; else only the feature itself ends it.
    ///   - target: the rows that it is about; of a single one the id and the value are members of the params, `id` and
    ///     `values`.
    ///   - presentation: what the feature presents in turn.
    ///   - make: makes the feature; wrong params are ``ActionRefusal/invalidParams(_:)``.
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
