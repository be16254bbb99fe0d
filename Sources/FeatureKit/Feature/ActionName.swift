/// The names of actions that effects bring: those of their enums' cases.
package enum ActionName {
    /// The name on the wire.
    ///
    /// A case that only holds another enum's value — a child's action, a part of the feature's own — hands its name on.
    package static func of(_ action: Any) -> String {
        var action = action
        // Each look into a value costs microseconds: one for each level.
        while let child = Mirror(reflecting: action).children.first, let name = child.label {
            if let action = child.value as? KeyedAction { return action.action.name }
            if let action = child.value as? any NestedAction { return of(action.nested) }
            guard Mirror(reflecting: child.value).displayStyle == .enum else { return name }
            action = child.value
        }
        return "\(action)"
    }
}
