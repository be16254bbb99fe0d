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
                // The workspace was checked: every name that it holds is declared.
                preconditionFailure("there is no feature \(id)")
            }
            return try feature.child(params, keys: keys)
        }
    }
}
