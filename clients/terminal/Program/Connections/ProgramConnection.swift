public import FHTerminalClient

/// A connection to a host that a program opens and closes.
///
/// Isolated to the thread of its loop.
public protocol ProgramConnection: HostConnection {
    /// Ends the session in an orderly way.
    ///
    /// - Parameter closed: called once when the host needs this process no longer: a host in this process first
    ///   completes its edits.
    func close(_ closed: @escaping () -> Void)

    /// Releases the connection's resources, after the loop has ended.
    func release()
}
