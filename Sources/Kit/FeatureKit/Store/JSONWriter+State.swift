import FHJSON

extension JSONWriter {
    /// Writes a state as an object, by the state's `Encodable` conformance, without the members of its children.
    mutating func encodeMembers<F: Feature>(of state: F.State, excluding children: [Child<F>])
    where F.State: Encodable {
        if children.isEmpty { return encodeAlways(state) }
        let names = Set(children.map { $0.name })
        beginObject()
        for (key, value) in JSONText.encoding(state).value.members where !names.contains(key) {
            self.key(key)
            self.value(value)
        }
        endObject()
    }
}
