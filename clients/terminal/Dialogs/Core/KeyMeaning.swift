import FHTerminalScreen
import FHTerminalUI

/// A movement in a list without a query, by the keys that `choose` and `table` share.
enum ListMove {
    case by(Int)
    case byPage(Int)
    case first
    case last

    /// The movement of a key; nil if the key doesn't move.
    init?(_ key: Key) {
        switch key {
        case Key(.down), .character("j"), .control("n"): self = .by(1)
        case Key(.up), .character("k"), .control("p"), .control("k"): self = .by(-1)
        case Key(.right), Key(.pageDown), .character("l"), .control("f"): self = .byPage(1)
        case Key(.left), Key(.pageUp), .character("h"), .control("b"): self = .byPage(-1)
        case Key(.home), .character("g"): self = .first
        case Key(.end), .character("G"): self = .last
        default: return nil
        }
    }
}

extension ListCursor {
    /// Moves in a list.
    ///
    /// A single step from one end of the list goes to the other end.
    mutating func move(_ move: ListMove, count: Int) {
        switch move {
        case .by(let rows): self.move(by: rows, count: count, wraps: true)
        case .byPage(let pages): self.move(byPages: pages, count: count)
        case .first: self.move(to: 0, count: count)
        case .last: self.move(to: count - 1, count: count)
        }
    }
}

extension InputEvent {
    /// True for the keys that cancel a dialog.
    var isCancel: Bool { self == .key(.control("c")) || self == .key(Key(.escape)) }
}
