import FHJSON
import FHPeers
import FeatureKit

/// Snapshots of a plugin's instance for clients.
extension RemoteStore {
    var isSettled: Bool {
        switch phase {
        case .opening, .reopening: false
        case .failed: true
        case .open: shown[[]]?.snapshot.isSettled ?? true
        }
    }

    /// The newest revision at a path.
    func revision(at path: [String]) -> Int { shown[path]?.revision ?? revision }

    func writeSnapshot(
        to json: inout JSONWriter, head: SnapshotHead, path: [String], viewer: Int, reducesMotion: Bool,
        conflated: Int?
    ) {
        guard let shown = shown[path] else { preconditionFailure("no child at \(path)") }
        write(shown.snapshot, shown.revision, shown.cause, to: &json, head, viewer, reducesMotion, conflated)
    }

    /// Writes a snapshot from an answer of the plugin, without storing it.
    func write(_ snapshot: PluginSnapshot, to json: inout JSONWriter, head: SnapshotHead, viewer: Session) {
        write(
            snapshot, snapshot.revision + offset, cause(of: snapshot, from: nil), to: &json, head, viewer.number,
            viewer.settings.reducesMotion, nil)
    }

    private func write(
        _ snapshot: PluginSnapshot, _ revision: Int, _ cause: Cause, to json: inout JSONWriter, _ head: SnapshotHead,
        _ viewer: Int, _ reducesMotion: Bool, _ conflated: Int?
    ) {
        let isOfChild = !snapshot.path.isEmpty
        json.beginObject()
        head.write(to: &json, isOfChild: isOfChild)
        json.field("revision", revision)
        if let conflated { json.field("conflated", conflated) }
        json.key("cause")
        cause.write(to: &json, viewer: viewer)
        let isBroken = phase == .failed || phase == .reopening
        snapshot.writeMembers(to: &json) { member in
            switch member {
            case .instance, .revision, .conflated, .cause: false
            case .feature, .path: isOfChild
            case .animation: !reducesMotion && !isBroken
            case .settled, .effects, .unavailable, .errors: !isBroken
            default: true
            }
        }
        if isBroken {
            let actions = plugin.actions(of: feature)
            writeFailure(of: actions + snapshot.unavailable.filter { !actions.contains($0) }, to: &json)
        }
        if !isOfChild, reducesMotion || isBroken { json.raw(#""animation":null"#) }
        json.endObject()
    }

    /// Writes the members that differ after a failure: `settled`, `effects`, `unavailable` and `errors`.
    ///
    /// - Parameter refused: the actions to list as unavailable: the declared actions, and the actions that the last
    ///   snapshot lists as unavailable.
    private func writeFailure(of refused: [String], to json: inout JSONWriter) {
        json.field("settled", phase == .failed)
        let isReopening = phase == .reopening
        json.key("effects")
        json.beginArray()
        if isReopening {
            json.beginObject()
            json.field("id", "reopen-\(ownNumber)")
            json.raw(#""name":"open","background":false"#)
            json.endObject()
        }
        json.endArray()
        json.key("unavailable")
        json.beginObject()
        for action in refused where action != "retry" && action != "dismissError" {
            json.key(action)
            json.value("pluginFailed")
        }
        if isReopening { json.field("retry", "loading") }
        json.endObject()
        json.key("errors")
        json.beginArray()
        failure?.write(to: &json)
        json.endArray()
    }
}

/// The error that an instance shows after its plugin has failed.
struct PluginError {
    let id: String
    let failure: Failure

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("code", failure.code)
        json.field("message", failure.message)
        json.raw(#""retryable":true,"display":"banner","retry":"retry""#)
        json.endObject()
    }
}
