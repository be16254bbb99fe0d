import FeatureKit

extension FetchRequest {
    /// The places of a page that begins at an offset, also if there are fewer rows.
    func places(from offset: Int) -> Range<Int> {
        let start = max(0, offset)
        let (end, isTooFar) = start.addingReportingOverflow(max(0, limit))
        return start..<(isTooFar ? .max : end)
    }

    /// The places of the page among a number of rows.
    ///
    /// - Throws: `invalidData` for a page that begins at a cursor.
    func places(among count: Int) throws(Failure) -> Range<Int> {
        guard case .offset(let offset) = start else { throw .noCursors }
        return places(from: offset).clamped(to: 0..<count)
    }
}

extension Failure {
    /// The failure of a request with a cursor to a source without cursors.
    static let noCursors = Failure("invalidData", "this source counts by offsets and knows no cursors")
}
