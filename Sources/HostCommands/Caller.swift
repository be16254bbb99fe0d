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
    /// Whether the feature is run as a dialog, whose output is what is printed.
    private let isDialog: Bool
    /// The answer to `feature/run`.
    private var ending: JSONValue?
    /// What is still to be asked, in order.
    private var requests: [JSONText] = []
    /// The answers so far, in order.
    private var answers: [JSONValue] = []
    private var sentCount = 0

    init(catalog: Catalog, isDialog: Bool, isTraced: Bool) throws {
        self.catalog = catalog
        self.isDialog = isDialog
        loop = try PollLoop()
        var options = Host.Options()
        options.isTraced = isTraced
        host = Host(catalog: catalog, options: options, loop: loop) { CommandLog.make(.warning) }
        connection = MemoryConnection(to: host)
    }

    /// Opens the feature with these params, sends the actions one after the other up to one that is refused, and prints
    /// the state, or the output of a dialog, or a part of it.
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
        if isDialog {
            ask("feature/run", id: Self.dialogID) { json in
                json.field("feature", feature)
                json.field("params", params)
                json.field("timeoutMs", timeoutMs)
            }
        } else {
            ask("feature/open") { json in
                json.field("feature", feature)
                json.field("params", params)
            }
        }
        ask("feature/settle") { $0.field("timeoutMs", timeoutMs) }
        for step in steps {
            ask("feature/send") { json in
                json.field("path", step.path)
                json.field("action", step.action)
                json.field("params", step.params)
                json.field("await", "settled")
                json.field("timeoutMs", timeoutMs)
            }
        }
        loop.beforePoll { [unowned self] in receive() }
        host.onSessionsEnded { [loop] in loop.stop() }
        // Its answer comes when the dialog has ended.
        if isDialog { connection.send(requests.removeFirst().string + "\n") }
        sendNext()
        loop.run()
        host.leavePlugins()
        ChildProcesses.shared.killAll()
        return try report(steps, pointer)
    }

    private static let dialogID = "dialog"

    private func ask(_ method: String, id: String? = nil, _ params: (inout JSONWriter) -> Void) {
        requests.append(
            JSONText.build { json in
                json.beginObject()
                json.raw(#""jsonrpc":"2.0""#)
                if let id { json.field("id", id) } else { json.field("id", requests.count) }
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
        var new = lines.compactMap { try? JSONValue(parsing: String($0)) }.filter { $0["id"] != nil }
        if let index = new.firstIndex(where: { $0["id"]?.stringValue == Self.dialogID }) {
            ending = new.remove(at: index)
        }
        answers += new
        if isDialog, ending != nil {
            loop.schedule(afterMilliseconds: 0) { [self] in connection.endInput() }
            return
        }
        guard let last = new.last, answers.count == sentCount else { return }
        if sentCount < requests.count, last["error"] == nil {
            loop.schedule(afterMilliseconds: 0) { [self] in sendNext() }
        } else if let snapshot = snapshotRequest() {
            requests = Array(requests.prefix(sentCount)) + [snapshot]
            loop.schedule(afterMilliseconds: 0) { [self] in sendNext() }
        } else {
            loop.schedule(afterMilliseconds: 0) { [self] in finish() }
        }
    }

    /// Nothing is left to be asked; a dialog that is still open would be waited for.
    private func finish() {
        if isDialog {
            connection.send(
                #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(Self.dialogID)"}}"# + "\n")
        } else {
            connection.endInput()
        }
    }

    private var hasAskedForSnapshot = false

    /// The last request, if there is something to be shown and it was not asked for yet.
    private func snapshotRequest() -> JSONText? {
        guard !hasAskedForSnapshot, isDialog || answers.first?["error"] == nil else { return nil }
        hasAskedForSnapshot = true
        requests = Array(requests.prefix(sentCount))
        ask("feature/snapshot") { _ in }
        return requests.last
    }

    // MARK: The report

    private func report(_ steps: [CallStep], _ pointer: JSONPointer?) throws -> Int32 {
        var report = CallReport(feature: instance)
        if let ending, ending["result"] != nil || answers.isEmpty {
            report.take(ending: ending)
            // The first request behind the dialog's own is a wait.
            let unsent = steps.dropFirst(max(0, sentCount - 1))
            if ending["result"] != nil, let step = unsent.first {
                StandardError.print("featurehost: \(instance) had ended before \(step.action) could be sent")
            }
            guard let output = ending["result"]?["output"] else { return report.status }
            return try print(output, "output", pointer) ? report.status : 1
        }
        for answer in answers { report.take(answer) }
        if isDialog {
            if let snapshot = answers.last?["result"] { report.take(snapshot: snapshot) }
            report.sayThatItIsOpen()
            return report.status
        }
        guard hasAskedForSnapshot, let snapshot = answers.last?["result"], let state = snapshot["state"] else {
            return 1
        }
        report.take(snapshot: snapshot)
        return try print(state, "state", pointer) ? report.status : 1
    }

    /// Prints a value or a part of it; false if there is no such part.
    private func print(_ whole: JSONValue, _ name: String, _ pointer: JSONPointer?) throws -> Bool {
        guard let value = pointer.map({ whole.value(at: $0) }) ?? whole else {
            StandardError.print("featurehost: the \(name) has nothing at \(pointer.map { "\($0)" } ?? "")")
            return false
        }
        try StandardOutput.print(JSONText(value).string)
        return true
    }
}
