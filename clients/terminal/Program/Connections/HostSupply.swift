public import FHEventLoop
public import FHJSON

/// Connects a program to its host, and to another host after the first one has ended.
public protocol HostSupply: AnyObject {
    /// True if the user can trust workspaces here, because the supply starts the hosts itself.
    var canTrust: Bool { get }

    /// Connects to the host, or starts one.
    func connect(on loop: PollLoop) throws(HostFailure) -> any ProgramConnection

    /// Trusts a workspace from now on.
    ///
    /// - Parameter workspace: the member `untrusted` of the answer to `initialize`.
    /// - Returns: the reason, for users, why the trust can't be stored; nil if it is stored.
    func trust(_ workspace: JSONValue) -> String?
}

/// The reason why there is no host.
public struct HostFailure: Error {
    /// The lines of a message for users.
    public let lines: [String]
    /// The exit status of a program that has no host.
    public let status: Int32

    /// Makes a failure.
    public init(_ lines: [String], status: Int32) {
        self.lines = lines
        self.status = status
    }
}
