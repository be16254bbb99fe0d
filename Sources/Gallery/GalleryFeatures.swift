import FeatureKit

/// The features that show what the kit can do, one file each.
public enum GalleryFeatures {
    /// All of them, as they stand in a catalog.
    ///
    /// A daemon without a workspace tells of them in its first answer, so what it tells is written down.
    public static let all = declared.map { feature in
        GalleryCatalog.entries[feature.id].map { feature.described(as: $0) } ?? feature
    }

    /// All of them, with what a catalog says of them left to be derived.
    public static let declared: [FeatureRegistration] = [
        FeatureRegistration { Counter() },
        FeatureRegistration { TwoCounters() },
        FeatureRegistration { OptionalCounter() },
        FeatureRegistration { BindingForm() },
        FeatureRegistration { Settings() },
        FeatureRegistration { Todo() },
        FeatureRegistration { Todos() },
        FeatureRegistration { TaskList() },
        FeatureRegistration { Lifetime() },
        simulated { Status(service: $0) },
        simulated { Posts(service: $0) },
        simulated { Profile(service: $0) },
        simulated { UserList(service: $0) },
        simulated { OrderDetail(service: $0) },
        simulated { Card(service: $0) },
        FeatureRegistration { AnimatedList() },
        FeatureRegistration { MatchedGeometry() },
    ]

    /// A feature whose params say how its service answers.
    private static func simulated<F: Feature>(
        _ make: @escaping @Sendable (SimulatedService) -> F
    ) -> FeatureRegistration {
        FeatureRegistration(params: { params, _ throws(ActionRefusal) in make(try SimulatedService(params)) })
    }
}
