/// Decodes the actions of one type, and remembers those that have no payload: they are decoded once.
///
/// What is remembered is what came of a decoding that never looked at its params. An action type whose `init(from:)`
/// depends on anything but the decoder must use `JSONDecoding.decodeAction` instead.
public struct JSONActionDecoder<Action: Decodable> {
    private var known: [String: Action] = [:]

    /// Makes a decoder that remembers nothing yet.
    public init() {}

    /// Decodes one case; see `JSONDecoding.decodeAction`.
    ///
    /// - Throws: as `JSONDecoding.decodeAction` does.
    public mutating func decode(name: String, params: JSONValue = .emptyObject) throws -> Action {
        if params.count == 0, JSONDecoding.areParams(params), let action = known[name] { return action }
        let root = DecodingPath(action: name)
        let action = try JSONDecoding.decodeAction(Action.self, params, root: root)
        if !root.areParamsRead { known[name] = action }
        return action
    }
}
