import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import FHRemoteSources
import FeatureKit

/// Handling of a plugin's messages.
extension Plugin {
    func take(_ message: PluginMessage) {
        switch message {
        case .snapshot(let snapshot): take(snapshot)
        case .other(let message): take(message)
        case .mistake(let what): fail("wrote \(what)")
        }
    }

    private func take(_ message: Incoming) {
        switch message {
        case .response(let id, let result):
            if requests?.take(result, of: id, after: host.clientSources.notices) == true { return }
            countUnasked()
        case .notification(let method, let params):
            countUnasked()
            switch method {
            case "source/changed": noteChange(params ?? .null)
            case "state/closed": noteClosed(params ?? .null)
            default: break
            }
        case .request(let id, let method, _):
            countUnasked()
            let error = RPCError(.methodNotFound, "a plugin asks for nothing, and so not for \(method)")
            if let process { attend { process.say { $0.error(error, id: id, to: &$1) } } }
        case .batch(let members):
            for place in 0..<members.count where state == .ready || state == .starting {
                take(PluginMessage(members[place]))
            }
        case .invalid: break
        }
    }

    private func noteChange(_ params: JSONValue) {
        let source = declaration.sources.first { $0.remote.name == params["source"]?.stringValue }
        if let source { host.clientSources.notices.note(source.remote, opID: params["opId"]?.stringValue) }
    }

    func countUnasked() {
        let second = host.time.now / 1_000
        // While the plugin writes faster than the host reads, the same second continues until the host has caught up.
        let goesOn = second == unasked.second || process?.isBehind == true
        unasked = goesOn ? (unasked.second, unasked.count + 1) : (second, 1)
        if unasked.count > Self.unaskedPerSecond, state == .ready || state == .starting {
            fail("sends more than \(Self.unaskedPerSecond) messages a second that nobody asked for")
        }
    }
}
