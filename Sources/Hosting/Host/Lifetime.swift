/// When a host has nothing left to do.
public enum Lifetime: String, Sendable {
    /// With its last session: a front end has spawned it.
    case sessions
    /// With its last session and the last instance that is kept: whoever needed a host has started it for all.
    case use
    /// When it is told so, and not before.
    case signal
}
