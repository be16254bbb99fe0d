import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Loading of further lines: near the window, and of a source that is still producing them.
extension Text {
    /// Loads the lines near the window, and further lines of a source that is still producing them.
    func loadNearWindow(_ state: inout TextState) -> Effect<Action> {
        guard state.loading.isLoaded, state.loading.refresh != .loading else { return .none }
        if state.loading.order.isSequential || state.head.format.needsWholeText {
            return .merge(loadNext(&state), grow(&state))
        }
        let window = state.target
        let margin = Self.margin / 2
        let end = window.offset + min(window.limit, Window.largestLimit) + margin
        let known = 0..<(window.offset < state.count ? state.count : 0)
        let near = (max(0, window.offset - margin)..<end).clamped(to: known)
        if near.isEmpty || state.segment.places.clamped(to: near) == near { return grow(&state) }
        let places = around(state)
        let own = state.segment.places
        // Lines that follow the loaded ones are added to them, also after a page that was shorter than requested.
        let follows = own.lowerBound <= near.lowerBound && places.lowerBound <= own.upperBound
        let isAppend = follows && state.segment.scanner != nil && own.upperBound < places.upperBound
        let wanted = isAppend ? own.upperBound..<places.upperBound : places
        if state.loading.wanted == wanted { return .none }
        state.loading.window = .loading
        state.faults.removeAll(of: "window")
        return .merge(isAppend ? append(wanted, &state) : load(.jump, wanted, &state), grow(&state))
    }

    private func append(_ places: Range<Int>, _ state: inout TextState) -> Effect<Action> {
        guard let scanner = state.segment.scanner else { return .none }
        state.loading.wanted = places
        let ticket = LoadTicket(
            kind: .append, generation: state.loading.generation, start: .offset(places.lowerBound),
            offset: places.lowerBound, limit: places.count, first: places.lowerBound)
        return fetch(ticket, scanner, state, id: "load")
    }

    /// Loads the next page of a source that has to be read in order, if the window needs it.
    private func loadNext(_ state: inout TextState) -> Effect<Action> {
        guard let next = state.loading.order.next, state.loading.wanted == nil, state.loading.production.growth != .live
        else {
            return .none
        }
        let end = state.segment.places.upperBound
        let needed = state.places(of: state.position.wanted).upperBound
        let isNeeded = state.head.format.needsWholeText || state.loading.production.growth == .running || end < needed
        guard isNeeded, let scanner = state.segment.scanner else { return .none }
        let lacking = needed == .max ? Window.largestLimit : max(needed - end, Self.margin)
        let limit = state.head.format.needsWholeText ? Window.largestLimit : min(lacking, Window.largestLimit)
        state.loading.window = .loading
        state.loading.wanted = end..<end + limit
        let ticket = LoadTicket(
            kind: .append, generation: state.loading.generation, start: next, offset: end, limit: limit, first: end)
        return fetch(ticket, scanner, state, id: "load")
    }

    /// Requests lines behind the last known one, if the source is still producing them.
    private func grow(_ state: inout TextState) -> Effect<Action> {
        let isSequential = state.loading.order.isSequential || state.head.format.needsWholeText
        let production = state.loading.production
        let isDue = production.growth == .live && production.isGrowthDue
        let isGrowing = (production.growth == .running || isLengthWanted(state)) && !isSequential
        guard !production.isGrowing, isDue || isGrowing else { return .none }
        if isSequential, state.loading.wanted != nil { return .none }
        state.loading.production.isGrowing = true
        state.loading.production.isGrowthDue = false
        let scanner = state.segment.places.upperBound == state.count ? state.segment.scanner : nil
        let ticket = LoadTicket(
            kind: .grow, generation: state.loading.generation, start: .offset(state.count), offset: state.count,
            limit: Window.largestLimit, first: state.count)
        return fetch(ticket, scanner ?? LineScanner(state.head.format), state, id: "grow")
    }

    /// True if the number of all lines is unknown, and wanted: because the window is behind the known lines, or because
    /// the source has its lines at hand, as a command that has ended.
    private func isLengthWanted(_ state: TextState) -> Bool {
        guard !state.isWhole, state.loading.production.growth == nil else { return false }
        return state.loading.production.edition != nil
            || state.places(of: state.position.wanted).upperBound > state.count
    }

    /// Handles a notice of the source: further lines, or changes, after which the lines are loaded again.
    func note(_ change: SourceChange, _ state: inout TextState) -> Effect<Action> {
        if change.kind == .changed || change.kind == .due {
            state.loading.isFreshWanted = true
            return changeWatch.note(isDue: &state.loading.isReloadDue)
        }
        guard state.loading.isLoaded, state.loading.refresh != .loading else {
            state.loading.production.isGrowthDue = true
            return .none
        }
        if let edition = change.edition, let own = state.loading.production.edition, edition != own {
            return edition > own ? refresh(&state) : .none
        }
        state.loading.production.isGrowthDue = true
        if change.kind == .failed { state.loading.production.growth = .live }
        return grow(&state)
    }

    func again(_ operation: String, _ state: inout TextState) -> Effect<Action> {
        switch operation {
        case "window":
            state.loading.window = .idle
            state.faults.removeAll(of: "window")
            return loadNearWindow(&state)
        case "find":
            state.faults.removeAll(of: "find")
            return searchAgain(&state)
        default: return refresh(&state)
        }
    }
}
