import FHEventLoop
import FHJSON

/// The line about running work on standard error, which each newer line replaces.
///
/// Without a terminal nothing is shown, so that a script gets only the errors.
struct CallProgress {
    /// The maximum number of characters, so that the line fits into a usual terminal.
    private static let width = 78

    private let isShown: Bool
    private var last = ""

    /// - Parameter isShown: true if standard error is a terminal.
    init(isShown: Bool = StandardError.isTerminal) { self.isShown = isShown }

    /// Shows the oldest work of a snapshot that has a title.
    mutating func show(snapshot: JSONValue) {
        guard isShown else { return }
        show(Self.line(of: snapshot))
    }

    /// Removes the line.
    mutating func clear() { show("") }

    private mutating func show(_ line: String) {
        if line == last { return }
        last = line
        StandardError.print(status: line)
    }

    /// Returns the title, the progress and the message of the oldest work that has a title; empty without such work.
    static func line(of snapshot: JSONValue) -> String {
        let work = snapshot["effects"]?.elements.first { $0["title"] != nil && $0["background"]?.boolValue != true }
        guard let work, let title = work["title"]?.stringValue else { return "" }
        let percent = work["progress"]?.doubleValue.map { "\(Int((min(1, max(0, $0)) * 100).rounded(.down)))%" }
        let name = title.hasSuffix("…") ? title : title + "…"
        let parts = [name, percent ?? "", work["message"]?.stringValue ?? ""].filter { !$0.isEmpty }
        return String(parts.joined(separator: " ").prefix(width))
    }
}
