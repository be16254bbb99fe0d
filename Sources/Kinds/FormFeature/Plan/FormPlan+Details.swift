import FHJSON
import FeatureKit

/// Messages that explain why an action on a field is refused.
extension FormPlan {
    /// The refusal of a value for a disabled field, with the condition that would enable it.
    func disabled(_ address: FieldAddress, _ state: FormState) -> ActionRefusal {
        let own = field(address, state)
        let what = "the field \(own.label) (\(path(of: address, state)))"
        let inOrder = [address] + addresses(around: address, state)
        let reason = inOrder.lazy.map { around in (place: around, field: field(around, state)) }
            .first { $0.field.enabledWords != nil && !state[$0.place].isEnabled }
        guard let reason, let words = reason.field.enabledWords else {
            return .unavailable("disabled", detail: "\(what) can't be entered now")
        }
        let holder = reason.place == address ? "it" : "\(reason.field.label), which it is in,"
        return .unavailable("disabled", detail: "\(what) can't be entered now: \(holder) needs \(words)")
    }

    /// The message about an unknown path, with the most similar valid path.
    func detail(ofMissing path: String, isSecret: Bool, _ state: FormState) -> String {
        let places = isSecret ? state.addresses.filter { field($0, state).type == .secure } : state.addresses
        let known = places.map { self.path(of: $0, state) }
        if isSecret {
            let list = known.isEmpty ? "The form has no secure field." : "Known: \(LikelyName.list(known))"
            return "no secure field has this path. \(list)"
        }
        let likely = known.contains("/" + path) ? "/" + path : LikelyName.of(path, among: known)
        let meant = likely.map { "Did you mean \($0)? " } ?? ""
        return "no field has the path \(LikelyName.shown(path)). \(meant)Known: \(LikelyName.list(known))"
    }
}
