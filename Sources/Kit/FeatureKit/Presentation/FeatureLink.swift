import FHJSON

/// A feature by its name in the catalog, looked up when the feature is opened.
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
    ///   - params: the opening params: the requested ones, merged over the declared ones.
    ///   - keys: the key sequence of the feature that presents or pushes the new feature.
    /// - Throws: `ActionRefusal.invalidParams(_:)` for invalid params.
    public func make(_ params: JSONValue, keys: KeySequence) throws(ActionRefusal) -> AnyFeature {
        try open(params, try keys.below())
    }
}
