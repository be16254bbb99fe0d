import FHJSON
import Synchronization

/// The ids that were repeated within a run of a command, in any run so far.
final class RepeatMemory: Sendable {
    /// The ids at one time.
    struct Known: Sendable {
        fileprivate var ids: Set<ExactText> = []
        fileprivate var isAll = false

        /// True if several rows of a run may have had an id.
        func contains(_ id: String) -> Bool { isAll || ids.contains(id) }
    }

    /// The maximum number of ids; if there are more, all ids count as repeated.
    private let limit: Int
    private let state = Mutex(Known())

    init(limit: Int = 100_000) {
        self.limit = limit
    }

    /// The ids so far.
    var known: Known { state.withLock { $0 } }

    /// Adds an id that several rows of a run have.
    func add(_ id: String) {
        state.withLock { known in
            if known.isAll { return }
            known.ids.insert(id)
            if known.ids.count > limit { known = Known(isAll: true) }
        }
    }
}
