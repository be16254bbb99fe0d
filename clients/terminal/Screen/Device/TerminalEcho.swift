import Glibc

/// The echo of a terminal that delivers whole lines: it is off while the user types a secret.
public final class TerminalEcho {
    private let descriptor: Int32
    private var found: termios?

    /// Uses the terminal of a descriptor, which stays open; nil if the descriptor is no terminal.
    public init?(_ descriptor: Int32) {
        guard isatty(descriptor) == 1 else { return nil }
        self.descriptor = descriptor
    }

    deinit { turnOn() }

    /// True if the terminal shows what the user types, unless another program has changed that.
    public var isOn: Bool { found == nil }

    /// Turns the echo off.
    public func turnOff() {
        var modes = termios()
        guard found == nil, tcgetattr(descriptor, &modes) == 0 else { return }
        let before = modes
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        // TCSAFLUSH would drop the lines that were typed in advance.
        if tcsetattr(descriptor, TCSANOW, &modes) == 0 { found = before }
    }

    /// Restores the modes from before ``turnOff()``.
    public func turnOn() {
        guard var modes = found else { return }
        found = nil
        tcsetattr(descriptor, TCSADRAIN, &modes)
    }
}
