import JSON

/// A feature and all that it is made of, for a test that sets bound values: each place is found by its path.
package final class BindingPlaces<F: Feature> {
    private let root: StoreNode<F>

    /// Makes the places of a feature.
    package init(_ feature: F) {
        root = StoreNode(feature, feature.children, id: F.id, .root)
    }

    /// What is at a path now; nil if there is nothing.
    package func place(at path: [String], in state: inout F.State) -> Place? {
        root.descendant(at: path[...], in: &state).map(Place.init)
    }

    /// A feature with the values that can be set in it.
    package struct Place {
        fileprivate let node: StoreNode<F>

        /// The names of its bound values.
        package var names: [String] { node.bindings.map(\.name) }

        /// Whether a value can be set now.
        package func isEnabled(_ name: String, in state: inout F.State) -> Bool {
            !node.unavailable(&state).contains { $0.action == action(of: name) }
        }

        /// What sets a value: it changes the state, and tells what is to follow; nil if there is no such value.
        ///
        /// - Parameter params: the params of the binding's action.
        /// - Throws: ``ActionRefusal/invalidParams(_:)``.
        package func setting(
            _ name: String, _ params: JSONValue
        ) throws(ActionRefusal) -> ((inout F.State) -> Effect<F.Action>)? {
            guard let action = action(of: name) else { return nil }
            return try node.setting(action, params)
        }

        private func action(of name: String) -> String? {
            node.bindings.first { $0.name == name }?.action
        }
    }
}
