/// The match of a typed query in a title, for lists that the interface itself filters.
///
/// Each word of the query must occur in the title, either as a whole or as letters in the same order with other letters
/// between them. Case is ignored.
struct TitleMatch {
    /// The quality; a higher one is better.
    let score: Int
    /// The indexes of the matched characters.
    let places: Set<Int>

    /// Matches a query with a title; nil if the query does not match.
    ///
    /// An empty query matches everything.
    init?(_ query: String, _ title: String) {
        let characters = title.map { Character($0.lowercased().first.map(String.init) ?? String($0)) }
        var score = 0
        var places: Set<Int> = []
        for word in query.lowercased().split(separator: " ") {
            guard let found = Self.find(Array(word), characters) else { return nil }
            score += found.score
            places.formUnion(found.places)
        }
        self.score = score
        self.places = places
    }

    private static func find(_ word: [Character], _ text: [Character]) -> (score: Int, places: [Int])? {
        guard word.count <= text.count else { return nil }
        let starts = (0...text.count - word.count).filter { text[$0..<$0 + word.count].elementsEqual(word) }
        if let start = starts.first(where: { isWordStart($0, text) }) ?? starts.first {
            let isWhole = start + word.count == text.count || !text[start + word.count].isLetter
            let score = start == 0 ? 100 : isWordStart(start, text) ? 80 : 50
            return (score + (isWhole ? 5 : 0), Array(start..<start + word.count))
        }
        return scattered(word, text)
    }

    /// Finds the letters of a word in their order, preferably at the starts of words in the text.
    private static func scattered(_ word: [Character], _ text: [Character]) -> (score: Int, places: [Int])? {
        var places: [Int] = []
        var next = 0
        for (index, letter) in word.enumerated() {
            // The letters after this one have to fit into the rest.
            let rest = next..<max(next, text.count - (word.count - index - 1))
            let found = rest.filter { text[$0] == letter }
            guard let place = found.first(where: { isWordStart($0, text) }) ?? found.first else {
                return index == 0 ? nil : greedy(word, text)
            }
            places.append(place)
            next = place + 1
        }
        return (score(of: places, text), places)
    }

    private static func greedy(_ word: [Character], _ text: [Character]) -> (score: Int, places: [Int])? {
        var places: [Int] = []
        var next = 0
        for letter in word {
            guard let place = text[next...].firstIndex(of: letter) else { return nil }
            places.append(place)
            next = place + 1
        }
        return (score(of: places, text), places)
    }

    private static func score(of places: [Int], _ text: [Character]) -> Int {
        let gaps = zip(places, places.dropFirst()).reduce(0) { $0 + $1.1 - $1.0 - 1 }
        let starts = places.filter { isWordStart($0, text) }.count
        return max(1, 30 + 2 * starts - gaps)
    }

    private static func isWordStart(_ index: Int, _ text: [Character]) -> Bool {
        index == 0 || !(text[index - 1].isLetter || text[index - 1].isNumber)
    }
}
