import JSON

/// The part of a snapshot, or of a dialog's output, that a call prints.
struct PrintedPart {
    /// Where it stands; nil prints all.
    var pointer: JSONPointer?
    /// Whether the whole is the snapshot, and not the state in it.
    var isOfSnapshot = false

    /// The part of a snapshot: of its state, where that has it, and else of the snapshot itself.
    func found(in snapshot: JSONValue) -> Result<JSONValue, CallMistake> {
        let state: JSONValue = snapshot["state"] ?? .null
        guard let pointer else { return .success(isOfSnapshot ? snapshot : state) }
        if !isOfSnapshot, let part = state.value(at: pointer) { return .success(part) }
        if let part = snapshot.value(at: pointer) { return .success(part) }
        let known = isOfSnapshot ? "the snapshot has nothing" : "neither the state nor the snapshot has anything"
        return .failure(CallMistake("\(known) at \(pointer)"))
    }

    /// The part of what a dialog hands on.
    func found(inOutput output: JSONValue) -> Result<JSONValue, CallMistake> {
        guard let pointer else { return .success(output) }
        if let part = output.value(at: pointer) { return .success(part) }
        return .failure(CallMistake("the output has nothing at \(pointer)"))
    }
}
