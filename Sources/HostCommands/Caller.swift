import EventLoop
import FeatureKit
import Hosting
import JSON
import Logging

/// Runs a host in this process and talks to it as a front end would.
final class Caller {
    private let loop: PollLoop
    private let host: Host
    private let connection: MemoryConnection
    private let catalog: Catalog
    private var instance = ""
    /// What is still to be asked, in order.
    private var requests: [JSONText] = []
    /// The answers so far, in order.
    private var answers: [JSONValue] = []
    private var sentCount = 0

    init(catalog: Catalog, isTraced: Bool) throws {
        self.catalog = catalog
        loop = try PollLoop()
        var options = Host.Options()
        options.isTraced = isTraced
        host = Host(catalog: catalog, options: options, loop: loop) { CommandLog.make(.warning) }
        connection = MemoryConnection(to: host)
    }

    /// Opens the feature with these params, sends the actions one after the other up to one that is refused, and prints
    /// the state or a part of it.
    ///
    /// - Returns: the exit status.
    func run(
        _ feature: String, _ params: JSONText, _ steps: [CallStep], get pointer: JSONPointer?, timeoutMs: Int
    ) throws -> Int32 {
        guard catalog[feature] != nil else {
            let known = catalog.features.map(\.id).joined(separator: ", ")
            StandardError.print("featurehost: there is no feature \(feature); there are \(known)")
            return 1
        }
        // The instance is called as the feature, so that messages about it read well.
        instance = feature
        ask("feature/open") { json in
            json.field("feature", feature)
            json.field("params", params)
        }
        ask("feature/settle") { $0.field("timeoutMs", timeoutMs) }
        for step in steps {
            ask("feature/send") { json in
                json.key("path")
                json.beginArray()
                for part in step.path { json.value(part) }
                json.endArray()
                json.field("action", step.action)
                json.field("params", step.params)
                json.field("await", "settled")
                json.field("timeoutMs", timeoutMs)
            }
        }
        loop.beforePoll { [unowned self] in receive() }
        host.onSessionsEnded { [loop] in loop.stop() }
        sendNext()
        loop.run()
        ChildProcesses.shared.killAll()
        return try report(pointer)
    }

    private func ask(_ method: String, _ params: (inout JSONWriter) -> Void) {
        requests.append(
            JSONText.build { json in
                json.beginObject()
                json.raw(#""jsonrpc":"2.0""#)
                json.field("id", requests.count)
                json.field("method", method)
                json.key("params")
                json.beginObject()
                json.field("instance", instance)
                params(&json)
                json.endObject()
                json.endObject()
            })
    }

    private func sendNext() {
        connection.send(requests[sentCount].string + "\n")
        sentCount += 1
    }

    /// Takes in what has come; the next request follows an answer that was none of an error.
    private func receive() {
        let lines = connection.receive().split(separator: "\n")
        let new = lines.compactMap { try? JSONValue(parsing: String($0)) }.filter { $0["id"] != nil }
        answers += new
        guard let last = new.last, answers.count == sentCount else { return }
        if sentCount < requests.count, last["error"] == nil {
            loop.schedule(afterMilliseconds: 0) { [self] in sendNext() }
        } else if let snapshot = snapshotRequest() {
            requests = Array(requests.prefix(sentCount)) + [snapshot]
            loop.schedule(afterMilliseconds: 0) { [self] in sendNext() }
        } else {
            loop.schedule(afterMilliseconds: 0) { [self] in connection.endInput() }
        }
    }

    private var hasAskedForSnapshot = false

    /// The last request, if there is something to be shown and it was not asked for yet.
    private func snapshotRequest() -> JSONText? {
        guard !hasAskedForSnapshot, answers.first?["error"] == nil else { return nil }
        hasAskedForSnapshot = true
        requests = Array(requests.prefix(sentCount))
        ask("feature/snapshot") { _ in }
        return requests.last
    }

    // MARK: The report

    private func report(_ pointer: JSONPointer?) throws -> Int32 {
        var report = CallReport(feature: instance)
        for answer in answers { report.take(answer) }
        guard hasAskedForSnapshot, let snapshot = answers.last?["result"], let state = snapshot["state"] else {
            return 1
        }
        report.take(snapshot: snapshot)
        guard let value = pointer.map({ state.value(at: $0) }) ?? state else {
            StandardError.print("featurehost: the state has nothing at \(pointer.map { "\($0)" } ?? "")")
            return 1
        }
        try StandardOutput.print(JSONText(value).string)
        return report.status
    }
}
