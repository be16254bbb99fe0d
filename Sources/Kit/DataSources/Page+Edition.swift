import FeatureKit

extension Page {
    /// The page with another edition.
    func with(edition: Int) -> Page {
        var page = Page(
            rows: rows, nextCursor: nextCursor, endReached: endReached, totalCount: totalCount, problems: problems,
            growth: growth, failure: failure, edition: edition)
        page.columns = columns
        return page
    }
}
