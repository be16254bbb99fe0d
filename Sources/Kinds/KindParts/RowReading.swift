import FHJSON
import FeatureKit

extension DataSource {
    /// Reads the row with an id.
    ///
    /// The source must be able to filter rows. Without such a row, the answer is the failure `targetGone`.
    ///
    /// - Parameter isRefresh: true if the source must not answer from its cache.
    package func fetchRow(_ id: String, isRefresh: Bool = false) -> SourceAnswer<SourceRow> {
        // The id of a row can be a number in the row.
        let ids = [JSONText.string(id)] + (Int(id).map { "\($0)" == id ? [JSONText.integer($0)] : [] } ?? [])
        let query = RowQuery(predicate: .isIn(idKey, ids))
        return fetch(FetchRequest(start: .offset(0), limit: 1, isRefresh: isRefresh, query: query)).map { result in
            result.flatMap { page in
                if let row = page.rows.first { return .success(row) }
                return .failure(
                    Failure("targetGone", "the row \(LikelyName.shown(id)) does not exist, or not any more"))
            }
        }
    }
}
