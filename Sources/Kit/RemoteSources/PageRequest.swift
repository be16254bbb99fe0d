import FHJSON
import FeatureKit
import Synchronization

/// A request for a page and, until a received page has a valid row, for the pages after it.
final class PageRequest: Sendable {
    /// The maximum number of pages that are requested if none of them has a valid row.
    private static let mostPages = 100

    private struct State {
        /// The request that was sent last; nil before the first request.
        var request: RequestLine.Request?
        var number = 0
        var isCancelled = false
    }

    /// The answer.
    let promise = Promise<SearchPage>()
    private let source: RemoteSource
    private let query: RemoteLoads.Query
    private let call: String
    private let limit: Int
    /// True if the request has no filter and begins with the first row.
    private let beginsLoad: Bool
    /// Writes the params, except for the start of the page.
    private let params: @Sendable (inout JSONWriter) -> Void
    private let state = Mutex(State())

    init(
        _ source: RemoteSource, _ call: String, _ query: RemoteLoads.Query, limit: Int, beginsLoad: Bool = false,
        params: @escaping @Sendable (inout JSONWriter) -> Void
    ) {
        self.source = source
        self.call = call
        self.query = query
        self.limit = limit
        self.beginsLoad = beginsLoad
        self.params = params
    }

    /// Sends the request for the page.
    ///
    /// - Parameters:
    ///   - start: The start of the page, counted in shown rows; nil for the first results of a search.
    ///   - isFirst: True if a new load of all rows begins, so that the errors of earlier pages are discarded.
    func send(from start: FetchRequest.Start?, isFirst: Bool) {
        send(start, isFirst: isFirst, number: 1)
    }

    /// Cancels the request.
    func cancel() {
        let request = state.withLock { state in
            state.isCancelled = true
            return state.request
        }
        if let request { source.line.cancel(request) }
    }

    private func send(_ start: FetchRequest.Start?, isFirst: Bool, number: Int) {
        var place = 0
        if case .offset(let offset) = start, !isFirst {
            place = source.loads.withLock { $0[query].place(of: max(0, offset)) }
        }
        let request = source.send(call) { [place] json in
            switch start {
            case .offset: json.field("offset", place)
            case .cursor(let cursor): json.field("cursor", cursor)
            case nil: break
            }
            params(&json)
        } whenAnswered: { [self, place] result in
            do throws(Failure) {
                let result = try result.get()
                let answer = try result.searchPage(limit: limit)
                source.written.withLock { $0.note(read: answer.page.page.rows, in: result.number) }
                let page = take(answer.page, start, at: place, isFirst: isFirst)
                if let next = try next(behind: page, of: answer.page, start, number) {
                    send(next, isFirst: false, number: number + 1)
                } else {
                    promise.keep(.success(SearchPage(page, matches: answer.matches)))
                }
            } catch {
                promise.keep(.failure(error))
            }
        }
        let isCancelled = state.withLock { state in
            if state.number < number {
                state.number = number
                state.request = request
            }
            return state.isCancelled
        }
        if isCancelled { source.line.cancel(request) }
    }

    /// Records the errors of a page, and returns the page with the problems found so far.
    private func take(
        _ read: RemotePage, _ start: FetchRequest.Start?, at place: Int, isFirst: Bool
    ) -> Page {
        source.loads.withLock { loads in
            var flaws = isFirst ? RemoteFlaws() : loads[query]
            let name: String
            var place = place
            switch start {
            case .offset: name = "the page at offset \(place)"
            case .cursor(let cursor):
                place = flaws.place(behind: cursor)
                name = "the page at the cursor \(LikelyName.shown(cursor))"
            case nil: name = "the first results"
            }
            let page = flaws.add(read, at: place, named: name)
            loads[query] = flaws
            return page
        }
    }

    /// Returns the start of the next page if this page has only invalid rows and is not the last page; nil otherwise.
    ///
    /// - Throws: `invalidData` if there is no valid row in the whole source, or in the maximum number of pages.
    private func next(
        behind page: Page, of read: RemotePage, _ start: FetchRequest.Start?, _ number: Int
    ) throws(Failure) -> FetchRequest.Start? {
        guard page.rows.isEmpty, !read.flaws.isEmpty else { return nil }
        if !page.endReached, number < Self.mostPages { return page.nextCursor.map { .cursor($0) } ?? start }
        // With a filter, the invalid rows may be the only matches.
        guard !page.endReached || beginsLoad, let problems = page.problems else { return nil }
        throw Failure(
            "invalidData", "the source \(source.name) gave no row that can be read: \(problems.failure.message)")
    }
}
