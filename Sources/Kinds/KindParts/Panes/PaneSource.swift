import FHJSON
import FeatureKit

/// The content of a pane: a feature with params, some of which follow the active row of another feature.
public struct PaneSource: Sendable {
    /// A param whose value is a member of the active row of another feature.
    public struct Followed: Sendable, Equatable {
        /// The name of the param.
        public let param: String
        /// The name of the sibling with the active row; nil for the feature that has the pane.
        public let sibling: String?
        /// The place in the row; `/id` is the row's id if the row has no such member.
        public let place: JSONPointer

        /// Makes a followed param.
        public init(param: String, sibling: String?, place: JSONPointer) {
            self.param = param
            self.sibling = sibling
            self.place = place
        }
    }

    /// The time in milliseconds after the last change of the followed row until the pane turns to it.
    public static let restMs = 50

    /// The feature.
    public let feature: FeatureLink
    /// The params that don't change, as an object.
    public let params: JSONText
    /// The params that change.
    public let followed: [Followed]

    /// Makes the source of a pane.
    public init(_ feature: FeatureLink, params: JSONText = .emptyObject, followed: [Followed] = []) {
        self.feature = feature
        self.params = params
        self.followed = followed
    }

    /// The params for the rows that are active now; nil while one of the values is missing.
    ///
    /// - Parameter active: returns the active row of a sibling, or of the feature that has the pane for nil.
    private func params(_ active: (String?) -> SourceRow?) -> JSONText? {
        if followed.isEmpty { return params }
        var values: [(String, JSONText)] = []
        for followed in followed {
            guard let row = active(followed.sibling), !row.isDropped, let value = row.text(at: followed.place) else {
                return nil
            }
            values.append((followed.param, value))
        }
        return JSONText.build { json in
            json.beginObject()
            for (name, value) in params.value.members where !values.contains(where: { $0.0 == name }) {
                json.key(name)
                json.value(value)
            }
            for (name, value) in values {
                json.key(name)
                json.value(value)
            }
            json.endObject()
        }
    }

    /// The content that a pane is to have for the rows that are active now.
    public struct Target: Sendable {
        /// The params of the feature; nil for an empty pane.
        let params: JSONText?
        /// The id of the row of the parent that the feature is about; nil if it follows no such row.
        let subject: String?
    }

    /// Returns the content for the rows that are active now.
    ///
    /// - Parameter active: returns the active row of a sibling, or of the feature that has the pane for nil.
    public func target(_ active: (String?) -> SourceRow?) -> Target {
        let follows = followed.contains { $0.sibling == nil }
        return Target(params: params(active), subject: follows ? active(nil)?.id : nil)
    }

    /// Lets a pane follow the active rows.
    ///
    /// - Parameters:
    ///   - name: the name of the pane.
    ///   - turn: the action by which the parent calls ``turn(_:in:keys:errors:embed:)``.
    public func follow<Action: Sendable>(
        _ target: Target, _ pane: inout Pane, in name: String, turn: Action
    ) -> Effect<Action> {
        guard pane.want(target.params, about: target.subject) else { return .none }
        return Effect.send(turn).debounce("turn \(name)", milliseconds: Self.restMs)
    }

    /// Opens the feature of a pane whose params don't change, before the parent has started.
    ///
    /// - Parameter errors: gets the error if the feature can't be opened.
    public func open(_ pane: inout Pane, in name: String, keys: KeySequence, errors: inout ErrorList) {
        guard followed.isEmpty, pane.want(params) else { return }
        _ = turn(&pane, in: name, keys: keys, errors: &errors)
    }

    /// Shows what a pane is to show now.
    ///
    /// - Parameter errors: gets the error if the feature can't be opened, in place of an earlier one.
    /// - Returns: the effect that starts the new feature and cancels the former one.
    public func turn<Action: Sendable>(
        _ pane: inout Pane, in name: String, keys: KeySequence, errors: inout ErrorList,
        embed: @escaping @Sendable (KeyedAction) -> Action
    ) -> Effect<Action> {
        let turn = turn(&pane, in: name, keys: keys, errors: &errors)
        var effects: [Effect<Action>] = [.cancelChildren(turn.gone, in: name)]
        if let started = turn.started {
            let key = started.key
            effects.append(
                started.feature.start(in: started.state).map { embed(KeyedAction(key: key, action: $0)) }
                    .inChild(key).inChild(name))
        }
        return .merge(effects)
    }

    private func turn(
        _ pane: inout Pane, in name: String, keys: KeySequence, errors: inout ErrorList
    ) -> Pane.Turn {
        let operation = "open \(name)"
        errors.removeAll(of: operation)
        let turn = pane.turn(
            { keys.next("c") },
            { params throws(ActionRefusal) in
                try feature.make(params.value, keys: keys)
            })
        if let refusal = turn.refusal { errors.add(.cannotOpen(refusal), display: .banner, operation: operation) }
        return turn
    }
}

extension Pane {
    /// The active row of the shown feature; nil if there is none.
    public var activeItem: SourceRow? { shown.flatMap { $0.feature.activeItem(in: $0.state) } }

    /// The row with this id in the shown feature; nil if there is none.
    public func item(_ id: String) -> SourceRow? { shown.flatMap { $0.feature.item(id, in: $0.state) } }
}

extension SourceRow {
    /// The value at a place of the row, which `/id` may be without being a member; nil if there is none, or null.
    fileprivate func text(at place: JSONPointer) -> JSONText? {
        if let found = value.value.value(at: place) { return found.isNull ? nil : JSONText(found) }
        return place.tokens == ["id"] ? .string(id) : nil
    }
}

extension Failure {
    /// The failure of a pane whose feature can't be opened with the params.
    fileprivate static func cannotOpen(_ refusal: ActionRefusal) -> Failure {
        let reason =
            switch refusal {
            case .invalidParams(let fields): fields.map { "\($0.path) \($0.message)" }.joined(separator: "; ")
            case .unavailable(let reason, let detail): detail ?? reason
            case .unknown: "it has no such action"
            }
        return Failure("cannotOpen", "the details can't be shown: \(reason)", retryable: false)
    }
}
