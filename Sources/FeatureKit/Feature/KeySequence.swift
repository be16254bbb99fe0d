import Synchronization

/// Names what comes and goes in an instance — presentations, features on a stack — so that no name is ever used twice.
public final class KeySequence: Sendable {
    private let count = Atomic(0)

    /// Begins at 1.
    public init() {}

    /// The next key, such as `k1`.
    public func next(_ prefix: String) -> String {
        "\(prefix)\(count.add(1, ordering: .relaxed).newValue)"
    }
}
