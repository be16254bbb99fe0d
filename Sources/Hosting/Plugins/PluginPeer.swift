import EventLoop
import JSON
import JSONRPC

/// What answers for a plugin: its process, or a recording of it.
///
/// Belongs to the core thread.
protocol PluginPeer: AnyObject {
    /// The id of the process.
    var id: Int { get }
    /// Whether its output is left unread, since what is said because of it is not read.
    var isHeld: Bool { get set }

    /// Whether more of it has come than was handled, again and again.
    var isBehind: Bool { get }

    /// Says something to it.
    func say(_ body: (MessageEncoder, inout JSONWriter) -> Void)

    /// Goes on with what was read elsewhere.
    func resume()

    /// Ends it with all that it started.
    func stop()

    /// Tells it to end by itself, and lets go of it.
    ///
    /// - Returns: the process, for who waits for it.
    func leave() -> ChildProcess?
}
