import JSON

/// What a call says on standard error, and what it exits with.
struct CallReport {
    /// The status of a call in which something has failed.
    static let failed: Int32 = 1
    /// The status of a call in which nothing has failed but edits of what others have changed meanwhile.
    static let conflict: Int32 = 3

    let feature: String
    private(set) var status: Int32 = 0

    init(feature: String) {
        self.feature = feature
    }

    /// Looks at an answer: a refusal, or a wait that came to nothing.
    mutating func take(_ answer: JSONValue) {
        if let error = answer["error"] { say(error["message"]?.stringValue ?? "") }
        if answer["result"]?["settled"]?.boolValue == false, answer["result"]?["snapshot"] == nil,
            answer["result"]?["state"] == nil
        {
            say("\(feature) had not settled when the time was over; --timeout gives it more")
        }
    }

    /// The status of a command that was given up because its time was over, as of `timeout`.
    private static let timedOut: Int32 = 124

    /// Looks at how a dialog has ended.
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

    /// Says that a dialog has no outcome: nobody is there who would go on with it.
    mutating func sayThatItIsOpen() {
        say("\(feature) has not ended: no action completed or cancelled it")
    }

    /// Looks for what went wrong in a feature, and in those within it.
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

    /// A form that was submitted and is not right has failed for a script.
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

    /// - Parameter code: the word that programs know the failure by, where it has one.
    private mutating func say(_ message: String, code: JSONValue? = nil) {
        StandardError.print("featurehost: \(message)")
        let isConflict = code?.stringValue == "conflict" && status != Self.failed
        status = isConflict ? Self.conflict : Self.failed
    }
}
