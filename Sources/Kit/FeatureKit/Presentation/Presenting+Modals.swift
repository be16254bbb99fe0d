import FHJSON

/// The presentation and the dismissal of modals, and presses of their buttons.
extension Presenting {
    func present(
        _ name: String, _ request: PresentRequest, _ policy: PresentationAction.Policy, _ state: inout State
    ) -> Effect<Action> {
        // Invalid requests are refused earlier; only an action from an effect can fail here.
        guard var presented = try? make(name, request, state) else { return .none }
        presented.key = keys.next("p")
        guard state.presented != nil else { return show(presented, &state) }
        guard policy == .replace else {
            state.queue.append(presented)
            return .none
        }
        let discarded = state.presented.map { discardPresentedDrafts($0.key, state) } ?? .none
        return .merge(discarded, takeAway(&state), show(presented, &state))
    }

    /// True if an action would present a modal, and the same modal is already presented or queued.
    ///
    /// A user who presses a button twice wants one modal. False for the policy `replace`, which presents the modal
    /// again. The function is not called for the output of a sheet, which is about to close and may open again.
    func isPresented(_ action: Action, in state: State) -> Bool {
        guard case .presentation(.present(let name, let params, let policy, let ids)) = action, policy != .replace
        else { return false }
        let others = state.queue + (state.presented.map { [$0] } ?? [])
        if !others.contains(where: { $0.name == name }) { return false }
        guard let wanted = try? make(name, PresentRequest(params, ids), state) else { return false }
        return others.contains { $0.isSame(as: wanted) }
    }

    private func show(_ presented: Presented, _ state: inout State) -> Effect<Action> {
        state.presented = presented
        guard let feature = presented.feature else { return .none }
        var initial = feature.initialState
        if presented.modal.onOutput != nil { feature.awaitAnswers(in: &initial) }
        state.presented?.state = initial
        return .merge(presented.transition(), embed(feature.start(in: initial), key: presented.key))
    }

    func embed(_ effect: Effect<AnyAction>, key: String) -> Effect<Action> {
        effect.map { .presented(KeyedAction(key: key, action: $0)) }.inChild(Presented.pathName)
    }

    /// Deletes the drafts of the presented feature with this key, whose input the user has discarded.
    func discardPresentedDrafts(_ key: String, _ state: State) -> Effect<Action> {
        guard let presented = state.presented, presented.key == key, let feature = presented.feature,
            let child = presented.state
        else { return .none }
        return embed(feature.discardDrafts(in: child), key: key)
    }

    private func takeAway(_ state: inout State) -> Effect<Action> {
        guard let gone = state.presented else { return .none }
        state.presented = nil
        return gone.feature == nil ? .none : .merge(Effect(.cancelChildren([Presented.pathName])), gone.transition())
    }

    func end(_ key: String, _ state: inout State) -> Effect<Action> {
        guard state.presented?.key == key else {
            state.queue.removeAll { $0.key == key }
            return .none
        }
        let gone = takeAway(&state)
        // A queued modal is dropped if none of its target rows exists any more.
        state.queue = state.queue.filter { status(of: $0, state)?.isGone != true }
        if state.queue.isEmpty { return gone }
        // The row of the next presentation may have changed while the presentation waited.
        return .merge(gone, show(state.queue.removeFirst(), &state), followTarget(&state))
    }

    func press(_ buttonID: String, of key: String, _ state: inout State) -> Effect<Action> {
        guard let presented = state.presented, presented.key == key,
            let button = presented.modal.buttons.first(where: { $0.id == buttonID })
        else { return .none }
        let occasion = status(of: presented, state)?.occasion ?? LinkOccasion()
        let ended = end(key, &state)
        guard let link = button.action else { return ended }
        return .merge(ended, send(link, for: occasion, &state) ?? .none)
    }

