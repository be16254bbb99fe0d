import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// A request for lines among which a heading or a hunk is looked for.
public struct SeekTicket: Sendable, Equatable {
    let generation: Int
    let mark: Line.Mark
    let isForward: Bool
    /// The places of the requested lines.
    let places: Range<Int>
}

/// The line that was found, and the number of lines that were read.
public struct SoughtLine: Sendable, Equatable {
    let place: Int?
    let count: Int
}

/// Moving the active line, and the window with it.
extension Text {
    private static let seekChunk = 10_000

    func go(line: Int?, by steps: Int?, to place: TextAction.Place?, _ state: inout TextState) -> Effect<Action> {
        state.find?.step = nil
        let follows = configuration.follows
        if let line {
            state.activate(line - 1, .middle, follows: follows)
        } else if let steps {
            let (place, isTooFar) = state.position.active.addingReportingOverflow(steps)
            state.activate(isTooFar ? (steps > 0 ? TextState.farthest : 0) : place, .nearest, follows: follows)
        } else {
            switch place {
            case .start: state.activate(0, .nearest, follows: follows)
            case .end:
                state.activate(
                    state.isWhole || state.loading.production.growth != nil ? state.count - 1 : TextState.farthest,
                    .nearest,
                    follows: follows)
            case .nextHeading: return seek(.heading, isForward: true, &state)
            case .previousHeading: return seek(.heading, isForward: false, &state)
            case .nextHunk: return seek(.hunk, isForward: true, &state)
            case .previousHunk: return seek(.hunk, isForward: false, &state)
            case nil: break
            }
        }
        // A search for a heading that is still going on would move the window away again.
        return .merge(.cancel("seek"), loadNearWindow(&state))
    }

    /// Moves to the next or the previous heading or hunk: among the loaded lines, or by reading further ones.
    private func seek(_ mark: Line.Mark, isForward: Bool, _ state: inout TextState) -> Effect<Action> {
        let lines = state.segment.lines
        let own = state.position.active - state.segment.first
        let found =
            isForward
            ? lines.indices.first { $0 > own && lines[$0].isMarked(mark) }
            : lines.indices.last { $0 < own && lines[$0].isMarked(mark) }
        // Lines between the active one and the loaded ones were not looked at.
        let isNear = isForward ? own >= -1 : own <= lines.count
        if isNear, let found {
            state.activate(state.segment.first + found, .top, follows: configuration.follows)
            return .merge(.cancel("seek"), loadNearWindow(&state))
        }
        if state.head.format.needsWholeText { return .cancel("seek") }
        let start =
            isNear
            ? (isForward
                ? max(state.segment.places.upperBound, state.position.active + 1)
                : min(state.segment.first, state.position.active))
            : isForward ? state.position.active + 1 : state.position.active
        return seek(mark, isForward: isForward, from: start, state)
    }

    private func seek(_ mark: Line.Mark, isForward: Bool, from start: Int, _ state: TextState) -> Effect<Action> {
        let places =
            isForward
            ? start..<start + Self.seekChunk : max(0, start - Self.seekChunk)..<max(0, start)
        let isBeyond = isForward && state.isWhole && start >= state.count
        if places.isEmpty || isBeyond || state.loading.order.isSequential { return .cancel("seek") }
        let ticket = SeekTicket(
            generation: state.loading.generation, mark: mark, isForward: isForward,
            places: places)
        let request = FetchRequest(start: .offset(places.lowerBound), limit: places.count, wait: .rows)
        let (key, format) = (configuration.key, state.head.format)
        return Effect.ask("seek", name: "seek", configuration.source.fetch(request)) { page in
            let rows = page.rows
            func isFound(_ place: Int) -> Bool {
                let own = LineScanner.mark(of: rows[place].lineText(key), format)
                return own.map { Line(text: "", mark: $0).isMarked(mark) } ?? false
            }
            let found = isForward ? rows.indices.first(where: isFound) : rows.indices.last(where: isFound)
            let line = SoughtLine(place: found.map { places.lowerBound + $0 }, count: rows.count)
            return .sought(ticket, .success(line))
        } failed: { failure in
            .sought(ticket, .failure(failure))
        }
        .cancellable("seek", cancelInFlight: true)
    }

    func sought(
        _ ticket: SeekTicket, _ result: Result<SoughtLine, Failure>, _ state: inout TextState
    ) -> Effect<Action> {
        guard ticket.generation == state.loading.generation else { return .none }
        switch result {
        case .failure(let failure):
            state.faults.add(failure, display: .banner, operation: "seek", retry: nil)
            return .none
        case .success(let line):
            if let place = line.place {
                state.activate(place, .top, follows: configuration.follows)
                return loadNearWindow(&state)
            }
            if line.count == 0 { return .none }
            let next = ticket.isForward ? ticket.places.lowerBound + line.count : ticket.places.lowerBound
            return seek(ticket.mark, isForward: ticket.isForward, from: next, state)
        }
    }
}

extension Line {
    /// True if the line is a heading or a hunk, as `mark` says.
    func isMarked(_ mark: Mark) -> Bool { self.mark == mark }
}
