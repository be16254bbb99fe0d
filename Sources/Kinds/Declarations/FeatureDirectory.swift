import FHJSON
import FeatureKit
import Synchronization

/// The features of a workspace by name.
///
/// Features may present or push features that are declared later, so they refer to each other through this directory.
/// The features and the directory retain each other; `empty()` breaks the cycle.
package final class FeatureDirectory: Sendable {
    private let features = Mutex<[String: FeatureRegistration]>([:])

    package func fill(_ all: [FeatureRegistration]) {
        features.withLock { features in
            for feature in all { features[feature.id] = feature }
        }
    }

    /// Removes all features, so that the memory of a workspace that is not served can be freed.
    package func empty() {
        features.withLock { $0 = [:] }
    }

    package func link(to id: String) -> FeatureLink {
        FeatureLink(id) { [self] params, keys throws(ActionRefusal) in
            guard let feature = features.withLock({ $0[id] }) else {
                // This happens only while a workspace is checked, and the check reports why the feature could not be
                // declared.
                throw .unavailable("gone")
            }
            return try feature.child(params, keys: keys)
        }
    }
}
