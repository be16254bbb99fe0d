import FHJSON

/// A reference to a feature by its id in the catalog; the feature is looked up when it is opened.
public struct FeatureLink: Sendable {
    /// The feature's id in the catalog.
    public let id: String
    private let open: @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> AnyFeature

    /// Makes a link.
    public init(
        _ id: String, open: @escaping @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> AnyFeature
    ) {
        self.id = id
        self.open = open
    }

    /// Makes the feature.
    ///
    /// - Parameters:
    ///   - params: the opening params: the params of the request, merged over the declared params.
    ///   - keys: the key sequence of the feature that presents or pushes the new feature.
    /// - Throws: `ActionRefusal.invalidParams(_:)` for invalid params; `ActionRefusal.unavailable(_:detail:)` with the
    ///   reason `tooDeep` if too many features are nested.
    public func make(_ params: JSONValue, keys: KeySequence) throws(ActionRefusal) -> AnyFeature {
        try open(params, try keys.below())
    }
}
