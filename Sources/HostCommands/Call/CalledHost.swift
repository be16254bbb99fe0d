import EventLoop

/// The host that a call is made to, as a front end of it has it.
///
/// Belongs to the thread of its loop.
protocol CalledHost: AnyObject {
    var loop: PollLoop { get }
    /// Sends a line, its end included.
    func send(_ line: String)
    /// Says that no more will be sent; the loop stops when the host has said all that it had to say.
    func endInput()
    /// Takes the whole lines that have come since the last time.
    func receive() -> [Substring]
    /// Leaves the host, when the loop has ended.
    ///
    /// - Returns: why the session ended before its time; nil where it did not.
    func leave() -> String?
}
