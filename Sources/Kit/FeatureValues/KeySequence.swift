import Synchronization

/// A generator of keys for the presentations of one instance and for the features on its stacks.
///
/// No key is generated twice. The features of the instance share the counters, and each feature has its own level.
public final class KeySequence: Sendable {
    /// The maximum nesting depth of presented and pushed features.
    ///
    /// The depth is limited because an action passes through all features that enclose its receiver.
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

    /// Returns the next key, such as `k1` for the prefix `k`.
    public func next(_ prefix: String) -> String {
        "\(prefix)\(counts.keys.add(1, ordering: .relaxed).newValue)"
    }

    /// True if a key was ever made.
    package var hasBegun: Bool { counts.keys.load(ordering: .relaxed) > 0 }

    /// Returns the sequence number of an action that becomes blocked now; it is higher than all earlier numbers.
    ///
    /// A blocked action waits for the user's confirmation, because it would lose unsaved changes.
    package func nextBlock() -> Int { counts.blocks.add(1, ordering: .relaxed).newValue }

    /// The number of actions blocked so far.
    package var blockCount: Int { counts.blocks.load(ordering: .relaxed) }

    /// Returns a generator with the same counters, one level deeper, for a presented or pushed feature.
    ///
    /// - Throws: `unavailable` with the reason `tooDeep` if this generator is at ``deepestLevel``.
    package func below() throws(ActionRefusal) -> KeySequence {
        guard level < Self.deepestLevel else { throw .unavailable("tooDeep") }
        return KeySequence(counts, level: level + 1)
    }
}
