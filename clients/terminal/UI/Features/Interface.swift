public import FHTerminalClient
public import FHTerminalScreen

/// The state that the parts of the screen share: the host, the memory of the interface, and the popups.
public final class Interface {
    /// The session with the host.
    public let session: Session
    /// The state that the interface keeps from frame to frame.
    public let memory = Memory()
    /// The menus and other popups over the features, the lowest first.
    public private(set) var popups: [any Popup] = []
    /// The styles of the parts of the screen, as of the last frame.
    public var theme = Theme()
    /// The keys of the actions.
    public internal(set) var keymap = Keymap()
    /// The functions of the terminal.
    public var terminal = TerminalFunctions()
    /// Called after a change that has to be drawn without waiting for a message of the host.
    public var needsFrame: () -> Void = {}
    /// Moves the focus by a number of targets, as the tab key does.
    public internal(set) var moveFocus: (Int) -> Void = { _ in }
    /// Returns the time in milliseconds; tests replace it.
    public var now: () -> Int = { 0 }
    /// True if spinners move.
    ///
    /// Recordings and tests set it to false, because their frames must not depend on the time.
    public var isAnimated = true
    /// True if a list always keeps a row active, as in a dialog, in which the user has to choose one.
    public var keepsRowActive = false
    /// The time in milliseconds at which the next frame is drawn if no message of the host arrives; nil for none.
    var wakeTime: Int?

    /// Creates an interface to a host.
    public init(_ session: Session) { self.session = session }

    /// Shows a message in the line above the keys.
    public func say(_ message: String) { session.say(message) }

    /// Puts a text on the clipboard, and shows a notice.
    ///
    /// - Parameter name: the description of the text, such as `3 titles`.
    func copy(_ text: String, _ name: String) {
        say(terminal.copy(text) ? "Copied \(name)." : "This terminal has no clipboard that a program can set.")
    }

    /// Draws the screen again at a time in milliseconds, even if no message of the host arrives until then.
    ///
    /// The next frame forgets the time, so a view sets it in each frame.
    public func wake(at time: Int) { wakeTime = min(wakeTime ?? time, time) }

    /// Opens a popup over everything that is shown.
    public func open(_ popup: any Popup) {
        popups.append(popup)
        needsFrame()
    }

    /// Closes a popup, and the popups over it.
    public func close(_ popup: any Popup) {
        guard let index = popups.firstIndex(where: { $0 === popup }) else { return }
        popups.removeSubrange(index...)
        needsFrame()
    }

    /// Closes all popups, because the layers below them have changed.
    func closePopups() { popups = [] }
}

/// The functions of the terminal that the owner of an ``App`` provides.
public struct TerminalFunctions {
    /// Puts a text on the clipboard; returns false if the terminal can't.
    public var copy: (String) -> Bool = { _ in true }
    /// Lets the user change a text in an editor, and waits until the editor has ended; nil without a terminal.
    public var edit: ((String) -> EditedText)?
}

/// The outcome of an editor.
public enum EditedText: Equatable {
    /// The text that the user has saved.
    case saved(String)
    /// The reason, for users, why there is no saved text.
    case failed(String)
}

/// A menu or another part of the interface that is drawn over the features.
public protocol Popup: AnyObject {
    /// Draws the popup in the area above the line of keys, and records its targets.
    func draw(_ painter: inout Painter, in area: Rect)
    /// Called when the user presses the escape key.
    func leave()
}

extension Interface {
    /// The time in milliseconds after which running work is shown.
    ///
    /// Most work ends earlier, and a notice of it could not be read. A host reports a search as stalled after the same
    /// time.
    static let noticeDelayMs = 300
    private static let turnMs = 100
    private static let shapes: [String] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    /// Returns true if work has been running for so long that a view shows it.
    ///
    /// - Parameters:
    ///   - isRunning: true if the work is running now. A view passes it in each frame.
    ///   - id: the name of the work.
    public func isLasting(_ isRunning: Bool, _ id: String) -> Bool {
        let since = memory.object("work\u{1F}\(id)") { Remembered(Int?.none) }
        guard isRunning else {
            since.value = nil
            return false
        }
        let start = since.value ?? now()
        since.value = start
        if now() - start >= Self.noticeDelayMs { return true }
        wake(at: start + Self.noticeDelayMs)
        return false
    }

    /// The sign that turns while work runs; one column wide.
    public var spinner: String {
        guard isAnimated else { return Self.shapes[0] }
        let turn = max(0, now()) / Self.turnMs
        wake(at: (turn + 1) * Self.turnMs)
        return Self.shapes[turn % Self.shapes.count]
    }
}
