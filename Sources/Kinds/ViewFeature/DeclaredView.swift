import FHJSON
import FHKindParts
import FeatureKit

/// A view that a workspace declares: the values of one row, and other features in panes.
public struct DeclaredView: Feature {
    /// The id of the kind.
    ///
    /// Each view in a catalog has the id that its workspace gives to it.
    public static let id = "view"
    /// The kind `view`.
    public static let kind = FeatureKind.view
    /// A reference to the published schema of the state of a declared view.
    public static let stateSchema = JSONText.build {
        $0.raw(#"{"$ref":"urn:featurehost:schema:1:declared-view-state"}"#)
    }
    /// The action `refresh`.
    public static let actions = ActionSet(
        [ViewAction.refresh], written: [("refresh", nil)]
    ) { Action.wire($0) }

    /// The actions of a view, including the internal ones.
    public enum Action: Sendable {
        /// An action sent by a client.
        case wire(ViewAction)
        /// The first load, at the start of the feature.
        case load
        /// The source of the row has changed.
        case sourceChanged(SourceChange)
        /// Loads the row again after its source has changed.
        case reload
        /// The result of loading the row; the number tells the load from earlier ones.
        case fetched(Int, Result<SourceRow, Failure>)
        /// An action of the feature in a pane.
        case pane(String, KeyedAction)
        /// Lets a pane show what it is to show now.
        case turn(String)
    }

    /// The actions that clients send.
    public enum ViewAction: String, Codable, Sendable {
        /// Loads the row again.
        case refresh
    }

    /// The name of an action's case.
    public static func name(of action: Action) -> String? {
        switch action {
        case .wire(let action): action.rawValue
        case .load: "load"
        case .sourceChanged: "sourceChanged"
        case .reload: "reload"
        case .fetched: "fetched"
        case .pane(_, let action): action.name
        case .turn: "turn"
        }
    }

    let configuration: ViewConfiguration
    let keys: KeySequence

    /// Makes a view.
    ///
    /// - Parameter keys: makes the keys of the features in panes.
    public init(_ configuration: ViewConfiguration, keys: KeySequence) {
        self.configuration = configuration
        self.keys = keys
    }

    /// The state before the first load, with the features whose params don't change.
    public var initialState: ViewState {
        var state = ViewState(configuration)
        for (name, source) in configuration.panes {
            source.open(&state.panes[name], in: name, keys: keys, errors: &state.faults)
        }
        return state
    }

    /// Loads the row when the first subscriber arrives.
    public func start(in state: ViewState, taskID: String?) -> Action? { .load }

    /// The key path of the errors.
    public var errors: SendableKeyPath<ViewState, ErrorList>? { \ViewState.faults }

    /// The action that repeats a failed load; nil for a feature that could not be opened.
    public func retry(_ error: PresentedError, in state: ViewState) -> Action? {
        error.operation == Self.loadID ? .wire(.refresh) : nil
    }

    /// The features in panes.
    public var children: [Child<DeclaredView>] {
        configuration.panes.map { name, _ in
            .pane(
                name, state: \.panes[name], embed: { .pane(name, $0) },
                extract: { action in
                    guard case .pane(name, let action) = action else { return nil }
                    return action
                })
        }
    }

    /// The reason why `refresh` is unavailable: the view has no row.
    public func unavailable(in state: ViewState) -> [Unavailable] {
        configuration.row == nil ? [Unavailable(ViewAction.refresh.rawValue, "noRow")] : []
    }

    /// The sentence about `refresh` without a row.
    public func explanation(of refused: Unavailable, in state: ViewState) -> String? {
        refused.reason == "noRow" ? "the view has no row to load; refresh its children" : nil
    }

    /// False until the row has arrived, or could not be loaded.
    public func hasContent(in state: ViewState) -> Bool {
        configuration.row == nil || state.row != nil || state.loading.refresh.hasFailed
    }

    /// True if the row is not being loaded, and no feature in a pane is at work.
    public func isAtRest(_ state: ViewState) -> Bool {
        state.loading.refresh != .loading && !state.loading.isReloadDue
            && configuration.panes.allSatisfy { state.panes[$0.name].isAtRest }
    }

    /// The row.
    public func activeItem(in state: ViewState) -> SourceRow? { state.row }

    /// The view's own row, or a row of a feature in a pane.
    public func item(_ id: String, in state: ViewState) -> SourceRow? {
        if let row = state.row, row.hasID(id) { return row }
        return configuration.panes.lazy.compactMap { state.panes[$0.name].item(id) }.first
    }

    /// Applies an action to the state.
    public func reduce(into state: inout ViewState, _ action: Action) -> Effect<Action> {
        let effect: Effect<Action> =
            switch action {
            case .load: .merge(watch(), load(&state))
            case .wire(.refresh): load(isFresh: true, &state)
            case .reload: load(&state)
            case .sourceChanged: note(&state)
            case .fetched(let number, let result): fetched(number, result, &state)
            case .turn(let name): turn(name, &state)
            case .pane: .none
            }
        return .merge(effect, follow(&state))
    }

    // MARK: Panes

    /// Lets the panes follow the active rows.
    private func follow(_ state: inout ViewState) -> Effect<Action> {
        var effects: [Effect<Action>] = []
        for (name, source) in configuration.panes where !source.followed.isEmpty {
            let target = source.target { $0.map { state.panes[$0].activeItem } ?? state.row }
            effects.append(source.follow(target, &state.panes[name], in: name, turn: .turn(name)))
        }
        return .merge(effects)
    }

    private func turn(_ name: String, _ state: inout ViewState) -> Effect<Action> {
        guard let source = configuration.panes.first(where: { $0.name == name })?.source else { return .none }
        return source.turn(&state.panes[name], in: name, keys: keys, errors: &state.faults) { .pane(name, $0) }
    }
}
