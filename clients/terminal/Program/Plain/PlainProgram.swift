public import FHEventLoop
import FHTerminalClient
public import FHTerminalPlain

/// A program that shows features of a host line by line.
public final class PlainProgram {
    /// The lines.
    public let lines: PlainDialog
    private let host: HostSession

    /// The dialog; nil if the task is no dialog.
    public var dialog: FeatureDialog? { host.dialog }
    /// The reason, for users, why the host has refused to start the session; nil if it has not.
    public var failure: String? { host.failure }

    /// Creates the program, and connects it to its host.
    ///
    /// - Throws: ``HostFailure`` if there is no host.
    public init(_ supply: any HostSupply, on loop: PollLoop, _ task: Program.Task) throws(HostFailure) {
        host = try HostSession(supply, on: loop)
        lines = PlainDialog(host.session)
        host.begin(task, in: lines)
        lines.isOver = { [unowned self] in exitStatus != nil }
    }

    /// The status with which the program ends; nil while it runs.
    public var exitStatus: Int32? { host.exitStatus(lines.exitStatus) }

    /// Handles the messages of the host and the lines of the user.
    func update(now: Int) {
        host.session.receive()
        dialog?.follow()
        lines.update(now: now)
    }

    /// Ends the session with the host.
    ///
    /// - Parameter closed: called once when the host needs this process no longer.
    func close(_ closed: @escaping () -> Void) { host.close(closed) }

    /// Releases the connections, after the loop has ended.
    func release() { host.release() }
}
