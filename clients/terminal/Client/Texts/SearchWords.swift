/// The words of a query; a text matches if it contains all of them, regardless of case.
public struct SearchWords {
    private let words: [[Character]]

    /// Divides a query into words.
    public init(_ query: String) { words = query.lowercased().split(separator: " ").map(Array.init) }

    /// True if there is no word, so that every text matches.
    public var isEmpty: Bool { words.isEmpty }

    /// Returns true if a text contains all words.
    public func match(_ text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Returns the indexes of the characters in the first occurrence of each word in a text.
    public func places(in text: String) -> Set<Int> {
        let characters = text.map { $0.lowercased() }
        var places: Set<Int> = []
        for word in words.map({ $0.map(String.init) }) where word.count <= characters.count {
            let starts = 0...characters.count - word.count
            if let start = starts.first(where: { characters[$0..<$0 + word.count].elementsEqual(word) }) {
                places.formUnion(start..<start + word.count)
            }
        }
        return places
    }
}
