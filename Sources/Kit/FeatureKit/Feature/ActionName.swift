/// The names of actions sent by effects: the names of their enum cases.
package enum ActionName {
    /// The name on the wire.
    ///
    /// A case whose payload is another enum's value — a child's action, or a part of the feature's own — has that
    /// value's name.
    package static func of(_ action: Any) -> String {
        var action = action
        // Reflection takes microseconds: one use for each level.
        while let child = Mirror(reflecting: action).children.first, let name = child.label {
            if let action = child.value as? KeyedAction { return action.action.name }
            if let action = child.value as? any NestedAction { return of(action.nested) }
            guard Mirror(reflecting: child.value).displayStyle == .enum else { return name }
            action = child.value
        }
        return "\(action)"
    }
}
