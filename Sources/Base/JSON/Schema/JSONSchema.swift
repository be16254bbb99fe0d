/// Derives JSON Schemas (2020-12) from `Decodable` types.
///
/// The type's `init(from:)` runs once with a decoder that records each call and returns samples: `0`, `""`, `false`,
/// nil or an empty collection. If a type rejects the samples, it gets the schema `{}`, which allows any value.
///
/// A member is required if it is decoded with `decode`, and optional if it is decoded with `decodeIfPresent`. For enums
/// that are `CaseIterable` and `RawRepresentable`, the schema lists the raw values. A type that contains itself has the
/// schema `{}` where it recurs. A type that decodes values of several kinds provides its own schema, by conforming to
/// ``SchemaProviding``.
public enum JSONSchema {
    /// Returns the schema of the values that `type` decodes.
    ///
    /// - Parameter isClosed: True if objects allow only the members that the type decodes, as in requests.
    public static func of<T: Decodable>(_ type: T.Type, isClosed: Bool = false) -> JSONText {
        let node = SchemaNode()
        _ = try? SchemaRecorder(node: node).sample(of: type)
        return isClosed ? node.closedText : node.text
    }

    /// Returns the schema of an action's params; nil if there is no case `name`.
    ///
    /// The schema is for params as `JSONDecoding.decodeAction` accepts them. If the only payload is unlabelled and can
    /// be an object, the schema describes the payload. Objects are closed: they allow only the members that the type
    /// decodes.
    public static func ofAction<A: Decodable>(_ type: A.Type, name: String) -> JSONText? {
        let node = SchemaNode()
        if let names = SchemaRecorder.rawValues(of: type) {
            return names.contains(.string(name)) ? SchemaNode(.object([])).closedText : nil
        }
        let recorder = SchemaRecorder(node: node, action: name)
        let isReflected = (try? A(from: recorder)) != nil
        guard case .object(let members) = node.form else {
            // The type uses no keyed container. If its `init(from:)` succeeds nevertheless, the action is a name
            // without params.
            return isReflected ? SchemaNode(.object([])).closedText : nil
        }
        guard let params = members.first(where: { $0.name == name }) else {
            return recorder.knowsAction(name) ? SchemaNode(.any).text : nil
        }
        guard isReflected else { return SchemaNode(.any).text }
        let payload = params.node.flattened
        // A payload that decodes no member by name allows any members.
        if payload !== params.node, case .object(let members) = payload.form, members.isEmpty { payload.isFree = true }
        return payload.closedText
    }
}
