import FeatureKit

/// A source that has all rows at hand, and lends them without copying them.
protocol WholeSource: EditionedSource {
    /// Returns all rows.
    ///
    /// The answer takes as long as the first page of the source, but no longer for more rows in memory.
    func wholeRows() -> SourceAnswer<WholeRows>
}

/// All rows of a source.
struct WholeRows: Sendable {
    /// The rows, whose ids differ.
    let rows: HeldRows
    /// The report of a page with these rows, without the rows.
    let page: Page
    /// The number that ``EditionedSource/rowsEdition()`` returns for these rows.
    let edition: Int
    /// The numbers of rows at the beginning that earlier editions had too, by edition.
    let sharedCounts: [Int: Int]
}
