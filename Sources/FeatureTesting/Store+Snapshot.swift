import FeatureKit
import JSON

extension Store {
    /// What a front end would be told now: the params of `state/snapshot`, decoded.
    ///
    /// The instance is called after the feature, as in `gallery:counter-1`.
    /// - Parameters:
    ///   - path: the child whose state it is; empty for the feature itself. Must exist.
    ///   - viewer: the session that it is for; what session 1 sent is its own.
    ///   - reducesMotion: whether that session wants no hints how to draw changes.
    public func snapshot(at path: [String] = [], viewer: Int = 1, reducesMotion: Bool = false) -> JSONValue {
        let head = SnapshotHead(instance: "\(F.id)-1", feature: F.id, kind: F.kind)
        return snapshot(head, at: path, viewer: viewer, reducesMotion: reducesMotion)
    }
}

extension AnyStore {
    /// What a front end would be told now: the params of `state/snapshot`, decoded.
    ///
    /// - Parameters:
    ///   - head: what says of which instance it is.
    ///   - path: the child whose state it is; empty for the feature itself. Must exist.
    ///   - viewer: the session that it is for.
    ///   - reducesMotion: whether that session wants no hints how to draw changes.
    public func snapshot(
        _ head: SnapshotHead, at path: [String] = [], viewer: Int = 1, reducesMotion: Bool = false
    ) -> JSONValue {
        var json = JSONWriter()
        writeSnapshot(
            to: &json, head: head, path: path, viewer: viewer, reducesMotion: reducesMotion, conflated: nil)
        return json.finish().value
    }
}
