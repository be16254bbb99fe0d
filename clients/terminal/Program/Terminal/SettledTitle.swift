import FHEventLoop
import FHTerminalScreen
import FHTerminalUI

/// Reports to tests, by the title of the terminal, that the effects of all typed keys are shown.
///
/// With the environment variable `FEATUREHOST_UI_SETTLED`, the key `ctrl+_` has no other effect than this: as soon as
/// all earlier keys have had their effects, the features have settled and the screen shows them, the title of the
/// terminal (OSC 2) becomes the number of times that the key was pressed. So a test needs no pauses. Features that take
/// longer than ``timeoutMs``, such as a search whose rows are being loaded, are not awaited.
struct SettledTitle {
    static let key = Key.control("_")
    private static let timeoutMs = 15_000

    private var pressed = 0
    /// The wait for the next title; nil if the last title is written.
    private var settling: Settling?

    /// Returns nil without the environment variable.
    init?() { if OwnProcess.variable("FEATUREHOST_UI_SETTLED") == nil { return nil } }

    /// Handles the key ``key``.
    mutating func press(_ app: App) {
        pressed += 1
        settling = Settling(app, timeoutMs: Self.timeoutMs)
    }

    /// Continues the wait after a turn whose frame was written.
    ///
    /// - Returns: the bytes of the next title; empty while something has not settled.
    mutating func goOn(_ app: App) -> [UInt8] {
        guard app.isUpToDate, settling?.goOn() == true else { return [] }
        settling = nil
        return Array("\u{1B}]2;\(pressed)\u{1B}\\".utf8)
    }
}
