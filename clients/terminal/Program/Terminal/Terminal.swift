import FHEventLoop
import FHTerminalScreen

/// The terminal on which the program runs: its modes, its capabilities and its screen.
///
/// Create it as early as possible. From then on the terminal keeps typed keys until the program reads them, and does
/// not show them by itself.
public final class Terminal {
    /// The reason why the program can't run on a terminal, for users.
    public struct Unusable: Error {
        /// The reason.
        public let reason: String
    }

    let capabilities: Capabilities
    let screen: Screen
    private let device: TerminalDevice
    /// The bytes that show the former screen after a crash.
    private let crashBytes: [UInt8]
    private let mode: Screen.Mode
    private var isShown = false { didSet { CrashGuard.isScreenShown = isShown } }
    /// The number of rows below the prompt; it is not used if the program uses the whole screen.
    var rows = 1

    /// Opens the controlling terminal of the process, even if standard input and output are redirected.
    ///
    /// - Parameter mode: the place of the frames: the whole screen, or rows below the prompt, without a mouse.
    public init(_ mode: Screen.Mode = .full) throws(Unusable) {
        self.mode = mode
        let name = OwnProcess.variable("TERM") ?? ""
        if name.isEmpty { throw Unusable(reason: "the terminal is unknown: the variable TERM is not set") }
        do throws(TerminalDevice.Failure) {
            device = try TerminalDevice()
        } catch {
            throw Unusable(reason: "there is no terminal")
        }
        guard let capabilities = Capabilities(terminal: name, environment: OwnProcess.variable) else {
            throw Unusable(reason: "nothing can be drawn on this terminal (TERM=\(name))")
        }
        self.capabilities = capabilities
        let size = device.size
        screen = Screen(capabilities, mode == .full ? size : Size(size.width, 1), mode: mode)
        crashBytes = Self.leaving(capabilities, screen.end(), mode)
        do throws(TerminalDevice.Failure) {
            try takeKeys()
        } catch {
            restore()
            throw Unusable(reason: "the terminal accepts no modes for single keys")
        }
    }

    deinit { restore() }

    /// The size of the frames now.
    var size: Size {
        var size = device.size
        if mode == .inline { size.height = min(rows, size.height) }
        return size
    }
    /// True if the frames are below the prompt.
    var isInline: Bool { mode == .inline }
    /// The descriptor to read keys from.
    var input: Int32 { device.input }
    /// The descriptor to write frames to.
    var output: Int32 { device.output }

    /// The bytes that begin the program's screen.
    func begin() -> [UInt8] {
        isShown = true
        // The position of a frame below the prompt is unknown, so a click could not be related to what is drawn.
        let mouse = isInline ? [] : TerminalRequests.beginMouse
        let reports = capabilities.isXterm ? TerminalRequests.beginPastes + mouse : []
        return screen.begin() + reports
    }

    /// The bytes that show the former screen; empty if the program's screen is not shown.
    func end() -> [UInt8] {
        guard isShown else { return [] }
        isShown = false
        return Self.leaving(capabilities, screen.end(), mode)
    }

    private static func leaving(_ capabilities: Capabilities, _ end: [UInt8], _ mode: Screen.Mode) -> [UInt8] {
        let mouse = mode == .full ? TerminalRequests.endMouse : []
        return (capabilities.isXterm ? mouse + TerminalRequests.endPastes : []) + end
    }

    /// Makes the terminal deliver keys, also after another program has changed its modes.
    func takeKeys() throws(TerminalDevice.Failure) {
        CrashGuard.install(output: device.output, crashBytes)
        try device.takeKeys()
    }

    /// Restores the modes of the terminal.
    ///
    /// A second call does nothing.
    public func restore() {
        device.restore()
        CrashGuard.remove()
    }
}
