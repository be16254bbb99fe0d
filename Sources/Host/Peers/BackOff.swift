import FeatureKit

/// The exponential back-off of restarts, with jitter.
package struct BackOff {
    private static let firstMs = 100
    private static let longestMs = 30_000
    /// After this number of failures within this number of milliseconds, there is no automatic restart.
    private static let tooMany = (count: 5, milliseconds: 60_000)
    /// The time for which a failure counts towards the back-off.
    private static let memoryMs = 600_000

    private var failures: [Int] = []
    private var random: SplitMix64

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Records a failure.
    ///
    /// - Parameter now: the current time, in milliseconds.
    /// - Returns: the delay in milliseconds, varied at random by up to a quarter; nil after too many failures.
    package mutating func delay(afterFailureAt now: Int) -> Int? {
        failures.removeAll { now - $0 > Self.memoryMs }
        failures.append(now)
        if failures.count(where: { now - $0 < Self.tooMany.milliseconds }) >= Self.tooMany.count { return nil }
        return Int.random(in: usual * 3 / 4...usual * 5 / 4, using: &random)
    }

    /// The remaining wait after the last failure, in milliseconds; 0 if it is over.
    ///
    /// After too many failures, a request restarts the plugin only when this time is over. Without this wait, lists
    /// that reload automatically would restart the plugin again and again.
    package func rest(at now: Int) -> Int {
        guard let last = failures.last else { return 0 }
        return max(0, last + usual - now)
    }

    private var usual: Int { min(Self.firstMs << min(failures.count - 1, 16), Self.longestMs) }
}
