import FHJSON

/// Work of the host that takes time, as the effects of a snapshot describe it.
public struct RunningWork {
    /// The id of the effect.
    public let id: String
    /// The work in words.
    public let title: String
    /// The finished part, from 0 to 1; nil if it is unknown.
    public let progress: Double?
    /// The current step; empty if there is none.
    public let message: String
    /// Ends the work; nil if users can't.
    public let cancel: (() -> Void)?

    /// The progress and the current step in words; empty if both are unknown.
    public var detail: String {
        let percent = progress.map { "\(Int(($0 * 100).rounded(.down)))%" } ?? ""
        return [percent, message].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The title without the dots that announce a question.
    public var name: String { title.hasSuffix("…") ? String(title.dropLast()) : title }
}

extension Node {
    /// The work of the instance that has a title, oldest first.
    ///
    /// Work of the features below a presented one is included, because a form may wait for the work of its presenter.
    public var runningWork: [RunningWork] {
        guard let root = session.node(snapshot.instance) else { return [] }
        return root.snapshot.json.objects("effects").compactMap { effect in
            let title = effect.text("title")
            guard !title.isEmpty, !effect.isTrue("background") else { return nil }
            let id = effect.text("id")
            let cancel = { root.send("cancelEffect", title: "Cancel", Params { $0.field("id", id) }) }
            return RunningWork(
                id: id, title: title, progress: effect["progress"]?.doubleValue.map { min(1, max(0, $0)) },
                message: effect.text("message"), cancel: effect.isTrue("cancellable") ? cancel : nil)
        }
    }
}

/// A short message about something that was done, which goes by itself.
public struct ShownNotice {
    /// The id of the notice.
    public let id: String
    /// The message.
    public let text: String
    /// The meaning: `neutral`, `success` or `warning`.
    public let tone: String
    /// Undoes what the notice is about; nil if that is not possible.
    public let undo: (() -> Void)?
}

extension Node {
    /// The notices of the instance, oldest first.
    public var notices: [ShownNotice] {
        guard let root = session.node(snapshot.instance) else { return [] }
        return root.snapshot.json.objects("notices").map { notice in
            let id = notice.text("id")
            let undo = { root.send("undoNotice", title: "Undo", Params { $0.field("id", id) }) }
            return ShownNotice(
                id: id, text: notice.text("text"), tone: notice.text("tone"), undo: notice.isTrue("undo") ? undo : nil)
        }
    }
}
