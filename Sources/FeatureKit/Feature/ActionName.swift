/// The names of actions that effects bring: those of their enums' cases.
enum ActionName {
    /// The name on the wire.
    ///
    /// A case that only holds another enum's value — a child's action, a part of the feature's own — hands its name on.
    static func of(_ action: Any) -> String {
        var name = caseName(of: action)
        var payload: Any = action
        while let child = Mirror(reflecting: payload).children.first, child.label == name {
            if let action = child.value as? KeyedAction { return action.action.name }
            if let action = child.value as? any NestedAction { return of(action.nested) }
            guard Mirror(reflecting: child.value).displayStyle == .enum else { break }
            payload = child.value
            name = caseName(of: payload)
        }
        return name
    }

    private static func caseName(of action: Any) -> String {
        Mirror(reflecting: action).children.first?.label ?? "\(action)"
    }
}
