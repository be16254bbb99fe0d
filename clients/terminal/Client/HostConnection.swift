public import FHJSON

/// A connection to a host, in the same process or by a socket.
///
/// Isolated to the thread of its loop.
public protocol HostConnection: AnyObject {
    /// Sends a message.
    func send(_ message: JSONText)

    /// Returns the messages that have arrived since the last call, in order.
    func receive() -> [JSONValue]

    /// The reason why the connection has ended; nil while it is open.
    var end: String? { get }
}
