/// The wire form of the model's actions, and the reasons for refusals.
extension PresentationModel {
    /// Returns the reason why an action is refused; nil if it is accepted.
    func refusal(of act: Act, in level: Level) -> String? {
        let isActive = !level.isFlow || level.status == "active"
        switch act {
        case .present(let modal, let isReplacing):
            let others = ([level.sheet].compactMap(\.self) + level.queue).map(\.modal)
            return !isReplacing && others.contains(modal) ? "alreadyPresented" : nil
        case .dismiss(let key):
            guard let sheet = level.sheet, sheet.key == key else {
                return level.queue.contains { $0.key == key } ? nil : "gone"
            }
            let isKept = sheet.modal == .fixed || sheet.modal == .unchanged && sheet.level?.unsaved != nil
            return isKept ? "notDismissible" : nil
        case .press(let key, let button):
            guard level.sheet?.key == key, level.sheet?.modal.buttons.contains(button) == true else { return "gone" }
            return button == "leave" && !isActive ? "ended" : nil
        case .confirmDiscard, .keepEditing:
            guard let blocked, blocked.level === level else { return "notBlocked" }
            if case .keepEditing = act { return nil }
            // A discarded child closes even if the user may not dismiss it.
            if case .dismiss = blocked.act { return nil }
            return refusal(of: blocked.act, in: level)
        case .note, .later, .setDirty, .submit, .discard, .expire, .reset: return nil
        case _ where !isActive: return "ended"
        case .pop(let count): return level.stack.count > max(1, count ?? 1) ? nil : "atRoot"
        case .popTo(let key): return level.stack.contains { $0.key == key } ? nil : "gone"
        default: return nil
        }
    }
}

extension PresentationModel.Act {
    /// Returns the params of the action in a level; the failure of a page has only a code.
    func params(in level: Level) -> String {
        if case .fail = self, !level.isFlow { return #"{"code":"closed"}"# }
        return wire.params
    }

    /// The name and params on the wire; for actions that no client sends, the name of the cause.
    var wire: (name: String, params: String) {
        switch self {
        case .present(let modal, let isReplacing):
            ("present", #"{"modal":"\#(modal)","policy":"\#(isReplacing ? "replace" : "queue")"}"#)
        case .dismiss(let key): ("dismiss", #"{"key":"\#(key)"}"#)
        case .press(let key, let button): ("pressButton", #"{"key":"\#(key)","buttonId":"\#(button)"}"#)
        case .note(let word): ("note", #"{"text":"\#(word)"}"#)
        case .later(let word): ("later", #"{"text":"\#(word)"}"#)
        case .setDirty(let isDirty): ("setDirty", #"{"isDirty":\#(isDirty)}"#)
        case .submit: ("submit", #"{"text":"x"}"#)
        case .push(let route): ("push", #"{"route":"\#(route)"}"#)
        case .pop(let count): ("pop", count.map { #"{"count":\#($0)}"# } ?? "{}")
        case .popTo(let key): ("popTo", #"{"key":"\#(key)"}"#)
        case .replace(let routes):
            ("replace", #"{"routes":[\#(routes.map { #"{"route":"\#($0)"}"# }.joined(separator: ","))]}"#)
        case .complete: ("complete", #"{"output":{}}"#)
        case .fail: ("fail", #"{"code":"closed","message":"no"}"#)
        case .end: ("dismiss", "{}")
        case .popTop: ("pop", "{}")
        case .giveUp: ("cancel", "{}")
        default: ("\(self)", "{}")
        }
    }
}
