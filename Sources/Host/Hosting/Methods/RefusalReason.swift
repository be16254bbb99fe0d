import FHJSON
import FeatureKit

/// Explanations, for users, of the reasons for which an action is unavailable.
enum RefusalReason {
    /// The explanation of a reason.
    ///
    /// A reason that only a feature written in Swift defines has a generic explanation.
    static func explanation(of reason: String) -> String {
        explanations[reason] ?? "the feature refuses it now"
    }

    /// Explains the reason `gone` by naming the missing child, row or field.
    ///
    /// - Parameters:
    ///   - params: the params of the action.
    ///   - path: the path to which the action was sent.
    ///   - isThere: true if there is a child at the path.
    static func explanationOfGone(
        _ action: String, _ params: JSONValue?, at path: [String], isThere: Bool
    ) -> String {
        if !isThere { return "nothing is at its path \(JSONText.build { $0.value(path) }) now" }
        // Params other than a field's path can be secret values. An invalid path of `setSecret` can be a secret value
        // too.
        let naming = action == "setSecret" ? [] : params?["path"] == nil ? namingParams : ["path"]
        let named = naming.compactMap { name in
            params?[name].flatMap { $0.isNull ? nil : "\(name) \(JSONText($0).string.prefix(100))" }
        }
        let names = named.isEmpty ? "" : ": \(named.joined(separator: ", "))"
        return explanation(of: "gone") + names
    }

    /// The params that are never secret, because they only identify parts of a feature such as rows and fields.
    private static let namingParams = [
        "id", "ids", "beforeId", "from", "to", "key", "modal", "route", "step", "option",
    ]

    private static let explanations = [
        "gone": "its path or its params name something that does not exist, or no longer exists",
        "readOnly": "the source can be read but not changed",
        "disabled": "it can't be set in the current state",
        "loading": "it is being loaded already; try again when that is done",
        "notFailed": "the last attempt has not failed",
        "refreshing": "the list is being loaded anew; try again when that is done",
        "notLoaded": "nothing was loaded yet",
        "notAllLoaded": "the rows after the last one shown are not loaded yet; name a row as beforeId",
        "dropped": "the row's value is not loaded; move the window to the row, and wait",
        "endReached": "there are no more rows",
        "failed": "the last attempt failed; send retry",
        "saving": "edits are on their way to the source; try again when they are confirmed",
        "noItems": "ids must name at least one row",
        "beforeIdMoves": "beforeId must not be one of the ids",
        "sorted": "the rows are sorted or grouped, so that no row can be moved; send setSort without keys",
        "cannotQuery": "the source can neither filter nor sort",
        "unknownFilter": "the list has no filter of this id",
        "sortedTwice": "each key can be sorted by once",
        "unknownKey": "no row has a member of this name",
        "idChanges": "a row keeps its id",
        "invalidId": "a row's id is a text that is not empty, or an integer",
        "duplicateId": "another row has this id",
        "notABoolean": "only true and false can be toggled",
        "nothingToUndo": "no confirmed edit can be undone",
        "nothingToRedo": "no edit was undone that could be redone",
        "selectionNone": "the list has no selection",
        "selectionSingle": "the list's selection is a single row",
        "noTarget": "no row is active; send setActive first",
        "severalRows": "it is about one row, and several are marked; mark one alone",
        "noRow": "the form is about no row; open it with the id and the values of one",
        "targetChanged": "the row has changed since the question was asked; ask again",
        "alreadyPresented": "it is presented already, or waits to be; send policy replace to begin anew",
        "notDismissible": "it can't be left now; its buttons end it",
        "notBlocked": "nothing is blocked",
        "notRetryable": "trying again can't help",
        "notResettable": "its first state has another id",
        "secret": "a secret is set by setSecret",
        "notSecret": "setSecret is for secure fields; send setValue",
        "alreadySubmitting": "it is being submitted already",
        "notSubmitting": "nothing is being submitted",
        "submitting": "it is being submitted; send cancelSubmit, or wait",
        "performing": "a source is processing the accepted rows; send cancel, or wait",
        "staleResults": "the results answer an older query; wait for the new ones",
        "atRoot": "the root stays; send cancel to leave the flow",
        "tooDeep": "at most \(KeySequence.deepestLevel) features can be presented or pushed on top of each other",
        "pluginFailed": "the plugin that has the feature has failed; send retry to open it anew",
        "ended": "the flow has ended; send reset to begin anew",
        "noSteps": "the flow has no steps",
        "hasSteps": "the flow has steps instead of routes",
        "firstStep": "the first step is shown",
        "lastStep": "the last step is shown",
        "noBack": "it is not possible to go back from the step",
        "notSkippable": "the step has to be answered",
        "noDraft": "no draft is offered",
        "noConflict": "no field is in conflict",
        "notRepeated": "the field has no items: it is not repeated",
        "noOptions": "the field has no source that is searched for options",
    ]
}
