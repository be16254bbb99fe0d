public import FeatureKit

/// Whose time passes in a `TestStore`.
public enum Timers: Sendable {
    /// The test moves the clock.
    case moved
    /// Each timer fires as soon as an action is waited for and no work is on its way.
    case immediate
}

/// A clock that only a test moves.
public typealias TestClock = VirtualClock
