import FeatureKit

/// The features that show what the kit can do, one file each.
public enum Gallery {
    /// All of them, as they stand in a catalog.
    public static let features: [FeatureRegistration] = [
        FeatureRegistration { Counter() },
        FeatureRegistration { TwoCounters() },
    ]
}
