import JSON

/// A feature by the name that the catalog has for it; found when it is opened.
public struct FeatureLink: Sendable {
    /// Its id in the catalog.
    public let id: String
    private let open: @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> AnyFeature

    /// Makes a link.
    public init(
        _ id: String, open: @escaping @Sendable (JSONValue, KeySequence) throws(ActionRefusal) -> AnyFeature
    ) {
        self.id = id
        self.open = open
    }

    /// Makes the feature; wrong params are ``ActionRefusal/invalidParams(_:)``.
    ///
    /// - Parameters:
    ///   - params: what configures it: those of the link under those that were asked for.
    ///   - keys: those of the feature that presents or pushes it.
    public func make(_ params: JSONValue, keys: KeySequence) throws(ActionRefusal) -> AnyFeature {
        try open(params, try keys.below())
    }
}
