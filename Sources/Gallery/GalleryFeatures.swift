import FeatureKit

/// The features that show what the kit can do, one file each.
public enum GalleryFeatures {
    /// All of them, as they stand in a catalog.
    public static let all: [FeatureRegistration] = [
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
