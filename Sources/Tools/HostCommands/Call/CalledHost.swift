import FHEventLoop

/// The connection of a call to a host.
///
/// It is used only on the thread of its loop.
protocol CalledHost: AnyObject {
    var loop: PollLoop { get }
    /// True if the host is another process.
    var isRemote: Bool { get }
    /// Sends a line, which includes its line break.
    func send(_ line: String)
    /// Ends the input. The loop stops after the last output of the host.
    func endInput()
    /// Returns the complete lines that were received since the last call.
    func receive() -> [Substring]
    /// Disconnects from the host, after the loop has ended.
    ///
    /// - Returns: the reason if the session ended early; nil otherwise.
    func leave() -> String?
}
