import FHEventLoop
import FHJSON
import FHJSONRPC

/// The connection to a plugin.
///
/// It is the plugin's process, or a replay of the process.
///
/// Belongs to the core thread.
package protocol PluginPeer: AnyObject {
    /// The id of the process.
    var id: Int { get }
    /// True if reading is paused, because a slow client does not read the resulting updates.
    var isHeld: Bool { get set }

    /// True if the plugin has written more output than the host has handled so far.
    var isBehind: Bool { get }

    /// Sends a message.
    func say(_ body: (MessageEncoder, inout JSONWriter) -> Void)

    /// Handles messages that were parsed on another thread.
    func resume()

    /// Ends the process and its children.
    func stop()

    /// Sends `shutdown` and `exit` to the plugin, and stops watching it.
    ///
    /// - Returns: the process, whose exit the caller can wait for; nil in a replay.
    func leave() -> ChildProcess?
}
