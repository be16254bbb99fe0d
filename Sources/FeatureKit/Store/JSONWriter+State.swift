import JSON

extension JSONWriter {
    /// Writes a state's own encoding as an object, without the members that its children write.
    mutating func encodeMembers<F: Feature>(of state: F.State, excluding children: [Child<F>])
    where F.State: Encodable {
        do {
            if children.isEmpty { return try encode(state) }
            let names = Set(children.map { $0.name })
            let own = try JSONEncoding.text(state).value
            beginObject()
            for (key, value) in own.members where !names.contains(key) {
                self.key(key)
                self.value(value)
            }
            endObject()
        } catch {
            // Encoding a value in memory fails only where the type's own code says so.
            preconditionFailure("\(F.State.self) does not encode: \(error)")
        }
    }
}