    func performPresented(_ action: KeyedAction, _ state: inout State) -> Effect<Action> {
        guard state.presented?.key == action.key, let feature = state.presented?.feature,
            var child = state.presented?.state
        else { return .none }
        // The child's state is moved out while it changes, so that a large state is not copied.
        state.presented?.state = nil
        var effect = feature.reduce(into: &child, action.action)
        state.presented?.state = child
        let outputs = effect.takeOutputs()
        let own = embed(effect, key: action.key)
        guard !outputs.isEmpty, let presented = state.presented else { return own }
        return .merge([own] + outputs.map { handle($0, of: presented, &state) })
    }

    /// Handles an output of the presented feature.
    func handle(_ output: Output, of presented: Presented, _ state: inout State) -> Effect<Action> {
        switch output.outcome {
        case .completed, .delivered:
            let end: Effect<Action> = output.outcome == .completed ? .send(.end(key: presented.key)) : .none
            guard let link = presented.modal.onOutput else { return end }
            guard let effect = send(link, for: output, of: presented, &state) else { return .none }
            return .merge(effect, end)
        case .unchanged: return .send(.end(key: presented.key))
        case .offered: return use(output, of: presented, &state)
        case .settled: return .none
        case .cancelled: return .send(.presentation(.dismiss(key: presented.key)))
        case .discarded, .timedOut: return .send(.end(key: presented.key))
        case .failed(let failure):
            if let path = base.errors {
                state.base[keyPath: path].add(failure, display: .alert, operation: output.name, retry: nil)
            }
            return .send(.end(key: presented.key))
        // Handled by the presented feature's own ``Presenting``.
        case .presenting: return .none
        }
    }

    /// Presents a modal about rows unless it is presented already; shows a refusal as an error.
    func ask(_ modal: String, about ids: [String], _ state: inout State) -> Effect<Action> {
        let link = ActionLink("present", params: .object("modal", .string(modal)))
        return send(link, for: LinkOccasion(ids: ids), isOnce: true, &state) ?? .none
    }

    // MARK: Actions by name

    /// Returns the effect that sends a declared action.
    ///
    /// If the action is refused, shows the refusal as an error and returns nil.
    ///
    /// - Parameter isOnce: true to return nil if the action would present a modal that is already presented or queued.
    func send(
        _ link: ActionLink, for occasion: LinkOccasion, isOnce: Bool = false, _ state: inout State
    ) -> Effect<Action>? {
        do {
            let action = try action(of: link, for: occasion, state)
            if isOnce, isPresented(action, in: state) { return nil }
            if let path = base.errors { state.base[keyPath: path].removeAll(of: link.name) }
            return .send(action)
        } catch {
            showRefusal(error, of: link, &state)
            return nil
        }
    }

    /// Returns the action that a link declares.
    ///
    /// - Throws: the reason why the action is refused now.
    func action(of link: ActionLink, for occasion: LinkOccasion, _ state: State) throws(ActionRefusal) -> Action {
        let actions = WireType.of(Self.self).actions
        let schema = actions.descriptions.first { $0.name == link.name }?.params.value
        let params = link.params(for: schema, occasion)
        // The reason why a blocked action can't be confirmed is computed by this function; using that reason here would
        // recurse.
        let ofBlocked = state.blocked == nil ? PresentationAction.refusedUnlessBlocked : []
        for entry in base.unavailable(in: state.base) + ofBlocked where entry.action == link.name {
            throw .unavailable(entry.reason, detail: base.explanation(of: entry, in: state.base))
        }
        guard let action = try actions.decode(link.name, params) else {
            throw .unknown(known: actions.descriptions.map(\.name))
        }
        guard let refusal = refusal(of: action, in: state) else { return action }
        if case .unavailable("gone", nil) = refusal, !occasion.ids.isEmpty { throw .gone(occasion.ids) }
        throw refusal
    }

