public import FHEventLoop
public import FHJSON
import FHTerminalClient
import FHTerminalScreen
public import FHTerminalUI

/// A program that shows features of a host on a screen.
public final class Program {
    /// The task of a program.
    public enum Task: Sendable {
        /// Shows the features of the host.
        case catalog
        /// Shows one feature at first.
        case feature(String, JSONValue?)
        /// Shows one feature as a dialog, and ends with its outcome.
        case dialog(FeatureDialog.Request)
    }

    /// The screen.
    public let app: App
    private let host: HostSession
    /// The reason why the host had ended at the last update; nil if it ran.
    private var end: String?

    /// The dialog; nil if the task is no dialog.
    public var dialog: FeatureDialog? { host.dialog }
    /// The reason, for users, why the host has refused to start the session; nil if it has not.
    public var failure: String? { host.failure }

    /// Creates the program, and connects it to its host.
    ///
    /// - Throws: ``HostFailure`` if there is no host.
    public init(_ supply: any HostSupply, on loop: PollLoop, _ task: Task) throws(HostFailure) {
        host = try HostSession(supply, on: loop)
        app = App(host.session, size: Size(80, 24)) { Canvas($0) }
        // In a dialog over a list, the user has to choose a row.
        if case .dialog = task { app.interface.keepsRowActive = true }
        host.begin(task, in: app)
    }

    /// Sets the keys of the actions, and shows a notice if there is one.
    public func configure(_ configuration: UIConfiguration, notice: String?) {
        app.keymap = configuration.keymap
        if let notice { app.interface.say(notice) }
    }

    /// The status with which the program ends; nil while it runs.
    public var exitStatus: Int32? { host.exitStatus(app.exitStatus) }

    /// True if there is something to show.
    ///
    /// Before a dialog has begun, and after its end, there is nothing.
    var canBeShown: Bool { dialog?.isShown != false }

    /// Handles the messages of the host that have arrived.
    ///
    /// - Returns: true if the frame has to be drawn.
    func update() -> Bool {
        var isOutdated = app.update()
        if app.interface.session.end != end {
            end = app.interface.session.end
            app.interface.needsFrame()
            isOutdated = true
        }
        return isOutdated
    }

    /// Ends the session with the host.
    ///
    /// - Parameter closed: called once when the host needs this process no longer.
    func close(_ closed: @escaping () -> Void) { host.close(closed) }

    /// Releases the connections, after the loop has ended.
    func release() { host.release() }

    /// Handles an event of the terminal.
    func handle(_ event: InputEvent) {
        if let dialog, event == .key(.control("c")) { return dialog.interrupt() }
        app.handle(event)
    }
}
