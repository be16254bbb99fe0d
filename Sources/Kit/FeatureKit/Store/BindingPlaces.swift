import FHJSON

/// The bindings of a feature and its children by path, for tests that set bound values.
package final class BindingPlaces<F: Feature> {
    private let root: StoreNode<F>

    /// Makes the tree of a feature and its children.
    package init(_ feature: F) {
        root = StoreNode(feature, feature.children, id: F.id, .root)
    }

    /// The feature at a path; nil if there is none.
    package func place(at path: [String], in state: inout F.State) -> Place? {
        root.descendant(at: path[...], in: &state).map(Place.init)
    }

    /// A feature and its bindings.
    package struct Place {
        fileprivate let node: StoreNode<F>

        /// The names of the bound values.
        package var names: [String] { node.bindings.map(\.name) }

        /// True if the bound value with this name can be set now.
        package func isEnabled(_ name: String, in state: inout F.State) -> Bool {
            !node.unavailable(&state).contains { $0.action == action(of: name) }
        }

        /// Returns a function that sets a bound value and returns the follow-up effect; nil if there is no such value.
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
