import FHJSON

/// The modals of a feature in a store's tree, as functions on the root's state and actions.
final class PresentationNode<Root: Feature> {
    /// An action that waits for the user's confirmation, because it would lose unsaved changes.
    struct Blocked {
        let action: String
        let path: [String]
        let by: [String]
        let order: Int
    }

    let slot: AnyDynamicChildren<Root>
    /// Decodes one of the actions of ``PresentationAction``, or returns nil for any other action.
    let admit: (String, JSONValue, inout Root.State) throws(ActionRefusal) -> Root.Action?
    let blocked: (inout Root.State) -> Blocked?
    /// The unavailable actions among `confirmDiscard` and `keepEditing`.
    let unavailable: (inout Root.State) -> [Unavailable]
    /// Drops the blocked action.
    let unblock: (inout Root.State) -> Void
    /// True if a modal is presented or queued.
    let isActive: (inout Root.State) -> Bool
    /// Writes the members of `presentation` without its child.
    ///
    /// The second argument contains the members of `target` that locate the presenting feature.
    let writePresented: (inout Root.State, JSONMembers, inout JSONWriter) -> Void
    let writeQueue: (inout Root.State, inout JSONWriter) -> Void
    /// Drops the blocked action if it would no longer lose changes.
    let forgetBlocked: (inout Root.State) -> Void
    /// Removes all modals and the blocked action.
    let clear: (inout Root.State) -> Void
    /// The member `toolbar`, encoded once.
    let toolbar: JSONText

    init<F: Feature>(_ feature: Presenting<F>, _ lens: Lens<Root, Presenting<F>>) {
        let path = lens.path
        admit = { name, params, state throws(ActionRefusal) in
            let decoded: PresentationAction?
            do throws(ActionRefusal) {
                decoded = try PresentationAction.set.decode(name, params)
            } catch {
                // The reason that doesn't depend on the params takes precedence over the error of invalid params.
                var refused: [Unavailable] = []
                lens.visit(&state) { refused = feature.unavailableOfBlocked(in: $0) }
                if let entry = refused.first(where: { $0.action == name }) { throw .unavailable(entry.reason) }
                throw error
            }
            guard let action = decoded.map(Presenting<F>.Action.presentation) else { return nil }
            var refusal: ActionRefusal?
            lens.visit(&state) { state in
                refusal = feature.refusal(of: action, in: state)
                if refusal == nil, feature.isPresented(action, in: state) { refusal = .unavailable("alreadyPresented") }
            }
            if let refusal { throw refusal }
            return lens.embed(action)
        }
        blocked = { state in
            var found: Blocked?
            lens.visit(&state) { state in
                guard let blocked = state.blocked else { return }
                found = Blocked(
                    action: blocked.action.name, path: path, by: path + blocked.by, order: blocked.order)
            }
            return found
        }
        unavailable = { state in
            var refused: [Unavailable] = []
            lens.visit(&state) { refused = feature.unavailableOfBlocked(in: $0) }
            return refused
        }
        unblock = { state in lens.visit(&state) { $0.blocked = nil } }
        isActive = { state in
            var isActive = false
            // Comparing with nil would copy the value.
            lens.visit(&state) { if case .some = $0.presented { isActive = true } }
            return isActive
        }
        writePresented = { state, place, json in
            lens.visit(&state) { state in
                guard let presented = state.presented else { return }
                presented.writeMembers(
                    to: &json, target: place, feature.status(of: presented, state),
                    followed: feature.followedStatus(of: presented, state))
            }
        }
        writeQueue = { state, json in
            json.beginArray()
            lens.visit(&state) { state in
                for waiting in state.queue { waiting.writeWaiting(to: &json, feature.status(of: waiting, state)) }
            }
            json.endArray()
        }
        forgetBlocked = { state in lens.visit(&state) { feature.forgetBlocked(&$0) } }
        clear = { state in
            lens.visit(&state) { state in
                state.presented = nil
                state.queue = []
                state.blocked = nil
            }
        }
        toolbar = JSONText.build { json in
            json.beginArray()
            for item in feature.configuration.toolbar { item.write(to: &json) }
            json.endArray()
        }
        slot = AnyDynamicChildren(
            name: Presented.pathName, path: path, isKeyed: false,
            occupants: { root in
                var found: [(key: String, feature: AnyFeature)] = []
                lens.visit(&root) { state in
                    guard let presented = state.presented, let child = presented.feature else { return }
                    found = [(presented.key, child)]
                }
                return found
            },
            occupant: { key, root in
                var found: AnyFeature?
                lens.visit(&root) { found = $0.presented?.key == key ? $0.presented?.feature : nil }
                return found
            },
            visit: { key, root, body in
                lens.visit(&root) { state in
                    guard state.presented?.key == key, var child = state.presented?.state else { return }
                    state.presented?.state = nil
                    body(&child)
                    state.presented?.state = child
                }
            },
            embed: { [embed = lens.embed] in embed(.presented($0)) },
            writeMembers: { _, _, _ in })
    }
}
