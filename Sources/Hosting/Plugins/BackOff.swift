import FeatureKit

/// How long to wait before something that failed is tried again.
struct BackOff {
    private static let firstMs = 100
    private static let longestMs = 30_000
    /// With so many failures within this many milliseconds it is not tried again by itself.
    private static let tooMany = (count: 5, milliseconds: 60_000)
    /// For how long a failure makes later waits longer.
    private static let memoryMs = 600_000

    private var failures: [Int] = []
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Notes a failure.
    ///
    /// - Parameter now: the present time, in milliseconds.
    /// - Returns: the milliseconds to wait, a quarter more or less by chance; nil where it failed too often.
    mutating func delay(afterFailureAt now: Int) -> Int? {
        failures.removeAll { now - $0 > Self.memoryMs }
        failures.append(now)
        if failures.count(where: { now - $0 < Self.tooMany.milliseconds }) >= Self.tooMany.count { return nil }
        let usual = min(Self.firstMs << min(failures.count - 1, 16), Self.longestMs)
        return Int.random(in: usual * 3 / 4...usual * 5 / 4, using: &random)
    }
}
