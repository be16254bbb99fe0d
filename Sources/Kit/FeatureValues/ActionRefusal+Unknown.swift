public import FHJSON

extension ActionRefusal.Field {
    /// The error for a member that the schema doesn't declare.
    public init(_ unknown: UnknownMember) {
        self.init(path: unknown.pointer.description, code: "unknown", message: unknown.description)
    }

    /// The errors for undeclared members of opening params.
    public static func unknown(in params: JSONValue, known: [String]) -> [ActionRefusal.Field] {
        params.members.filter { name, _ in !known.contains { isSameText($0, name) } }.map { name, _ in
            ActionRefusal.Field(UnknownMember(pointer: JSONPointer([name]), name: name, known: known))
        }
    }
}
