public import FHJSON

extension ActionRefusal.Field {
    /// Makes the error for a member of the params that the schema of the params doesn't declare.
    public init(_ unknown: UnknownMember) {
        self.init(path: unknown.pointer.description, code: "unknown", message: unknown.description)
    }

    /// Returns an error for each member of `params` whose name is not in `known`.
    public static func unknown(in params: JSONValue, known: [String]) -> [ActionRefusal.Field] {
        params.members.filter { name, _ in !known.contains { isSameText($0, name) } }.map { name, _ in
            ActionRefusal.Field(UnknownMember(pointer: JSONPointer([name]), name: name, known: known))
        }
    }
}
