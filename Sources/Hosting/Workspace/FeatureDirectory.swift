import FeatureKit
import JSON
import Synchronization

/// The features of a workspace by name, for those that present or push others, which may be declared before them.
///
/// It holds the features and they hold it, since each may lead to any: what was filled once lives on with the process,
/// unless it is emptied.
final class FeatureDirectory: Sendable {
    private let features = Mutex<[String: FeatureRegistration]>([:])

    func fill(_ all: [FeatureRegistration]) {
        features.withLock { features in
            for feature in all { features[feature.id] = feature }
        }
    }

    /// Lets go of all features: nobody will open one.
    func empty() {
        features.withLock { $0 = [:] }
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
