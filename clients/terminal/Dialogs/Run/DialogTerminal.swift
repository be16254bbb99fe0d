import FHTerminalScreen
import FHTerminalUI
import Glibc

/// The terminal in which a dialog is drawn, and from which its keys are read.
final class DialogTerminal {
    private let device: TerminalDevice
    private let screen: Screen
    private let place: Screen.Mode
    private let theme: Theme
    private let hasPastes: Bool
    /// True if keys go to the dialog, and not to a command beside it.
    private let takesKeys: Bool
    private let memory = Memory()
    private var decoder = InputDecoder()
    /// The number of unread bytes that were typed while the terminal was still in line mode.
    private var typedAhead = 0
    /// The modes of the terminal before ``hideKeys()``; nil if that has not changed them.
    private var found: termios?

    /// Opens the terminal.
    ///
    /// - Parameters:
    ///   - place: the part of the terminal to draw in.
    ///   - takesKeys: true to read keys; false to leave them to a command.
    ///   - hasAltKeys: true to read an escape byte right before a character as the alt key.
    /// - Throws: ``Failure`` if there is no terminal, or if it can't move its cursor.
    init(_ place: Screen.Mode, takesKeys: Bool, hasAltKeys: Bool = false) throws(Failure) {
        do throws(TerminalDevice.Failure) { device = try TerminalDevice() } catch { throw .noTerminal }
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        guard let capabilities = Capabilities(terminal: variable("TERM") ?? "", environment: variable) else {
            throw Failure.noPlaces
        }
        self.place = place
        self.takesKeys = takesKeys
        decoder.hasAltKeys = hasAltKeys
        theme = .dialogs(capabilities.colours)
        hasPastes = takesKeys && capabilities.isXterm
        let size = device.size
        screen = Screen(capabilities, place == .full ? size : Size(size.width, 1), mode: place)
        try begin()
    }

    /// The reason why a dialog can't use the terminal.
    enum Failure: Error {
        /// The process has no terminal.
        case noTerminal
        /// The terminal can't move its cursor.
        case noPlaces
    }

    deinit { restoreModes() }

    /// The descriptor from which keys are read; nil if they are left to a command.
    var keys: Int32? { takesKeys ? device.input : nil }

    // MARK: Begin and end

    /// Sets the modes of the terminal for the dialog.
    ///
    /// It is called at first, and after other programs had the terminal.
    func begin() throws(Failure) {
        if takesKeys {
            do throws(TerminalDevice.Failure) { try device.takeKeys() } catch { throw .noTerminal }
            var count: Int32 = 0
            if ioctl(device.input, UInt(FIONREAD), &count) == 0 { typedAhead = Int(count) }
        } else {
            hideKeys()
        }
        write(screen.begin() + (hasPastes ? TerminalRequests.beginPastes : []))
    }

    /// Restores the terminal, and removes the dialog from it.
    func suspend() {
        write(screen.end() + (hasPastes ? TerminalRequests.endPastes : []))
        restoreModes()
    }

    /// Restores the terminal, and replaces the dialog by a line that stays; nil for none.
    func end(_ line: AnswerLine?) {
        guard let line, place == .inline else { return suspend() }
        screen.forget(size: Size(device.size.width, 2))
        var painter = painter()
        painter.answer(line, in: painter.canvas.bounds)
        write(
            screen.show(painter.canvas) + screen.end(keeping: 1) + (hasPastes ? TerminalRequests.endPastes : []))
        restoreModes()
    }

    /// Stops the terminal from echoing keys.
    ///
    /// The interrupt key still ends the process.
    private func hideKeys() {
        var modes = termios()
        guard tcgetattr(device.input, &modes) == 0 else { return }
        if found == nil { found = modes }
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        tcsetattr(device.input, TCSANOW, &modes)
    }

    private func restoreModes() {
        device.restore()
        guard var modes = found else { return }
        found = nil
        tcsetattr(device.input, TCSADRAIN, &modes)
    }

    // MARK: Frames

    private func painter() -> Painter {
        Painter(screen.canvas(), theme: theme, memory: memory, focus: InputDialog.target) { _ in }
    }

    /// Draws a dialog.
    ///
    /// - Parameter isResized: true if the terminal may no longer show the last frame.
    func draw(_ dialog: some Dialog, isResized: Bool) {
        var size = device.size
        if place == .inline { size.height = min(max(1, dialog.height(width: size.width)), size.height) }
        if isResized || size != screen.size { screen.forget(size: size) }
        var painter = painter()
        dialog.draw(&painter, in: painter.canvas.bounds)
        write(screen.show(painter.canvas))
    }

    /// Writes output above the dialog.
    ///
    /// The dialog is removed; the caller has to draw it again.
    func writeAbove(_ output: [(descriptor: Int32, bytes: [UInt8])]) {
        write(screen.end())
        for (descriptor, bytes) in output { try? TerminalDevice.write(bytes, to: descriptor) }
        write(screen.begin())
    }

    /// Writes to the terminal, and ignores errors: if the terminal has gone, reading keys fails.
    private func write(_ bytes: [UInt8]) {
        if !bytes.isEmpty { try? device.write(bytes) }
    }

    // MARK: Keys

    /// True if the last bytes may be the beginning of a key sequence.
    var isIncomplete: Bool { decoder.isIncomplete }

    /// Returns the events of the next byte.
    ///
    /// Further bytes stay in the terminal, for the next program.
    ///
    /// - Returns: nil if the terminal has gone.
    func nextEvents() -> [InputEvent]? {
        guard let bytes = try? device.readNow(atMost: 1) else { return nil }
        guard var byte = bytes.first else { return [] }
        if typedAhead > 0 {
            typedAhead -= 1
            // In line mode, the terminal stores `ctrl+d`, the end of a file, as a zero byte.
            if byte == 0 { byte = 4 }
        }
        return decoder.decode([byte])
    }

    /// Returns the events of an incomplete key sequence after which no byte has arrived.
    func flush() -> [InputEvent] { decoder.flush() }
}
