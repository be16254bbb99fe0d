import FeatureKit

/// A source that applies requests in the order of the calls, and that returns all rows in one page if the limit allows
/// it.
protocol OrderedSource: DataSource {}

extension InlineSource: OrderedSource {}

extension FileSource: OrderedSource {}

extension LineSource: OrderedSource {}

extension DataSource {
    /// Returns a page of the rows that pass a query, as they are after all edits that were requested before this call.
    ///
    /// All rows are read at the time of the call. They are filtered and sorted outside the core thread.
    ///
    /// - Parameters:
    ///   - places: The range of the page among the rows that pass the query.
    ///   - request: The request, with the query.
    ///   - limit: The maximum number of rows of the source; more rows are a failure.
    func orderedPage(_ places: Range<Int>, of request: FetchRequest, limit: Int) -> SourceAnswer<Page> {
        // One row more than the limit, so that an excess is detected.
        let all = fetch(FetchRequest(start: .offset(0), limit: limit + 1, isRefresh: request.isRefresh))
        return .later { () async throws(Failure) in
            let rows = PulledRows(edition: 0, limit: limit)
            try rows.add(try await all.value)
            let queried = QueriedRows(request.query)
            while true {
                if let page = try queried.page(places, of: rows) { return page }
                if Task.isCancelled { throw .cancelled }
                try queried.advance(over: rows, 65_536)
            }
        }
    }
}
