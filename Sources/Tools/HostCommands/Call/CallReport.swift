import FHJSON

/// The messages of a call on standard error, and its exit status.
struct CallReport {
    /// The exit status of a call with a failure.
    static let failed: Int32 = 1
    /// The exit status of a call whose only failures are edits that conflict with changes by others.
    static let conflict: Int32 = 3

    let feature: String
    private(set) var status: Int32 = 0

    init(feature: String) {
        self.feature = feature
    }

    /// Reports an error in an answer, or a wait that timed out.
    mutating func take(_ answer: JSONValue) {
        if let error = answer["error"] { say(error["message"]?.stringValue ?? "") }
        if answer["result"]?["settled"]?.boolValue == false, answer["result"]?["snapshot"] == nil,
            answer["result"]?["state"] == nil
        {
            say("\(feature) had not settled when the time was over; --timeout gives it more")
        }
    }

    /// The exit status of a timeout.
    ///
    /// `timeout(1)` has the same exit status.
    static let timedOut: Int32 = 124

    /// Reports the outcome of a dialog.
    mutating func take(ending: JSONValue) {
        take(ending)
        switch ending["result"]?["outcome"]?.stringValue {
        case "cancelled": say("\(feature) was cancelled")
        case "failed":
            if let error = ending["result"]?["error"] { say(error: error) }
        case "timedOut":
            say("\(feature) had not ended when the time was over; --timeout gives it more")
            status = Self.timedOut
        default: break
        }
    }

    /// Reports that a dialog has no outcome after the last action.
    mutating func sayThatItIsOpen() {
        say("\(feature) has not ended: no action completed or cancelled it")
    }

    /// Reports the errors of a feature and of its children.
    mutating func take(snapshot: JSONValue) {
        for error in snapshot["errors"].map({ Array($0.elements) }) ?? [] {
            say(error: error)
        }
        if let blocked = snapshot["blocked"], let action = blocked["action"]?.stringValue {
            let path = blocked["path"].map { $0.elements.compactMap(\.stringValue).map { "\($0)/" }.joined() } ?? ""
            say(
                "\(path)\(action) is not done: it would lose unsaved changes; "
                    + "go on with \(path)confirmDiscard or \(path)keepEditing")
        }
        guard let state = snapshot["state"] else { return }
        if snapshot["kind"]?.stringValue == "form" { take(form: state) }
        if let child = snapshot["presentation"]?["child"] { take(snapshot: child) }
        for (_, member) in state.members {
            if member["feature"] != nil, member["kind"] != nil { take(snapshot: member) }
            guard member.kind == .array else { continue }
            for element in member.elements { if let child = element["child"] { take(snapshot: child) } }
        }
    }

    /// Reports the validation errors of a submitted form.
    ///
    /// A call with such errors has failed, because a script can't show them to a user.
    private mutating func take(form: JSONValue) {
        guard form["submitCount"]?.intValue ?? 0 > 0, form["status"]?.stringValue == "editing" else { return }
        for (_, field) in form["fields"]?.members.map({ $0 }) ?? [] where field["showMessages"]?.boolValue == true {
            for message in field["messages"].map({ Array($0.elements) }) ?? [] {
                say("\(feature): \(message["text"]?.stringValue ?? "")", code: message["code"])
            }
        }
    }

    private mutating func say(error: JSONValue) {
        say("\(feature): \(error["message"]?.stringValue ?? "")", code: error["code"])
    }

    /// Prints a message, and sets the exit status.
    ///
    /// - Parameter code: the code of the error, if it has one.
    private mutating func say(_ message: String, code: JSONValue? = nil) {
        StandardError.print("featurehost: \(message)")
        let isConflict = code?.stringValue == "conflict" && status != Self.failed
        status = isConflict ? Self.conflict : Self.failed
    }
}
