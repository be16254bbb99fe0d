import FHTerminalScreen
import Glibc

/// The time in milliseconds in which the rest of a key sequence follows an escape byte.
private let escapeMs = 50
/// The shortest time in milliseconds between two frames while keys, data or the search of a dialog wait.
private let longestFrameMs = 50
/// While something waits, a frame follows the last one after this many times the time that drawing took.
private let framePart = 4

/// Runs one dialog: draws it, and waits for keys, signals, deadlines and work until the dialog has a result.
final class DialogLoop<Shown: Dialog> {
    private let dialog: Shown
    private let terminal: DialogTerminal?
    private let work: (any DialogWork)?
    private let streams: DialogStreams
    private let signals: SignalPipe
    private var isStale = true
    /// True if a key has been handled since the last frame.
    private var hasNewKeys = false
    private var isResized = false
    private var drawnAt = 0
    private var drawMs = 0
    /// The time from which an incomplete key sequence is read as single keys; nil if there is none.
    private var escapeEnd: Int?

    init(_ dialog: Shown, _ terminal: DialogTerminal?, _ work: (any DialogWork)?, _ streams: DialogStreams) {
        self.dialog = dialog
        self.terminal = terminal
        self.work = work
        self.streams = streams
        let own = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]
        signals = SignalPipe(work == nil ? own : own + [SIGCHLD])
    }

    func result(_ waiting: inout [InputEvent]) -> DialogResult {
        dialog.wake(now: Clock.now())
        advanceWork(Clock.now())
        // The meaning of some keys depends on the last frame: a page key moves by the drawn rows.
        if !waiting.isEmpty { draw(Clock.now()) }
        waiting = handle(waiting)
        while dialog.result == nil { waiting = turn() }
        writeOutput()
        var result = dialog.result ?? .failed("")
        terminal?.end(result.line)
        // The line that stays on the terminal already says what the message says.
        if terminal != nil, result.line != nil, isatty(streams.error) == 1 { result.message = nil }
        signals.restore()
        return result
    }

    /// Handles events until the dialog has a result, and returns the remaining events.
    private func handle(_ events: [InputEvent]) -> [InputEvent] {
        for (index, event) in events.enumerated() {
            if dialog.result != nil { return Array(events[index...]) }
            (isStale, hasNewKeys) = (true, true)
            if event == .key(.control("z")) {
                stop(group: true)
            } else {
                dialog.handle(event)
                advanceWork(Clock.now())
            }
        }
        return []
    }

    /// Starts the commands that are due, such as those that the handled events have requested.
    ///
    /// A command that uses the terminal replaces the dialog; the function waits for the end of this command.
    private func advanceWork(_ now: Int) {
        work?.advance(now: now)
        while let command = work?.takeForeground() {
            runForeground(command)
            work?.foregroundEnded()
            work?.advance(now: Clock.now())
        }
    }

    /// Draws the dialog, waits, and handles what has happened.
    ///
    /// - Returns: the key events that remain when the dialog has a result.
    private func turn() -> [InputEvent] {
        var descriptors = [signals.descriptor] + (terminal?.keys.map { [$0] } ?? [])
        let own = descriptors.count
        descriptors += work?.descriptors ?? []
        let now = Clock.now()
        if isStale, isFrameDue(now, descriptors) { draw(now) }
        let ready = Clock.ready(descriptors, timeout)
        let later = Clock.now()
        if let deadline = dialog.deadline, later >= deadline { isStale = true }
        dialog.wake(now: later)
        if ready.contains(0) { for signal in signals.received() { handle(signal) } }
        for index in ready where index >= own {
            work?.receive(from: descriptors[index])
            isStale = true
        }
        advanceWork(later)
        writeOutput()
        return dialog.result == nil && own > 1 ? handleKeys(ready.contains(1), later) : []
    }

    /// Returns true if the next frame is drawn before other work, of which frames delay only a part.
    ///
    /// A frame follows a key at once, unless further keys wait.
    private func isFrameDue(_ now: Int, _ descriptors: [Int32]) -> Bool {
        if dialog.isFrameUrgent || now - drawnAt >= max(longestFrameMs, drawMs * framePart) { return true }
        if hasNewKeys, let keys = terminal?.keys { return Clock.ready([keys], 0).isEmpty }
        return (dialog.deadline ?? .max) > now && Clock.ready(descriptors, 0).isEmpty
    }

    private func draw(_ now: Int) {
        terminal?.draw(dialog, isResized: isResized)
        (isStale, isResized, hasNewKeys) = (false, false, false)
        drawnAt = Clock.now()
        drawMs = drawnAt - now
    }

    private var timeout: Int32 {
        let ends = [escapeEnd, dialog.deadline].compactMap { $0 }
        guard let end = ends.min() else { return -1 }
        return Int32(min(max(0, end - Clock.now()), Int(Int32.max)))
    }

    private func handleKeys(_ isReady: Bool, _ now: Int) -> [InputEvent] {
        guard let terminal else { return [] }
        var events: [InputEvent] = []
        if isReady {
            guard let next = terminal.nextEvents() else {
                dialog.cancel()
                return []
            }
            events = next
            escapeEnd = terminal.isIncomplete ? now + escapeMs : nil
        } else if let end = escapeEnd, now >= end {
            events = terminal.flush()
            escapeEnd = nil
        }
        return handle(events)
    }

    private func writeOutput() {
        guard let output = work?.takeOutput(), !output.isEmpty else { return }
        if let terminal {
            terminal.writeAbove(output)
            isStale = true
        } else {
            for (descriptor, bytes) in output { try? TerminalDevice.write(bytes, to: descriptor) }
        }
    }

    /// Runs a command that uses the terminal, and then shows the dialog again.
    private func runForeground(_ command: [String]) {
        terminal?.suspend()
        _ = try? CommandProcess.runOnTerminal(command)
        // Signals from the keyboard were meant for the command.
        for signal in signals.received() where signal.isSent && signal.number != SIGCHLD { handle(signal) }
        try? terminal?.begin()
        (isStale, isResized) = (true, true)
    }

    private func handle(_ signal: SignalPipe.Signal) {
        switch signal.number {
        case SIGWINCH: (isStale, isResized) = (true, true)
        case SIGTSTP: stop(group: false)
        case SIGCONT:
            // Other programs may have changed the modes of the terminal while this process was stopped.
            try? terminal?.begin()
            (isStale, isResized) = (true, true)
        default:
            if work?.handle(signal: signal.number, isSent: signal.isSent) == true {
                // The end of a command may change the dialog.
                isStale = true
                return
            }
            terminal?.suspend()
            signals.end(by: signal.number)
        }
    }

    private func stop(group: Bool) {
        terminal?.suspend()
        signals.stop(group: group)
        try? terminal?.begin()
        (isStale, isResized) = (true, true)
    }
}
