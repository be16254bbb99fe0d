/// Listens to a source, and turns its notices into one reload, soon.
///
/// A feature keeps in its state whether a reload is due, which is all that there is to remember.
public struct ChangeWatch<Action: Sendable>: Sendable {
    private let reload: Action
    private let quietMs: Int

    /// How many times the quiet is waited for, while notices keep coming, before the rows are loaded anyway.
    private static var longestQuiets: Int { 10 }

    /// Watches for a feature that loads anew with an action.
    ///
    /// - Parameters:
    ///   - reload: the action that loads anew.
    ///   - quietMs: how long no further notice must come before that, in milliseconds.
    public init(reload: Action, quietMs: Int) {
        self.reload = reload
        self.quietMs = quietMs
    }

    /// Listens, if the source tells of changes, as long as the lifetime task of the feature lives.
    public func listen(
        to source: any DataSource, _ notice: @escaping @Sendable (SourceChange) -> Action
    ) -> Effect<Action> {
        guard let feed = source.changes else { return .none }
        return .subscription("changes") { send in feed.listen { send(notice($0)) } }
    }

    /// Reloads when no notice has come for a while, or when that has been waited for too long.
    ///
    /// What was changed meanwhile is read by that reload; a notice that comes later leads to another.
    /// - Parameter isDue: whether the reload of an earlier notice is still to come; true from now on.
    public func note(isDue: inout Bool) -> Effect<Action> {
        let soon = Effect.send(reload).debounce("reload", milliseconds: quietMs)
        if isDue { return soon }
        isDue = true
        let latest = Effect.send(reload)
            .delay(milliseconds: quietMs * Self.longestQuiets).cancellable("latestReload")
        return .merge(soon, latest)
    }

    /// Forgets the reload that is due: a load that begins now reads what the notices were about.
    public func forget(isDue: inout Bool) -> Effect<Action> {
        guard isDue else { return .none }
        isDue = false
        return .merge(.cancel("reload"), .cancel("latestReload"))
    }
}
