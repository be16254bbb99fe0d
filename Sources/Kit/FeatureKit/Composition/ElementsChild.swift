import FHJSON
import OrderedCollections

/// Children of one type in a collection; the path of each child is the name and the child's id.
struct ElementsChild<Parent: Feature, F: Feature>: ChildDefinition
where F.State: Identifiable, F.State.ID: LosslessStringConvertible & Sendable {
    typealias Elements = IdentifiedArray<F.State>

    let name: String
    let state: SendableKeyPath<Parent.State, Elements>
    /// The ids that a snapshot of the parent shows; nil for all.
    let shown: (@Sendable (Parent.State) -> [F.State.ID])?
    let embed: @Sendable (IdentifiedActionOf<F>) -> Parent.Action
    let feature: F
    let children: [Child<F>]

    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Reduction<Parent.Action> {
        guard let action = payload(IdentifiedActionOf<F>.self, of: action, in: name) else { return .notMine }
        let effect = state[keyPath: self.state].update(action.id) {
            feature.reduceAll(children, into: &$0, action.action)
        }
        return effect.map { .reduced(place($0, action.id)) } ?? .gone
    }

    private func place(_ effect: Effect<F.Action>, _ id: F.State.ID) -> Effect<Parent.Action> {
        let embed = embed
        return effect.map { embed(.element(id: id, action: $0)) }.inChild(id.description).inChild(name)
    }

    func start(in state: Parent.State) -> Effect<Parent.Action> {
        .merge(state[keyPath: self.state].map { start($0) })
    }

    private func start(_ element: F.State) -> Effect<Parent.Action> {
        place(feature.startAll(children, in: element), element.id)
    }

    func census(of state: Parent.State) -> IdentityDiff? { .elements(state[keyPath: self.state].membership) }

    func changes(since census: IdentityDiff, in state: Parent.State) -> Effect<Parent.Action> {
        let now = state[keyPath: self.state]
        guard case .elements(let census) = census, let was = census as? Elements.Membership,
            was.stamp != now.membership.stamp
        else { return .none }
        let gone = was.incarnations.filter { now.membership.incarnations[$0.key] != $0.value }.map(\.key.description)
        var effects: [Effect<Parent.Action>] = gone.isEmpty ? [] : [Effect(.cancelChildren(gone)).inChild(name)]
        for (index, (id, incarnation)) in now.membership.incarnations.enumerated()
        where was.incarnations[id] != incarnation {
            effects.append(start(now.elements[index]))
        }
        return .merge(effects)
    }

    var wireSchema: JSONText {
        .build { $0.raw(#"{"type":"array","items":{"$ref":"urn:featurehost:schema:1:keyed-child"}}"#) }
    }

    func discardDrafts(in state: Parent.State) -> Effect<Parent.Action> {
        .merge(state[keyPath: self.state].map { place(feature.discardAllDrafts(children, in: $0), $0.id) })
    }

    func unsavedChanges(in state: Parent.State) -> [String]? {
        for element in state[keyPath: self.state] {
            if let path = feature.allUnsavedChanges(children, in: element) {
                return [name, element.id.description] + path
            }
        }
        return nil
    }

    func isSaving(_ state: Parent.State) -> Bool {
        state[keyPath: self.state].contains { feature.isSavingAll(children, $0) }
    }

    var forgetHints: (@Sendable (inout Parent.State) -> Void)? {
        guard let forget = feature.forgetAllHints(children) else { return nil }
        return { [state] parent in
            for id in parent[keyPath: state].ids { parent[keyPath: state].update(id, forget) }
        }
    }

    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root> {
        let state = state
        let path = lens.path + [name]
        return .branch(
            DynamicChildren(
                name: name, isKeyed: true,
                shownKeys: { root in
                    var keys: [String] = []
                    lens.visit(&root) { parent in
                        let ids = shown?(parent) ?? parent[keyPath: state].ids
                        keys = ids.filter { parent[keyPath: state].index(id: $0) != nil }.map(\.description)
                    }
                    return keys
                },
                allKeys: { root in
                    var keys: [String] = []
                    lens.visit(&root) { keys = $0[keyPath: state].ids.map(\.description) }
                    return keys
                },
                incarnation: { key, root -> Int? in
                    // Several texts can parse as one id, such as `7` and `007`; only the description of the id is a
                    // valid path.
                    guard let id = F.State.ID(key), isSameText(id.description, key) else { return nil }
                    var incarnation: Int?
                    lens.visit(&root) { incarnation = $0[keyPath: state].membership.incarnations[id] }
                    return incarnation
                },
                make: { key in
                    guard let id = F.State.ID(key) else { preconditionFailure("\(key) is no id") }
                    return StoreNode(
                        feature, children, id: F.id, isSame: { $0.id == $1.id },
                        Lens(
                            path: path + [key],
                            visit: { root, body in lens.visit(&root) { $0[keyPath: state].update(id, body) } },
                            embed: { [embed, outer = lens.embed] in outer(embed(.element(id: id, action: $0))) }))
                }))
    }
}
