import FHEventLoop
import FHTerminalScreen

/// Delays the first frame until the terminal and the host have answered, or until a time has passed.
///
/// The terminal reports its background, and the host its features. So the first frame has the right colours and
/// content.
final class FirstFrameDelay {
    /// The longest delay in milliseconds.
    private static let longestMs = 100

    private var isTerminalKnown: Bool
    private var timer: TimerToken?
    /// True if the first frame can be drawn.
    private(set) var isOver = false

    /// - Parameter asksTerminal: true if the background and then the cursor were requested from the terminal.
    init(on loop: PollLoop, asksTerminal: Bool) {
        isTerminalKnown = !asksTerminal
        timer = loop.schedule(afterMilliseconds: Self.longestMs) { [unowned self] in isOver = true }
    }

    /// Records the report of the cursor.
    ///
    /// It is the last answer of the terminal: terminals answer in order, and every terminal reports its cursor.
    func recordCursor() { isTerminalKnown = true }

    /// Ends the delay if the terminal and the host have answered.
    ///
    /// - Parameter isHostKnown: true if the host has answered all requests.
    func end(isHostKnown: Bool) {
        guard !isOver, isTerminalKnown, isHostKnown else { return }
        timer?.cancel()
        isOver = true
    }
}
