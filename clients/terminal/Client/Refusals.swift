import FHJSON

/// Explanations of refused actions for users.
enum Refusals {
    /// The texts for users, by the host's reason.
    ///
    /// The messages that the host sends are for developers of clients: they contain names of actions and params.
    private static let reasons = [
        "gone": "it is not there any more",
        "readOnly": "this can be read but not changed",
        "disabled": "it is disabled",
        "loading": "it is being loaded already",
        "refreshing": "the rows are being loaded",
        "notLoaded": "nothing is loaded yet",
        "notAllLoaded": "not all rows are loaded yet",
        "dropped": "the row is not loaded at the moment",
        "endReached": "there are no more rows",
        "failed": "the last attempt has failed",
        "saving": "edits are still being saved",
        "noItems": "no row is selected",
        "allMove": "all rows would be moved; select only some of them",
        "beforeIdMoves": "the row to move to is itself being moved",
        "sorted": "the rows are sorted or grouped",
        "sortedTwice": "the rows would be sorted by one column twice",
        "cannotQuery": "these rows can be neither filtered nor sorted",
        "idChanges": "the id of a row can't be changed",
        "invalidId": "an id must be a whole number, or a text that is not empty",
        "duplicateId": "another row has this id",
        "unknownKey": "there is no column of this name",
        "notABoolean": "this is neither on nor off",
        "secret": "this is a secret, and has to be entered in its own field",
        "notSecret": "this is not a secret",
        "nothingToUndo": "there is nothing to undo",
        "nothingToRedo": "there is nothing to redo",
        "selectionNone": "no rows can be selected here",
        "selectionSingle": "only one row can be selected here",
        "noTarget": "no row is active",
        "noRow": "there is no row that the form could change",
        "severalRows": "it is about one row, and several are marked",
        "noRows": "it is about no rows",
        "notApplicable": "it doesn't apply to this row",
        "noLines": "the text has no lines",
        "noSpan": "there is no link, place or hunk here",
        "nothingToFind": "there is nothing to find",
        "noHeadings": "this text has no headings",
        "noHunks": "this text has no hunks",
        "targetChanged": "the row has changed meanwhile",
        "alreadyPresented": "it is open already",
        "notDismissible": "it can only be closed by one of its buttons",
        "notRetryable": "trying again can't help",
        "alreadySubmitting": "it is being submitted already",
        "submitting": "it is being submitted",
        "performing": "the action on the accepted rows is still running",
        "staleResults": "the results are those of an older query",
        "atRoot": "this is the first page",
        "tooDeep": "too many features are open on top of each other",
        "noSteps": "there are no steps here",
        "hasSteps": "the pages follow each other as steps",
        "firstStep": "this is the first step",
        "lastStep": "this is the last step",
        "noBack": "going back from this step is not possible",
        "notSkippable": "this step has to be answered",
        "noDraft": "there is no draft",
        "noConflict": "there is no conflict",
        "pluginFailed": "the plugin of this feature has failed",
        "ended": "it has ended",
    ]

    /// Returns the reason why an action of the user was not performed.
    ///
    /// - Parameters:
    ///   - what: the title of the pressed button or key.
    ///   - error: the error of the answer.
    static func explain(_ what: String, _ error: JSONValue) -> String {
        let data = error.object("data")
        switch data.text("kind") {
        case "actionUnavailable":
            return "\(what): \(words(for: data.text("reason")))"
        case "invalidActionParams":
            let messages = data.objects("fields").map { $0.text("message") }
            return "\(what): \(messages.isEmpty ? error.text("message") : messages.joined(separator: "; "))"
        default: return "\(what): \(error.text("message"))"
        }
    }

    /// Returns the text for users about a reason of the host.
    ///
    /// A feature may define reasons of its own. Such a reason is shown by the words of its name.
    static func words(for reason: String) -> String { reasons[reason] ?? "not now (\(reason.asWords))" }
}

extension String {
    /// The words of a camelCase name, such as `open item` for `openItem`.
    var asWords: String { reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) } }

    /// The words of a camelCase name, with a capital at the beginning, such as `Open item`.
    public var asSentence: String { asWords.prefix(1).uppercased() + asWords.dropFirst() }
}
