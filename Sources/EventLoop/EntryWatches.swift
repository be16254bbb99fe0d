import Synchronization
public import SystemPackage

/// The watches of a file that may be a link: one for each entry that leads to it.
///
/// All members may be used from any thread.
public final class EntryWatches: Sendable {
    private struct State: Sendable {
        var watches: [FilePath: EntryWatch] = [:]
        /// The limit of the system for which an entry is not watched; nil where that is not the reason.
        var limit: String?
    }

    private let state = Mutex(State())

    /// Nothing is watched yet.
    public init() {}

    /// Watches entries, as far as they can be watched.
    ///
    /// - Parameters:
    ///   - places: the entries; a watch of them that is there stays.
    ///   - keepsOthers: whether watches of other entries stay.
    ///   - watch: begins to watch an entry.
    public func keep(
        _ places: Set<FilePath>, keepsOthers: Bool = false,
        _ watch: (FilePath) throws(EntryWatch.Failure) -> EntryWatch
    ) {
        state.withLock { state in
            if !keepsOthers { state.watches = state.watches.filter { places.contains($0.key) } }
            state.limit = nil
            for place in places where state.watches[place] == nil {
                do throws(EntryWatch.Failure) {
                    state.watches[place] = try watch(place)
                } catch {
                    state.limit = state.limit ?? error.limit
                }
            }
        }
    }

    /// The limit of the system for which an entry is not watched.
    ///
    /// - Parameter again: called where there is one, to watch the entries again; calls `keep(_:keepsOthers:_:)`.
    /// - Returns: nil where all is watched that can be.
    public func limit(tryingAgain again: () -> Void) -> String? {
        if state.withLock({ $0.limit }) == nil { return nil }
        again()
        return state.withLock { $0.limit }
    }
}