    /// The reason why this action is refused now; nil if it is accepted.
    public func refusal(of action: Action, in state: State) -> ActionRefusal? {
        switch action {
        case .base(let action): return base.refusal(of: action, in: state.base)
        case .presentation(.present(let modal, let params, _, let ids)):
            do {
                _ = try make(modal, PresentRequest(params, ids), state)
                return nil
            } catch {
                return error
            }
        case .presentation(.pressButton(let key, let buttonID)): return refusal(ofPressing: buttonID, of: key, state)
        case .presentation(.dismiss(let key)):
            if state.presented?.key == key {
                if state.presented?.isDismissible == true { return nil }
                let buttons = state.presented?.modal.buttons.map(\.id) ?? []
                let ways = buttons.isEmpty ? "" : "; its buttons end it: \(LikelyName.list(buttons))"
                return .unavailable("notDismissible", detail: "the presentation \(key) can't be dismissed\(ways)")
            }
            return state.queue.contains { $0.key == key } ? nil : refusalOfGone(key, state)
        case .presentation(.confirmDiscard):
            guard let blocked = state.blocked else { return .unavailable(PresentationAction.notBlocked) }
            // A feature whose changes are discarded closes even if the user may not dismiss it.
            if case .presentation(.dismiss) = blocked.action { return nil }
            // The press of a button whose action is `confirmDiscard` would confirm itself.
            if case .presentation(.pressButton(_, let id)) = blocked.action,
                state.presented?.modal.buttons.first(where: { $0.id == id })?.action?.name == "confirmDiscard"
            {
                return .unavailable(PresentationAction.notBlocked)
            }
            // Any other action may have become unavailable since it was blocked.
            return refusal(of: blocked.action, in: state)
        case .presentation(.keepEditing):
            return state.blocked == nil ? .unavailable(PresentationAction.notBlocked) : nil
        case .presented, .end, .leave: return nil
        }
    }

    /// The unavailable actions among `confirmDiscard` and `keepEditing`.
    func unavailableOfBlocked(in state: State) -> [Unavailable] {
        if state.blocked == nil { return PresentationAction.refusedUnlessBlocked }
        guard case .unavailable(let reason, _) = refusal(of: .presentation(.confirmDiscard), in: state) else {
            return []
        }
        return [Unavailable("confirmDiscard", reason)]
    }

    /// The refusal of an action about a modal that is not presented.
    private func refusalOfGone(_ key: String, _ state: State) -> ActionRefusal {
        let now = state.presented.map { "the current presentation is \($0.key)" } ?? "nothing is presented now"
        let name = LikelyName.shown(key)
        return .unavailable("gone", detail: "\(name) is not presented, or not any more; \(now)")
    }

    private func refusal(ofPressing buttonID: String, of key: String, _ state: State) -> ActionRefusal? {
        guard let presented = state.presented, presented.key == key else { return refusalOfGone(key, state) }
        guard let button = presented.modal.buttons.first(where: { $0.id == buttonID }) else {
            let known = presented.modal.buttons.map(\.id)
            let advice = LikelyName.advice(for: buttonID, among: known, whenEmpty: "It has no buttons.")
            let name = LikelyName.shown(buttonID)
            return .unavailable("gone", detail: "the presentation \(key) has no button \(name). \(advice)")
        }
        guard let link = button.action else { return nil }
        // The press of a button closes the modal, so that the button's action can't press a button of the same modal.
        if link.name == "pressButton" { return .unavailable("gone") }
        let status = status(of: presented, state)
        if let refusal = status?.refusal { return refusal }
        do {
            _ = try action(of: link, for: status?.occasion ?? LinkOccasion(), state)
            return nil
        } catch {
            return error
        }
    }
}

extension ActionRefusal {
    /// Returns this refusal with `path` in front of the paths of its errors.
    public func below(_ path: String) -> ActionRefusal {
        guard case .invalidParams(let fields) = self else { return self }
        return .invalidParams(fields.map { .init(path: path + $0.path, code: $0.code, message: $0.message) })
    }

    /// Returns the refusal of the action with this name as an error for the user.
    public func failure(of action: String) -> Failure {
        switch self {
        case .unavailable(let reason, let detail):
            Failure(
                reason,
                "\(action) was refused (\(reason)) and nothing was changed; "
                    + (detail ?? "change the entered values and try again"),
                retryable: false)
        case .unknown: Failure("unknownAction", "there is no action \(action)", retryable: false)
        case .invalidParams(let fields):
            Failure(
                "invalidParams",
                "\(action) can't be done: \(fields.map { "\($0.path) \($0.message)" }.joined(separator: "; "))",
                retryable: false)
        }
    }
}
