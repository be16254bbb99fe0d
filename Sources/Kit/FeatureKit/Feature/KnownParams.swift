import FHJSON
import Synchronization

/// The members that the params of actions may have.
///
/// The schema of an action is parsed when the action is sent for the first time.
final class KnownParams: Sendable {
    private let descriptions: [ActionDescription]
    private let members = Mutex<[String: ClosedMembers?]>([:])

    init(_ descriptions: [ActionDescription]) {
        self.descriptions = descriptions
    }

    /// Returns the errors for the members of an action's params that the action's schema doesn't declare.
    func unknown(in params: JSONValue, of name: String) -> [ActionRefusal.Field] {
        guard params.isObject, params.count > 0 else { return [] }
        return closed(name)?.unknown(in: params).map { ActionRefusal.Field($0) } ?? []
    }

    private func closed(_ name: String) -> ClosedMembers? {
        members.withLock { members in
            if let known = members[name] { return known }
            let schema = descriptions.first { $0.name == name }?.params.value
            let closed = schema.flatMap { ClosedMembers($0) }
            members[name] = .some(closed)
            return closed
        }
    }
}
