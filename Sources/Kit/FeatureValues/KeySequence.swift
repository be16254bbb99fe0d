import Synchronization

/// A sequence of unique keys for presentations and stacked features of an instance; no key is ever used twice.
public final class KeySequence: Sendable {
    /// The maximum nesting depth of presented and pushed features.
    ///
    /// The depth is limited because an action passes through all features above its receiver.
    public static let deepestLevel = 100

    private final class Counts: Sendable {
        let keys = Atomic(0)
        let blocks = Atomic(0)
    }

    private let counts: Counts
    /// The nesting depth of the feature that uses these keys; 0 for the root.
    public let level: Int

    /// Makes a sequence that begins at 1.
    public convenience init() {
        self.init(Counts(), level: 0)
    }

    private init(_ counts: Counts, level: Int) {
        self.counts = counts
        self.level = level
    }

    /// Returns the next key, such as `k1`.
    public func next(_ prefix: String) -> String {
        "\(prefix)\(counts.keys.add(1, ordering: .relaxed).newValue)"
    }

    /// True if a key was ever made.
    package var hasBegun: Bool { counts.keys.load(ordering: .relaxed) > 0 }

    /// Returns a number for a newly blocked action, higher than the numbers of all earlier ones.
    package func nextBlock() -> Int { counts.blocks.add(1, ordering: .relaxed).newValue }

    /// The number of actions blocked so far.
    package var blockCount: Int { counts.blocks.load(ordering: .relaxed) }

    /// Returns the same sequence, one level deeper, for a presented or pushed feature.
    ///
    /// - Throws: `tooDeep` beyond ``deepestLevel``.
    package func below() throws(ActionRefusal) -> KeySequence {
        guard level < Self.deepestLevel else { throw .unavailable("tooDeep") }
        return KeySequence(counts, level: level + 1)
    }
}
