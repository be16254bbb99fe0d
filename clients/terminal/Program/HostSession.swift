import FHEventLoop
import FHJSON
import FHTerminalClient

/// The session of a program with its host, and with the hosts that replace it, and the dialog that the program runs.
final class HostSession {
    /// The session.
    let session: Session
    /// The reason, for users, why the host has refused to start the session; nil if it has not.
    private(set) var failure: String?
    /// The dialog; nil if the program runs none.
    private(set) var dialog: FeatureDialog?
    private let supply: any HostSupply
    private let loop: PollLoop
    private var connection: any ProgramConnection
    /// The connections to earlier hosts.
    private var former: [any ProgramConnection] = []

    /// Connects to the host.
    ///
    /// - Throws: ``HostFailure`` if there is no host.
    init(_ supply: any HostSupply, on loop: PollLoop) throws(HostFailure) {
        self.supply = supply
        self.loop = loop
        let connection = try supply.connect(on: loop)
        self.connection = connection
        var started: (Session.Answer) -> Void = { _ in }
        let reader = Reader(OwnProcess.variable, zoneFile: realPath(of: "/etc/localtime"))
        session = Session(connection, reader: reader) { started($0) }
        started = { [unowned self] answer in
            if case .error(let error) = answer { failure = error.text("message") }
        }
    }

    /// Begins the task of the program in a user interface.
    func begin(_ task: Program.Task, in interface: any FeatureInterface) {
        switch task {
        case .catalog: break
        case .feature(let feature, let params): interface.open(feature, params)
        // A dialog ends with its host; a script may start the dialog again.
        case .dialog(let request): return dialog = FeatureDialog(request, session, interface)
        }
        follow(interface)
    }

    /// Lets the user connect to another host after the end of this one, and trust the workspace.
    private func follow(_ interface: any FeatureInterface) {
        interface.reconnect = { [unowned self] in reconnect() }
        guard supply.canTrust else { return }
        interface.trust = { [supply, unowned session] in supply.trust(session.host.object("untrusted")) }
    }

    private func reconnect() {
        do throws(HostFailure) {
            let new = try supply.connect(on: loop)
            connection.close {}
            former.append(connection)
            connection = new
            session.replace(connection: new)
        } catch {
            session.say(error.lines.joined(separator: "; "))
        }
    }

    /// Returns the status with which the program ends; nil while it runs.
    ///
    /// - Parameter interface: the status with which the user has ended the program; nil while it runs.
    func exitStatus(_ interface: Int32?) -> Int32? {
        if failure != nil { return FeatureDialog.failed }
        guard let dialog else { return interface }
        // A dialog that the user quits has no outcome, so the program must not end with status 0.
        return dialog.status ?? interface.map { $0 == 0 ? FeatureDialog.failed : $0 }
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
}
