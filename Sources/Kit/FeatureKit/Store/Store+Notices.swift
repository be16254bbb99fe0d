import FHJSON

/// The notices of an instance.
extension Store {
    /// Makes a revision because a notice has left.
    func noteNoticeEnd() {
        if isClosed { return }
        turn { revise(Cause(action: "noticeEnded", path: [], origin: .clock)) { nil } }
    }

    /// Removes a notice and, if `undoes` is true, applies the action that undoes what the notice is about.
    ///
    /// - Throws: the refusal if there is no such notice, or if it has no undo.
    func end(
        _ id: String, undoes: Bool, named name: String, _ sender: Sender
    ) throws(ActionRefusal) {
        let known = effects.notices.entries
        guard let entry = known.first(where: { isSameText($0.id, id) }) else {
            let others = known.isEmpty ? "there is none now" : "there are \(LikelyName.list(known.map(\.id)))"
            throw .unavailable("gone", detail: "there is no notice \(LikelyName.shown(id)), or not any more; \(others)")
        }
        if undoes, entry.undo == nil {
            throw .unavailable("notUndoable", detail: "what the notice \(entry.id) is about can't be undone")
        }
        turn {
            revise(Cause(action: name, path: entry.path, origin: .front(sender))) {
                effects.removeNotice(entry.id)
                return undoes ? entry.undo.flatMap { run($0, request: revision + 1) } : nil
            }
        }
    }

    /// Writes the member `notices`, if there are any.
    func writeNotices(to json: inout JSONWriter) {
        if effects.notices.entries.isEmpty { return }
        json.key("notices")
        json.beginArray()
        for entry in effects.notices.entries {
            json.beginObject()
            json.field("id", entry.id)
            json.field("text", entry.notice.text)
            json.field("tone", entry.notice.tone.rawValue)
            if entry.undo != nil { json.field("undo", true) }
            json.endObject()
        }
        json.endArray()
    }
}
