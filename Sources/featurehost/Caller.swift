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

    init(catalog: Catalog) throws {
        self.catalog = catalog
        loop = try PollLoop()
        host = Host(catalog: catalog, options: .init(), loop: loop) { CommandLog.make(.warning) }
        connection = MemoryConnection(to: host, isSequential: true)
    }

    /// Opens the feature, sends the actions one after the other, and prints the state or a part of it.
    ///
    /// - Returns: the exit status.
    func run(_ feature: String, _ steps: [CallStep], get pointer: JSONPointer?, timeoutMs: Int) throws -> Int32 {
        guard catalog[feature] != nil else {
            let known = catalog.features.map(\.id).joined(separator: ", ")
            StandardError.print("featurehost: there is no feature \(feature); there are \(known)")
            return 1
        }
        // The instance is called as the feature, so that messages about it read well.
        instance = feature
        send(id: 1, "feature/open") { json in
            json.field("feature", feature)
            json.field("instance", instance)
        }
        settle(id: 2, timeoutMs)
        for (index, step) in steps.enumerated() {
            send(id: 3 + index, "feature/send") { json in
                json.field("instance", instance)
                json.field("action", step.action)
                json.field("params", step.params)
                json.field("await", "settled")
                json.field("timeoutMs", timeoutMs)
            }
        }
        send(id: 0, "feature/snapshot") { $0.field("instance", instance) }
        connection.endInput()
        host.onSessionsEnded { [loop] in loop.stop() }
        loop.run()
        ChildProcesses.shared.killAll()
        return try report(feature, pointer)
    }

    private func settle(id: Int, _ timeoutMs: Int) {
        send(id: id, "feature/settle") { json in
            json.field("instance", instance)
            json.field("timeoutMs", timeoutMs)
        }
    }

    private func send(id: Int, _ method: String, _ params: (inout JSONWriter) -> Void) {
        let request = JSONText.build { json in
            json.beginObject()
            json.raw(#""jsonrpc":"2.0""#)
            json.field("id", id)
            json.field("method", method)
            json.key("params")
            json.beginObject()
            params(&json)
            json.endObject()
            json.endObject()
        }
        connection.send(request.string + "\n")
    }

    private func report(_ feature: String, _ pointer: JSONPointer?) throws -> Int32 {
        let answers = connection.receive().split(separator: "\n")
            .compactMap { try? JSONValue(parsing: String($0)) }.filter { $0["id"] != nil }
        var status: Int32 = 0
        for answer in answers {
            guard let error = answer["error"] else { continue }
            let id = answer["id"]?.intValue ?? 0
            if id == 1 {
                StandardError.print("featurehost: \(feature): \(error["message"]?.stringValue ?? "")")
                return 1
            }
            if id >= 3 { StandardError.print("featurehost: \(error["message"]?.stringValue ?? "")") }
            status = 1
        }
        for answer in answers
        where answer["result"]?["settled"]?.boolValue == false
            && (answer["id"]?.intValue ?? 0) > 1
        {
            StandardError.print("featurehost: \(feature) had not settled when the time was over")
            status = 1
        }
        guard let snapshot = answers.first(where: { $0["id"]?.intValue == 0 })?["result"] else { return 1 }
        for error in snapshot["errors"].map({ Array($0.elements) }) ?? [] {
            StandardError.print("featurehost: \(feature): \(error["message"]?.stringValue ?? "")")
            status = 1
        }
        guard let state = snapshot["state"] else { return 1 }
        guard let value = pointer.map({ state.value(at: $0) }) ?? state else {
            StandardError.print("featurehost: the state has nothing at \(pointer.map { "\($0)" } ?? "")")
            return 1
        }
        try StandardOutput.print(JSONText(value).string)
        return status
    }
}
