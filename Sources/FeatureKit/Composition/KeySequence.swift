import Synchronization

/// Names what comes and goes in an instance — presentations, features on a stack — so that no name is ever used twice.
public final class KeySequence: Sendable {
    /// How deep features may be presented and pushed in each other: an action passes through all that are above it.
    public static let deepestLevel = 100

    private final class Counts: Sendable {
        let keys = Atomic(0)
        let blocks = Atomic(0)
    }

    private let counts: Counts
    /// How many features the one that it names something for stands in.
    public let level: Int

    /// Begins at 1.
    public convenience init() {
        self.init(Counts(), level: 0)
    }

    private init(_ counts: Counts, level: Int) {
        self.counts = counts
        self.level = level
    }

    /// The next key, such as `k1`.
    public func next(_ prefix: String) -> String {
        "\(prefix)\(counts.keys.add(1, ordering: .relaxed).newValue)"
    }

    /// Whether anything was ever named.
    var hasBegun: Bool { counts.keys.load(ordering: .relaxed) > 0 }

    /// Numbers what is blocked, so that the newest is known.
    func nextBlock() -> Int { counts.blocks.add(1, ordering: .relaxed).newValue }

    /// How often something was blocked.
    var blockCount: Int { counts.blocks.load(ordering: .relaxed) }

    /// The same sequence for a feature that is presented or pushed.
    ///
    /// - Throws: `tooDeep`, for the one that would be too many.
    func below() throws(ActionRefusal) -> KeySequence {
        guard level < Self.deepestLevel else { throw .unavailable("tooDeep") }
        return KeySequence(counts, level: level + 1)
    }
}
