import FHTerminalScreen

/// Typed keys, in order, that wait for the effects of the keys before them.
///
/// A key that neither types nor moves is a command: it acts on what is shown, and may open something. So it waits until
/// all earlier requests are answered and drawn, and later keys wait for the answer to the command in the same way.
/// Therefore keys that arrive at once have the same effects as keys that are typed a second apart.
struct KeyQueue {
    /// The time in milliseconds for which keys wait for an answer.
    ///
    /// A host answers at once, but the machine may be busy.
    static let timeoutMs = 5_000

    private var events: [InputEvent] = []
    /// The time since which the first event waits; nil if it does not wait.
    private var waitsSince: Int?
    private var isBehindCommand = false
    /// True if the user's last operation was a command, such as the start of the program or a press of a button.
    var isCommanded = true

    /// True if all events are handled.
    var isEmpty: Bool { events.isEmpty }

    mutating func append(_ event: InputEvent) { events.append(event) }

    mutating func clear() {
        events = []
        waitsSince = nil
        isBehindCommand = false
    }

    /// Removes and returns the next event; nil if there is none, or if it has to wait.
    ///
    /// - Parameters:
    ///   - isWaiting: true if a request is unanswered.
    ///   - isCommand: returns true if an event is a command.
    mutating func next(isWaiting: Bool, now: Int, isCommand: (InputEvent) -> Bool) -> InputEvent? {
        guard let first = events.first else { return nil }
        let isCommandNow = isCommand(first)
        if isWaiting, isBehindCommand || isCommandNow {
            let since = waitsSince ?? now
            waitsSince = since
            if now - since < Self.timeoutMs { return nil }
            // The keys were typed for the screen after the command's answer, which has not arrived. The current screen
            // must not receive them.
            if isBehindCommand {
                clear()
                return nil
            }
        }
        waitsSince = nil
        isBehindCommand = isCommandNow
        isCommanded = isCommandNow
        return events.removeFirst()
    }

    /// The time at which a waiting event stops waiting; nil if none waits.
    var deadline: Int? { waitsSince.map { $0 + Self.timeoutMs } }
}

/// Refuses keys after the screen has changed by itself, until the user has paused.
///
/// Until then the keys may have been typed for the earlier screen. Each refused key starts the pause again, because it
/// shows that the user has not looked yet.
struct ChangeGuard {
    /// The length of the pause in milliseconds.
    var pauseMs = 500
    private var since: Int?

    /// Starts the pause, because the screen has changed by itself.
    mutating func begin(now: Int) { since = now }

    /// Returns true if a key that is typed now is refused.
    mutating func refuses(now: Int) -> Bool {
        guard let since, now - since < pauseMs else {
            since = nil
            return false
        }
        self.since = now
        return true
    }
}
