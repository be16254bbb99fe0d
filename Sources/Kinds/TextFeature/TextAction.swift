import FHJSON
import FHRowCollections
import FeatureKit

/// The actions that a client can send to a text.
public enum TextAction: Codable, Sendable {
    /// A place to which `goTo` moves.
    public enum Place: String, Codable, Sendable, CaseIterable {
        case start, end, nextHeading, previousHeading, nextHunk, previousHunk
    }

    /// The direction of a step to another match.
    public enum Direction: String, Codable, Sendable, CaseIterable {
        case next, previous
    }

    case refresh
    case setWindow(Window)
    case find(text: String?, regex: Bool? = nil, direction: Direction? = nil)
    case goTo(line: Int?, by: Int? = nil, to: Place? = nil)
    case setWrap(wrap: Bool)
    case copy(from: Int?, to: Int? = nil)
    case acceptSpan(line: Int?, start: Int? = nil)

    static let examples: [TextAction] = [
        .refresh, .setWindow(Window(offset: 0, limit: 50)), .find(text: "milk", regex: false, direction: .next),
        .goTo(line: 12, by: 1, to: .end), .setWrap(wrap: true), .copy(from: 3, to: 7), .acceptSpan(line: 3, start: 4),
    ]

    /// Fast decoders for actions that a client sends many times a second while the user scrolls or holds down a key.
    static let shortcuts: [String: @Sendable (JSONValue) -> TextAction?] = [
        "setWindow": { Window($0).map { .setWindow($0) } },
        "goTo": { params in
            guard params.count == 1 else { return nil }
            if let line = params["line"]?.intValue { return .goTo(line: line) }
            return params["by"]?.intValue.map { .goTo(line: nil, by: $0) }
        },
    ]
}
