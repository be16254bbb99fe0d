import FHJSON
import Synchronization

/// The values that are derived from a feature's type, computed once and shared by all instances of the feature.
struct WireType<F: Feature>: Sendable {
    let actions: ActionSet<F.Action>
    let bindings: [Binding<F>]
    /// The names of the bound values and of the actions that set them.
    let bindingNames: [(name: String, action: String)]
    /// The names of the actions that the feature declares, followed by the names of its bindings' actions.
    let actionNames: [String]
    let layout: JSONText?

    private init() {
        actions = F.actions
        bindings = F.bindings
        bindingNames = bindings.map { ($0.name, $0.action) }
        actionNames = actions.descriptions.map { $0.name } + bindings.map { $0.action }
        layout =
            F.layout.isEmpty
            ? nil
            : JSONText.build { json in
                json.beginArray()
                for item in F.layout { item.write(to: &json) }
                json.endArray()
            }
    }

    static func of(_ type: F.Type) -> WireType {
        let key = ObjectIdentifier(type)
        if let known = wireTypes.withLock({ $0[key] }) as? WireType { return known }
        let new = WireType()
        wireTypes.withLock { $0[key] = new }
        return new
    }
}

private let wireTypes = Mutex<[ObjectIdentifier: any Sendable]>([:])
