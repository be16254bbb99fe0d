import FeatureKit
import JSON
import Synchronization

/// The features of a workspace by name, for those that present or push others, which may be declared before them.
final class FeatureDirectory: Sendable {
    private let features = Mutex<[String: FeatureRegistration]>([:])

    func fill(_ all: [FeatureRegistration]) {
        features.withLock { features in
            for feature in all { features[feature.id] = feature }
        }
    }

    func link(to id: String) -> FeatureLink {
        FeatureLink(id) { [self] params, keys throws(ActionRefusal) in
            guard let feature = features.withLock({ $0[id] }) else {
                // Only while a workspace is checked: its own declaration is wrong, and that is said there.
                throw .unavailable("gone")
            }
            return try feature.child(params, keys: keys)
        }
    }
}
