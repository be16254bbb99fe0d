import FHJSON
import FHKindParts
import FHPatterns
import FHRowCollections
import FeatureKit

/// A request for lines to search.
public struct SearchTicket: Sendable, Equatable {
    let number: Int
    let generation: Int
    let offset: Int
}

/// The result of searching lines.
public struct SearchedLines: Sendable, Equatable {
    /// The numbers of the lines that match.
    let matches: [UInt32]
    let count: Int
    let page: Page
}

/// The ranges in loaded lines that match.
public struct MarkedLines: Sendable, Equatable {
    /// The number of the search.
    let number: Int
    /// The place of the first line.
    let first: Int
    let ranges: [[Range<Int>]]
}

/// Finding.
///
/// All lines are searched outside the core thread, a few thousand at a time, from the active line to the end and then
/// from the start to the active line. A match is a line.
extension Text {
    /// The longest text or expression, in bytes.
    static let longestNeedle = 4_096

    func find(
        _ text: String?, isRegex: Bool, _ direction: TextAction.Direction, _ state: inout TextState
    ) -> Effect<Action> {
        guard let text else {
            state.find?.step = FindState.Step(direction: direction)
            return takeStep(&state)
        }
        state.faults.removeAll(of: "find")
        if text.isEmpty {
            state.find = nil
            for place in state.segment.lines.indices { state.segment.lines[place].matches = [] }
            return .merge(.cancel("find"), .cancel("mark"))
        }
        guard let finder = isRegex ? try? Finder(pattern: text) : Finder(text: text) else { return .none }
        state.searchCount += 1
        let number = state.searchCount
        let origin =
            state.loading.order.isSequential || state.head.format.needsWholeText
            ? 0 : min(state.position.active, state.count)
        var find = FindState(text, isRegex: isRegex, finder, number: number, from: origin)
        find.step = FindState.Step(direction: direction, includesActive: direction == .next)
        state.find = find
        return .merge(search(&state), mark(state))
    }

    /// Searches all lines again, after they were loaded again.
    func searchAgain(_ state: inout TextState) -> Effect<Action> {
        guard let find = state.find else { return .none }
        state.find?.restart(at: find.origin > state.count ? 0 : find.origin)
        return search(&state)
    }

    /// Searches the lines that were added since the search was done.
    func searchFurther(_ state: inout TextState) -> Effect<Action> {
        guard let find = state.find, find.status == .done, find.end < state.count else { return .none }
        state.find?.status = .searching
        return search(&state)
    }

    private func search(_ state: inout TextState) -> Effect<Action> {
        guard let find = state.find else { return .none }
        // The lines from the origin on are searched first.
        let isHead = isTailDone(find, state)
        let offset = isHead ? find.headEnd : find.end
        var start = FetchRequest.Start.offset(offset)
        if case .cursor(let cursor) = find.next { start = .cursor(cursor) }
        let ticket = SearchTicket(number: find.number, generation: state.loading.generation, offset: offset)
        let limit = isHead ? min(configuration.searchChunk, max(1, find.origin - offset)) : configuration.searchChunk
        let request = FetchRequest(start: start, limit: limit, wait: .rows)
        let (key, format, finder) = (configuration.key, state.head.format, find.finder)
        return Effect.ask("find", name: "find", configuration.source.fetch(request)) { page in
            var matches: [UInt32] = []
            for (index, row) in page.rows.enumerated() {
                if index.isMultiple(of: 64) { try Task.checkCancellation() }
                let text = LineScanner.shownText(row.lineText(key), format)
                if finder.matches(text) { matches.append(UInt32(clamping: offset + index)) }
            }
            let result = SearchedLines(matches: matches, count: page.rows.count, page: page.withoutRows)
            return .searched(ticket, .success(result))
        } failed: { failure in
            .searched(ticket, .failure(failure))
        }
        .cancellable("find", cancelInFlight: true)
    }

    /// True if the lines from the origin on were searched, as far as they are known.
    private func isTailDone(_ find: FindState, _ state: TextState) -> Bool {
        (state.isWhole || state.loading.production.growth != nil) && find.end >= state.count
    }

    func searched(
        _ ticket: SearchTicket, _ result: Result<SearchedLines, Failure>, _ state: inout TextState
    ) -> Effect<Action> {
        guard var find = state.find, find.number == ticket.number, ticket.generation == state.loading.generation else {
            return .none
        }
        switch result {
        case .failure(let failure):
            state.find?.status = .failed
            state.find?.step = nil
            state.faults.add(failure, display: .banner, operation: "find")
            return .none
        case .success(let searched):
            find.add(searched.matches, from: ticket.offset, count: searched.count)
            find.next = searched.page.endReached ? nil : searched.page.nextCursor.map { .cursor($0) }
            let isEnd = searched.page.endReached || searched.count == 0
            if ticket.offset >= find.origin, isEnd || isTailDone(find, state) {
                find.next = nil
                find.status = find.isHeadDone ? .done : .searching
            } else if ticket.offset < find.origin, find.isHeadDone || isEnd {
                find.status = .done
            }
            state.find = find
            let step = takeStep(&state)
            if find.status == .done { return step }
            return .merge(step, isEnd && ticket.offset >= find.origin ? searchHead(&state) : search(&state))
        }
    }

    /// Goes on with the lines before the origin, because there are no more behind it.
    private func searchHead(_ state: inout TextState) -> Effect<Action> {
        if let find = state.find, !state.isWhole, state.loading.production.growth == nil {
            state.count = max(state.count, find.end)
            state.isWhole = true
        }
        return search(&state)
    }

    // MARK: Marking

    /// Finds the matches in the loaded lines, which were loaded before the search began.
    func mark(_ state: TextState) -> Effect<Action> {
        guard let find = state.find else { return .none }
        let segment = state.segment
        return .task("mark", name: "mark") {
            var ranges: [[Range<Int>]] = []
            for (index, line) in segment.lines.enumerated() {
                if index.isMultiple(of: 64) { try Task.checkCancellation() }
                ranges.append(find.finder.ranges(in: line.text))
            }
            return .marked(MarkedLines(number: find.number, first: segment.first, ranges: ranges))
        } failed: { _ in
            .marked(MarkedLines(number: find.number, first: segment.first, ranges: []))
        }
        .cancellable("mark", cancelInFlight: true)
    }

    func marked(_ marked: MarkedLines, _ state: inout TextState) -> Effect<Action> {
        guard marked.number == state.find?.number else { return .none }
        for (index, ranges) in marked.ranges.enumerated() {
            let place = marked.first + index - state.segment.first
            guard state.segment.lines.indices.contains(place) else { continue }
            state.segment.lines[place].matches = ranges
        }
        return .none
    }

    /// Moves to the match for which a step waits, if the match is known.
    private func takeStep(_ state: inout TextState) -> Effect<Action> {
        guard let find = state.find, let step = find.step else { return .none }
        guard let match = find.match(from: state.position.active, step) else {
            if find.status != .searching { state.find?.step = nil }
            return .none
        }
        state.find?.step = nil
        state.activate(match, .middle, follows: configuration.follows)
        return loadNearWindow(&state)
    }
}
