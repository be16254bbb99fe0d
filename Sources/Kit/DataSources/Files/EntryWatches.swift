import Synchronization
public import SystemPackage

/// The watches of a file that may be a symbolic link.
///
/// There is one watch for each entry, such as the link and its target.
///
/// All members may be used from any thread.
public final class EntryWatches: Sendable {
    private struct State: Sendable {
        var watches: [FilePath: EntryWatch] = [:]
        /// The system limit that prevents a watch; nil if there is none.
        var limit: String?
    }

    private let state = Mutex(State())

    /// Makes an empty set of watches.
    public init() {}

    /// Watches entries, except the entries that the system can't watch at present.
    ///
    /// - Parameters:
    ///   - places: The entries. Existing watches of these entries are kept.
    ///   - keepsOthers: True to keep the watches of other entries.
    ///   - watch: Starts the watch of an entry.
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

    /// Returns the system limit that prevents a watch, after trying again to start the watch.
    ///
    /// - Parameter again: Called if there is a limit. It calls `keep(_:keepsOthers:_:)` again.
    /// - Returns: The limit; nil if no limit prevents a watch.
    public func limit(tryingAgain again: () -> Void) -> String? {
        if state.withLock({ $0.limit }) == nil { return nil }
        again()
        return state.withLock { $0.limit }
    }
}
