/// The condition for a host to end.
public enum Lifetime: String, Sendable {
    /// Ends with its last session. This is for a host that a client has spawned.
    case sessions
    /// Ends after the last session and the last kept instance. This is for a host that a client has started for all
    /// clients.
    case use
    /// Ends only on a signal.
    case signal
}
