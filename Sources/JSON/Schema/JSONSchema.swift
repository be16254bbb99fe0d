/// Derives JSON Schemas (2020-12) from what `Decodable` types ask for.
///
/// A type is run once against a decoder that writes down each question and answers it with a sample: `0`, `""`,
/// `false`, no element, nil. A type whose `init(from:)` refuses the samples has the schema `{}`, which allows anything.
/// Members asked for with `decode` are required, those with `decodeIfPresent` are not. Enums that are `CaseIterable` and
/// `RawRepresentable` list their raw values; a type that contains itself is `{}` where it recurs. A type that is read from
/// values of several kinds gives its schema itself, as ``SchemaProviding``.
public enum JSONSchema {
    /// The schema of what `type` decodes.
    ///
    /// - Parameter isClosed: true where objects have no other members than those that are asked for, as in requests.
    public static func of<T: Decodable>(_ type: T.Type, isClosed: Bool = false) -> JSONText {
        let node = SchemaNode()
        _ = try? SchemaRecorder(node: node).sample(of: type)
        return isClosed ? node.closedText : node.text
    }

    /// The schema of the params that `JSONDecoding.decodeAction` takes for the case called `name`; nil if there is no
    /// such case.
    ///
    /// An unlabelled payload that is alone, and an object, is the params themselves. Objects are closed: they have no
    /// other members than those that the type asks for.
    public static func ofAction<A: Decodable>(_ type: A.Type, name: String) -> JSONText? {
        let node = SchemaNode()
        if let names = SchemaRecorder.rawValues(of: type) {
            return names.contains(.string(name)) ? SchemaNode(.object([])).closedText : nil
        }
        let recorder = SchemaRecorder(node: node, action: name)
        let isReflected = (try? A(from: recorder)) != nil
        guard case .object(let members) = node.form else {
            // Not a keyed type: a plain name, if that was all it asked for.
            return isReflected ? SchemaNode(.object([])).closedText : nil
        }
        guard let params = members.first(where: { $0.name == name }) else {
            return recorder.knowsAction(name) ? SchemaNode(.any).text : nil
        }
        guard isReflected else { return SchemaNode(.any).text }
        let payload = params.node.flattened
        // A payload that asks for no member by name may have any.
        if payload !== params.node, case .object(let members) = payload.form, members.isEmpty { payload.isFree = true }
        return payload.closedText
    }
}
