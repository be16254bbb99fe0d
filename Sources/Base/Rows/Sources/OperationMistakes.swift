public import FHJSON

/// The validation errors of an operation's input.
extension Failure.Mistake {
    /// Reads the value of the member `errors` of an answer; nil if the value is not an array of validation errors.
    ///
    /// Errors beyond ``PeerText/mostMistakes`` are ignored.
    public static func list(_ errors: JSONValue) -> [Failure.Mistake]? {
        guard errors.isArray else { return nil }
        let told = errors.elements.prefix(PeerText.mostMistakes)
        let mistakes = told.compactMap(Self.init)
        return mistakes.count == told.count ? mistakes : nil
    }

    private init?(_ json: JSONValue) {
        let path: JSONValue = json["path"] ?? .null
        guard let code = json["code"]?.stringValue, !code.isEmpty, let message = json["message"]?.stringValue,
            path.isNull || path.stringValue != nil
        else { return nil }
        self.init(
            path: path.stringValue, code: PeerText.word(code) ?? "invalid", message: PeerText.sentence(message))
    }
}
