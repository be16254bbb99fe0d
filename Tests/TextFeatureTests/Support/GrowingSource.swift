import FHJSON
import FHRows
import FHTextFeature
import FeatureKit
import Synchronization

/// A source of lines that a test adds.
final class GrowingSource: DataSource {
    private struct State {
        var lines: [String]
        var growth: Page.Growth?
        var failure: Failure?
        var requests: [FetchRequest] = []
        var waiting: [(FetchRequest, Promise<Page>)] = []
    }

    private let state: Mutex<State>
    let capabilities: SourceCapabilities = []
    let changes: ChangeFeed? = ChangeFeed()
    /// True if pages have cursors, so that the source has to be read in order.
    let hasCursors: Bool
    /// The maximum number of rows in a page.
    let pageSize: Int
    let hasTotal: Bool

    init(
        _ lines: [String], growth: Page.Growth? = nil, hasCursors: Bool = false, pageSize: Int = .max,
        hasTotal: Bool = true
    ) {
        self.hasTotal = hasTotal
        state = Mutex(State(lines: lines, growth: growth))
        self.hasCursors = hasCursors
        self.pageSize = pageSize
    }

    /// The places of the pages that were requested.
    var requests: [String] {
        state.withLock { state in
            state.requests.map { request in
                switch request.start {
                case .offset(let offset): "\(offset)+\(request.limit)"
                case .cursor(let cursor): "@\(cursor)+\(request.limit)"
                }
            }
        }
    }

    func fail(_ failure: Failure?) { state.withLock { $0.failure = failure } }

    /// Adds lines, and answers the requests that wait for them.
    func add(_ lines: [String], growth: Page.Growth?) {
        let due = state.withLock { state in
            state.lines += lines
            state.growth = growth
            defer { state.waiting = [] }
            return state.waiting
        }
        for (request, promise) in due {
            if case .now(let result) = answer(request) { promise.keep(result) }
        }
    }

    /// Replaces all lines.
    func replace(_ lines: [String]) { state.withLock { $0.lines = lines } }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        state.withLock { $0.requests.append(request) }
        return answer(request)
    }

    private func answer(_ request: FetchRequest) -> SourceAnswer<Page> {
        state.withLock { state in
            if let failure = state.failure { return .now(.failure(failure)) }
            let offset =
                switch request.start {
                case .offset(let offset): offset
                case .cursor(let cursor): Int(cursor) ?? 0
                }
            let first = min(offset, state.lines.count)
            let last = min(state.lines.count, first + min(request.limit, pageSize))
            if first == last, state.growth == .running, request.wait != .rows {
                let promise = Promise<Page>()
                state.waiting.append((request, promise))
                return .promised(promise) { promise.keep(.failure(.cancelled)) }
            }
            let rows = (first..<last).map {
                SourceRow(id: "\($0)", value: .object("text", .string(state.lines[$0])))
            }
            let isEnd = last == state.lines.count
            let total = state.growth == nil && !hasCursors && hasTotal ? state.lines.count : nil
            let growth = isEnd || state.growth == .running ? state.growth : nil
            return .now(
                .success(
                    Page(
                        rows: rows, nextCursor: hasCursors && !isEnd ? "\(last)" : nil,
                        endReached: isEnd && state.growth == nil, totalCount: total, growth: growth)))
        }
    }
}
