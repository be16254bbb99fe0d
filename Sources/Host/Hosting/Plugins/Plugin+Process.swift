import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import FHRemoteSources
import FeatureKit
import Logging

/// The process of a plugin.
extension Plugin {
    /// The maximum time, in milliseconds, that a request waits for the next start of a plugin that is down.
    private static let longestRestMs = 2_000

    /// The failure of a request to a plugin that can't be restarted soon; nil if the request waits for the plugin.
    ///
    /// If requests waited for each start of a plugin that keeps failing, a list that reloads automatically would always
    /// be loading, and would never show the failure.
    var refusal: Failure? {
        guard state == .down else { return nil }
        let rest = backOff.rest(at: host.time.now)
        return rest > Self.longestRestMs
            ? .pluginRests(declaration.name, lastError ?? "failed", milliseconds: rest) : nil
    }

    func startProcess() throws(Unstarted) -> any PluginPeer {
        // The SQLite plugin ends when its input is closed, so nothing has to terminate it after the host was killed.
        let command = ChildCommand(
            declaration.argv + (isAhead ? declaration.argumentsAhead : []), folder: declaration.folder,
            environment: declaration.variables, hasInput: true, isGuarded: !declaration.isOwn)
        let process: PluginChild
        do throws(SpawnFailure) {
            // Under a virtual clock or with a tape, the result must not depend on the plugin's speed, so there are no
            // time slices.
            let turns = host.virtualTime == nil && host.tape == nil ? host.turns : nil
            process = try PluginChild(
                command, on: host.loop, host.limits, worker: host.longFrames.reader, turns: turns,
                spareMemory: host.longFrames.spareMemory)
        } catch {
            let subject = error.subject == .folder ? "its folder can't be used" : "\(declaration.argv[0])"
            throw Unstarted(what: "can't be run: \(subject): \(error.reason)")
        }
        process.keepsTexts = host.tape != nil
        process.onMessage = { [weak self] message, text in
            self?.note(text)
            self?.take(message)
        }
        process.onEnd = { [weak self] what in
            self?.note(end: what)
            self?.fail(what)
        }
        process.onLog = { [weak self] line in
            guard let self else { return }
            host.log.log(level: isAhead ? .info : .warning, "plugin \(declaration.name): \(line)")
        }
        return process
    }
}

/// The messages of a plugin's process.
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
            let error = RPCError(.methodNotFound, "a plugin must not send requests, such as \(method)")
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
        // While the plugin writes faster than the host reads, its messages count towards the second in which the host
        // fell behind.
        let goesOn = second == unasked.second || process?.isBehind == true
        unasked = goesOn ? (unasked.second, unasked.count + 1) : (second, 1)
        if unasked.count > Self.unaskedPerSecond, state == .ready || state == .starting {
            fail("sends more than \(Self.unaskedPerSecond) unrequested messages a second")
        }
    }
}
