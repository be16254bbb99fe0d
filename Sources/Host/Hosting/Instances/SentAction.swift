import FHJSON
import FHJSONRPC
import FeatureKit

/// The params of `feature/send`.
struct SentAction {
    let name: String
    /// The params of the action, which are not checked yet.
    let params: JSONValue?
    let path: [String]
    /// The only revision to which the action may be applied; nil for any revision.
    let ifRevision: Int?
    /// True if the answer waits until the instance has settled.
    let awaitsSettled: Bool
    let timeoutMs: Int
    /// The id and the content of the request; nil without a `requestId`.
    let identity: SentRequest?

    /// The params of the action.
    ///
    /// - Throws: ``ActionRefusal`` if the params are not an object, or are nested too deeply.
    func checkedParams() throws(ActionRefusal) -> JSONValue {
        let given: JSONValue
        do {
            given = try Params.object(params)
        } catch {
            let field = ActionRefusal.Field(path: "", code: "type", message: "an action's params are an object")
            throw .invalidParams([field])
        }
        guard !given.isDeeper(than: SourceRow.deepestLevel) else {
            let message = "they are nested more than \(SourceRow.deepestLevel) deep"
            throw .invalidParams([ActionRefusal.Field(path: "", code: "depth", message: message)])
        }
        return given
    }
}
