import JSON

/// What is wrong with a feature's declaration.
public struct DeclarationMistake: Sendable, Equatable {
    /// The member that is wrong, from the feature's declaration.
    public let pointer: JSONPointer
    /// What is wrong with it, and what would be right.
    public let message: String

    /// Notes a mistake.
    ///
    /// - Parameters:
    ///   - tokens: the keys and indices that lead to the member.
    ///   - message: what is wrong with it, and what would be right.
    public init(_ tokens: [String], _ message: String) {
        pointer = JSONPointer(tokens)
        self.message = message
    }

    /// What is wrong with the ids of a feature's steps, which stand under `steps`.
    public static func mistakes(inStepIDs ids: [String]) -> [DeclarationMistake] {
        var known: Set<String> = []
        return ids.enumerated().compactMap { place, id in
            let pointer = ["steps", "\(place)", "id"]
            if id.isEmpty { return DeclarationMistake(pointer, "a step's id is not empty") }
            if known.insert(id).inserted { return nil }
            return DeclarationMistake(pointer, "the id \(id) is another step's already; ids must differ")
        }
    }
}
