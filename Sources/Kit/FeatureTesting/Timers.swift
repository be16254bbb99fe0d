public import FeatureKit

/// The control of the clock in a `TestStore`.
public enum Timers: Sendable {
    /// The test advances the clock.
    case moved
    /// Each timer fires as soon as the test waits for an action and no work is in progress.
    case immediate
}

/// A clock that only a test advances.
public typealias TestClock = VirtualClock
