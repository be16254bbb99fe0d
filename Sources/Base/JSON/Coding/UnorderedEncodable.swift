/// A collection without a stable order, which is encoded in a sorted order.
protocol UnorderedEncodable {
    func encodeInOrder(to encoder: ValueEncoder) throws
}

extension Dictionary: UnorderedEncodable where Key: CodingKeyRepresentable, Value: Encodable {
    func encodeInOrder(to encoder: ValueEncoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        let members = map { (key: NameKey(stringValue: $0.key.codingKey.stringValue), value: $0.value) }
        for member in members.sorted(by: { $0.key.stringValue < $1.key.stringValue }) {
            try container.encode(member.value, forKey: member.key)
        }
    }
}

extension Set: UnorderedEncodable where Element: Encodable {
    func encodeInOrder(to encoder: ValueEncoder) throws {
        var container = encoder.unkeyedContainer()
        let texts = try map { try JSONEncoding.text($0) }
        for text in texts.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            try container.encode(text)
        }
    }
}
