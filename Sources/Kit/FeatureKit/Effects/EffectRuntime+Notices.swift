import FHJSON

extension Effect {
    /// Shows a notice in the snapshots of the instance, from the revision of the action whose reducer returns it.
    ///
    /// The notice outlives its feature, but not its undo.
    ///
    /// - Parameters:
    ///   - notice: the message.
    ///   - undo: the action that is applied if a client undoes what the notice is about; nil if that is not possible.
    public static func notice(_ notice: Notice, undo: Action? = nil) -> Effect { Effect(.notice(notice, undo: undo)) }
}

/// The notices of a store, which leave by its clock.
struct Notices<Action> {
    /// A notice that is shown.
    struct Entry {
        let id: String
        let notice: Notice
        /// The path of the feature that has shown it.
        let path: [String]
        let timer: TimerID
        /// The action that undoes what the notice is about; nil if that is not possible.
        var undo: Action?
    }

    /// The maximum number of notices; a further one replaces the oldest.
    static var most: Int { 10 }
    /// The time in milliseconds after which a notice leaves.
    static var shownMs: Int { 6_000 }
    /// The time in milliseconds after which a notice with an undo leaves, because the user has to decide.
    static var undoableMs: Int { 10_000 }

    /// The shown notices, oldest first.
    var entries: [Entry] = []
    /// The number of notices so far.
    var count = 0
}

extension EffectRuntime {
    func add(_ notice: Notice, undo: Action?, _ context: Context) {
        notices.count += 1
        let id = "n\(notices.count)"
        let time = undo == nil ? Notices<Action>.shownMs : Notices<Action>.undoableMs
        let timer = environment.clock.schedule(after: time) { [weak self] in
            guard let self, removeNotice(id) != nil else { return }
            handlers.noticeEnded()
        }
        notices.entries.append(.init(id: id, notice: notice, path: context.path, timer: timer, undo: undo))
        if notices.entries.count > Notices<Action>.most { removeNotice(notices.entries[0].id) }
    }

    /// Removes a notice; returns nil if there is none with this id.
    @discardableResult
    func removeNotice(_ id: String) -> Notices<Action>.Entry? {
        guard let index = notices.entries.firstIndex(where: { isSameText($0.id, id) }) else { return nil }
        let entry = notices.entries.remove(at: index)
        environment.clock.cancel(entry.timer)
        return entry
    }

    /// Removes the undo of the notices of removed features.
    func forgetUndo(in removed: Subtrees) {
        for index in notices.entries.indices where removed.contains(notices.entries[index].path) {
            notices.entries[index].undo = nil
        }
    }

    /// Removes all notices.
    func removeNotices() {
        for entry in notices.entries { environment.clock.cancel(entry.timer) }
        notices.entries = []
    }
}
