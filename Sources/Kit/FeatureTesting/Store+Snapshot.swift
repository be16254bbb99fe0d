import FHJSON
import FeatureKit

extension Store {
    /// Returns a snapshot of the current state: the decoded params of `state/snapshot`.
    ///
    /// The instance is named after the feature, as in `gallery:counter-1`.
    ///
    /// ```swift
    /// store.snapshot()["state"]?["count"]?.intValue
    /// ```
    ///
    /// - Parameters:
    ///   - path: the path of an existing child; empty for the root feature.
    ///   - viewer: the number of the session that receives the snapshot. In the snapshot, the actions of this session
    ///     have the origin `client`.
    ///   - reducesMotion: true if the session with the number `viewer` wants no animation hints.
    public func snapshot(at path: [String] = [], viewer: Int = 1, reducesMotion: Bool = false) -> JSONValue {
        let head = SnapshotHead(instance: "\(F.id)-1", feature: F.id, kind: F.kind)
        return snapshot(head, at: path, viewer: viewer, reducesMotion: reducesMotion)
    }
}

extension AnyStore {
    /// Returns a snapshot of the current state: the decoded params of `state/snapshot`.
    ///
    /// - Parameters:
    ///   - head: the members that identify the instance.
    ///   - path: the path of an existing child; empty for the root feature.
    ///   - viewer: the number of the session that receives the snapshot.
    ///   - reducesMotion: true if the session with the number `viewer` wants no animation hints.
    public func snapshot(
        _ head: SnapshotHead, at path: [String] = [], viewer: Int = 1, reducesMotion: Bool = false
    ) -> JSONValue {
        var json = JSONWriter()
        writeSnapshot(
            to: &json, head: head, path: path, viewer: viewer, reducesMotion: reducesMotion, conflated: nil)
        return json.finish().value
    }
}
