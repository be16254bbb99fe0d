import JSON

extension JSONWriter {
    /// Writes a state's own encoding as an object, without the members that its children write.
    mutating func encodeMembers<State: Encodable>(of state: State, excluding names: [String]) {
        do {
            guard !names.isEmpty else { return try encode(state) }
            let own = try JSONEncoding.text(state).value
            beginObject()
            for (key, value) in own.members where !names.contains(key) {
                self.key(key)
                self.value(value)
            }
            endObject()
        } catch {
            // Encoding a value in memory fails only where the type's own code says so.
            preconditionFailure("\(State.self) does not encode: \(error)")
        }
    }
}
