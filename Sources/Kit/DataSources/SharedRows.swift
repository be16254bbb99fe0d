/// The numbers of rows at the beginning that earlier editions of growing rows share with the current edition.
struct SharedRows: Sendable {
    /// The maximum number of earlier editions that are remembered.
    private static let mostEditions = 64

    /// The oldest edition is first.
    private var editions: [(number: Int, count: Int)] = []

    /// The numbers of shared rows, by edition.
    var counts: [Int: Int] { [Int: Int](editions.map { ($0.number, $0.count) }) { min($0, $1) } }

    /// Records that the next edition has the first `count` rows of an edition.
    mutating func note(_ edition: Int, _ count: Int) {
        editions = editions.suffix(Self.mostEditions - 1) + [(edition, count)]
    }
}
