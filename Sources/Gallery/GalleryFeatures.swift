import FeatureKit

/// The features that show what the kit can do, one file each.
public enum GalleryFeatures {
    /// All of them, as they stand in a catalog.
    public static let all: [FeatureRegistration] = [
        FeatureRegistration { Counter() },
        FeatureRegistration { TwoCounters() },
    ]
}
