import FHJSON

/// The part of a snapshot, or of a dialog's output, that a call prints.
struct PrintedPart {
    /// The pointer to the part; nil to print everything.
    var pointer: JSONPointer?
    /// True if the whole snapshot is printed by default, instead of the state.
    var isOfSnapshot = false

    /// The part of a snapshot.
    ///
    /// A pointer is resolved first in the state, and then in the snapshot.
    func found(in snapshot: JSONValue) -> Result<JSONValue, CallMistake> {
        let state: JSONValue = snapshot["state"] ?? .null
        guard let pointer else { return .success(isOfSnapshot ? snapshot : state) }
        if !isOfSnapshot, let part = state.value(at: pointer) { return .success(part) }
        if let part = snapshot.value(at: pointer) { return .success(part) }
        let known = isOfSnapshot ? "the snapshot has nothing" : "neither the state nor the snapshot has anything"
        return .failure(CallMistake("\(known) at \(pointer)"))
    }

    /// The part of a dialog's output.
    func found(inOutput output: JSONValue) -> Result<JSONValue, CallMistake> {
        guard let pointer else { return .success(output) }
        if let part = output.value(at: pointer) { return .success(part) }
        return .failure(CallMistake("the output has nothing at \(pointer)"))
    }
}
