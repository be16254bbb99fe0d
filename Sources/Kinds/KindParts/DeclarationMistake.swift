import FHJSON

/// A validation error in a feature's declaration.
public struct DeclarationMistake: Sendable, Equatable {
    /// A pointer from the feature's declaration to the invalid member.
    public let pointer: JSONPointer
    /// The error and its correction, as a sentence.
    public let message: String

    /// Makes a validation error.
    ///
    /// - Parameters:
    ///   - tokens: the keys and indices that lead to the member.
    ///   - message: the error and its correction, as a sentence.
    public init(_ tokens: [String], _ message: String) {
        pointer = JSONPointer(tokens)
        self.message = message
    }

    /// Returns the validation errors in the ids of a feature's steps, which are declared under `steps`.
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
