import FHJSON
import Synchronization

/// The parts that are derived from a feature's type, computed once for all its instances.
struct WireType<F: Feature>: Sendable {
    let actions: ActionSet<F.Action>
    let bindings: [Binding<F>]
    /// The bound members, with their actions.
    let bindingNames: [(name: String, action: String)]
    /// The names of the feature's own actions and of its bindings.
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
