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
    /// The dialog; nil if the task is no dialog.
    public let dialog: FeatureDialog?
    private let supply: any HostSupply
    private let loop: PollLoop
    private var connection: any ProgramConnection
    /// The connections to earlier hosts.
    private var former: [any ProgramConnection] = []
    /// The reason why the host had ended at the last update; nil if it ran.
    private var end: String?
    /// The reason, for users, why the host has refused to start the session; nil if it has not.
    public private(set) var failure: String?

    /// Creates the program, and connects it to its host.
    ///
    /// - Throws: ``HostFailure`` if there is no host.
    public init(_ supply: any HostSupply, on loop: PollLoop, _ task: Task) throws(HostFailure) {
        self.supply = supply
        self.loop = loop
        let connection = try supply.connect(on: loop)
        self.connection = connection
        var started: (Session.Answer) -> Void = { _ in }
        let session = Session(connection) { started($0) }
        app = App(session, size: Size(80, 24)) { Canvas($0) }
        switch task {
        case .catalog: dialog = nil
        case .feature(let feature, let params):
            dialog = nil
            app.open(feature, params)
        case .dialog(let request): dialog = FeatureDialog(request, app)
        }
        started = { [unowned self] answer in
            if case .error(let error) = answer { failure = error.text("message") }
        }
        // A dialog ends with its host; a script may start the dialog again.
        if dialog == nil { follow(session) }
    }

    /// Sets the keys of the actions, and shows a notice if there is one.
    public func configure(_ configuration: UIConfiguration, notice: String?) {
        app.keymap = configuration.keymap
        if let notice { app.interface.say(notice) }
    }

    /// Lets the user connect to another host after the end of this one, and trust the workspace.
    private func follow(_ session: Session) {
        app.reconnect = { [unowned self, unowned session] in reconnect(session) }
        guard supply.canTrust else { return }
        app.trust = { [supply, unowned session] in supply.trust(session.host.object("untrusted")) }
    }

    private func reconnect(_ session: Session) {
        do throws(HostFailure) {
            let new = try supply.connect(on: loop)
            connection.close {}
            former.append(connection)
            connection = new
            session.replace(connection: new)
        } catch {
            app.interface.say(error.lines.joined(separator: "; "))
        }
    }

    /// The status with which the program ends; nil while it runs.
    public var exitStatus: Int32? {
        if failure != nil { return FeatureDialog.failed }
        guard let dialog else { return app.exitStatus }
        // A dialog that the user quits has no outcome, so the program must not end with status 0.
        return dialog.status ?? app.exitStatus.map { $0 == 0 ? FeatureDialog.failed : $0 }
    }

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
    func close(_ closed: @escaping () -> Void) {
        // Without this message, the host would wait for the outcome of the dialog.
        if let message = dialog?.cancellation { connection.send(message) }
        connection.close(closed)
    }

    /// Releases the connections, after the loop has ended.
    func release() { for connection in former + [connection] { connection.release() } }

    /// Handles an event of the terminal.
    func handle(_ event: InputEvent) {
        if let dialog, event == .key(.control("c")) { return dialog.interrupt() }
        app.handle(event)
    }
}
