/// The condition for a host to end.
public enum Lifetime: String, Sendable {
    /// Ends with its last session: a client has spawned the host.
    case sessions
    /// Ends after the last session and the last kept instance, for a host that a client has started for all clients.
    case use
    /// Ends on a signal only.
    case signal
}
