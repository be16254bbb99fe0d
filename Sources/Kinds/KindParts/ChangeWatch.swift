import FeatureKit

/// Observes a source, and debounces its notifications into one reload.
///
/// The feature's state only stores whether a reload is due.
public struct ChangeWatch<Action: Sendable>: Sendable {
    private let reload: Action
    private let quietMs: Int

    /// The maximum delay of a reload while notifications keep coming, as a multiple of the debounce.
    private static var longestQuiets: Int { 10 }

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - reload: the action that reloads the feature's rows.
    ///   - quietMs: the debounce in milliseconds.
    public init(reload: Action, quietMs: Int) {
        self.reload = reload
        self.quietMs = quietMs
    }

    /// Subscribes to the source's change notices, if the source sends any, as long as the feature exists.
    public func listen(
        to source: any DataSource, _ notice: @escaping @Sendable (SourceChange) -> Action
    ) -> Effect<Action> {
        guard let feed = source.changes else { return .none }
        return .subscription("changes") { send in feed.listen { send(notice($0)) } }
    }

    /// Schedules a reload after the debounce, or after the maximum delay.
    ///
    /// The reload reads all changes up to its start; a later notification triggers another reload.
    /// - Parameter isDue: true while a reload is scheduled; set to true.
    public func note(isDue: inout Bool) -> Effect<Action> {
        let soon = Effect.send(reload).debounce("reload", milliseconds: quietMs)
        if isDue { return soon }
        isDue = true
        let latest = Effect.send(reload)
            .delay(milliseconds: quietMs * Self.longestQuiets).cancellable("latestReload")
        return .merge(soon, latest)
    }

    /// Cancels the scheduled reload, because a load that starts now reads the changes.
    public func forget(isDue: inout Bool) -> Effect<Action> {
        guard isDue else { return .none }
        isDue = false
        return .merge(.cancel("reload"), .cancel("latestReload"))
    }
}
