/// The names of actions sent by effects: the names of their enum cases.
package enum ActionName {
    /// Returns the action's name on the wire.
    ///
    /// The payload of the case can be a value of another enum: an action of a child, or one of a group of the feature's
    /// actions. The name of the innermost case is then used.
    package static func of(_ action: Any) -> String {
        var action = action
        // Reflection takes microseconds, so it is used once for each level.
        while let child = Mirror(reflecting: action).children.first, let name = child.label {
            if let action = child.value as? KeyedAction { return action.action.name }
            if let action = child.value as? any NestedAction { return of(action.nested) }
            guard Mirror(reflecting: child.value).displayStyle == .enum else { return name }
            action = child.value
        }
        return "\(action)"
    }
}
