import FHJSON
import Synchronization

/// The ids that occurred more than once in one run of a command, for all runs so far.
final class RepeatMemory: Sendable {
    /// A copy of the ids at one time.
    struct Known: Sendable {
        fileprivate var ids: Set<ExactText> = []
        fileprivate var isAll = false

        /// True if several rows of one run have had this id, or may have had it because there are too many ids to
        /// remember.
        func contains(_ id: String) -> Bool { isAll || ids.contains(id) }
    }

    /// The maximum number of repeated ids; if there are more, every id counts as repeated.
    private let limit: Int
    private let state = Mutex(Known())

    init(limit: Int = 100_000) {
        self.limit = limit
    }

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
