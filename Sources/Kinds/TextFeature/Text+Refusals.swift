import FHJSON
import FHKindParts
import FHPatterns
import FeatureKit

/// The actions that a text refuses, with the reasons.
extension Text {
    /// The actions that are refused regardless of their params.
    public func unavailable(in state: TextState) -> [Unavailable] {
        state.count == 0 ? ["goTo", "copy", "acceptSpan"].map { Unavailable($0, "noLines") } : []
    }

    /// Returns the message for an action that is unavailable regardless of its params; nil if the reason has none.
    public func explanation(of refused: Unavailable, in state: TextState) -> String? {
        refused.reason == "noLines" ? "the text has no lines, or none is loaded yet" : nil
    }

    /// Returns the refusal of an action because of its params; nil if the params are accepted.
    public func refusal(of action: Action, in state: TextState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        switch action {
        case .find(let text, let regex, _): return refusal(ofFinding: text, isRegex: regex, in: state)
        case .goTo(let line, let steps, let place):
            let given = [line != nil, steps != nil, place != nil].filter { $0 }.count
            if given != 1 {
                return .invalidParams([.init(path: "", code: "invalid", message: "give exactly one of line, by and to")]
                )
            }
            if let line { return refusal(ofLine: line, "line", in: state) }
            return place.flatMap { refusal(ofPlace: $0, in: state) }
        case .copy(let from, let to):
            if from == nil, to != nil {
                return .invalidParams([
                    .init(path: "/from", code: "required", message: "is missing, although there is to")
                ])
            }
            if let refusal = from.flatMap({ refusal(ofLine: $0, "from", in: state) }) { return refusal }
            guard let from, let to else { return nil }
            let most = Self.mostCopied
            if to < from || to - from >= most {
                return .invalidParams([
                    .init(path: "/to", code: "invalid", message: "must be a line from \(from) to \(from + most - 1)")
                ])
            }
            return nil
        case .acceptSpan(let line, let start):
            if line == nil, start != nil {
                return .invalidParams([
                    .init(path: "/line", code: "required", message: "is missing, although there is start")
                ])
            }
            if let refusal = line.flatMap({ refusal(ofLine: $0, "line", in: state) }) { return refusal }
            if span(line, start, in: state) != nil { return nil }
            let place = line ?? state.position.active + 1
            let detail =
                "line \(place) has no link, place in a file or hunk\(start.map { " at \($0)" } ?? ""), or is not loaded"
            return .unavailable("noSpan", detail: detail)
        case .refresh, .setWindow, .setWrap: return nil
        }
    }

    private func refusal(ofFinding text: String?, isRegex: Bool?, in state: TextState) -> ActionRefusal? {
        guard let text else {
            if isRegex != nil {
                return .invalidParams([
                    .init(path: "/regex", code: "invalid", message: "is for a text, which is missing")
                ])
            }
            return state.find == nil
                ? .unavailable("nothingToFind", detail: "nothing was searched for; send find with a text") : nil
        }
        if text.utf8.count > Self.longestNeedle {
            return .invalidParams([
                .init(path: "/text", code: "invalid", message: "must have at most \(Self.longestNeedle) bytes")
            ])
        }
        guard isRegex == true, !text.isEmpty else { return nil }
        do throws(PatternError) {
            _ = try Finder(pattern: text)
            return nil
        } catch {
            let message = "is no regular expression: \(error.message), at character \(error.offset)"
            return .invalidParams([.init(path: "/text", code: "invalid", message: message)])
        }
    }

    private func refusal(ofLine line: Int, _ name: String, in state: TextState) -> ActionRefusal? {
        if line < 1 {
            return .invalidParams([.init(path: "/\(name)", code: "invalid", message: "must be 1 or more, not \(line)")])
        }
        guard state.isWhole, line > state.count else { return nil }
        return .unavailable("gone", detail: "the text has \(state.count) lines, and no line \(line)")
    }

    private func refusal(ofPlace place: TextAction.Place, in state: TextState) -> ActionRefusal? {
        switch place {
        case .start, .end: return nil
        case .nextHeading, .previousHeading:
            if state.head.format.hasHeadings { return nil }
            return .unavailable(
                "noHeadings", detail: "a text in the format \(state.head.format.rawValue) has no headings")
        case .nextHunk, .previousHunk:
            if state.head.format == .diff { return nil }
            return .unavailable("noHunks", detail: "a text in the format \(state.head.format.rawValue) has no hunks")
        }
    }
}
