import FHEventLoop
import FHHosting
import FHJSON
import FeatureKit

/// The client that performs one `featurehost call`.
final class Caller {
    private let host: any CalledHost
    /// The catalog of the host; nil if the host has to be queried for it.
    private let catalog: Catalog?
    private var feature = ""
    private let instance: String
    /// True if the instance stays open after the call.
    private let isKept: Bool
    private var words: [String] = []
    private var given = GivenTexts(areRead: true)
    private var timeoutMs = 0
    /// The pending requests about plugins before the call; nil if there are none.
    private var inquiry: PluginInquiry?
    /// The error that prevents the call; nil if there is none.
    private var refusal: String?
    private var steps: [CallStep] = []
    /// True if the feature is run as a dialog.
    ///
    /// Then the output of the dialog is printed.
    private let isDialog: Bool
    /// A hint for a feature that is not found; nil if there is none.
    private let advice: String?
    /// The answer to `feature/run`.
    private var ending: JSONValue?
    /// The requests, in order.
    private var requests: [JSONText] = []
    /// The answers so far, in order.
    private var answers: [JSONValue] = []
    private var sentCount = 0

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - host: the host.
    ///   - catalog: its catalog; nil if it is unknown.
    ///   - instance: the name of the instance to open or attach to.
    ///   - isKept: true if the instance stays open after the call.
    ///   - isDialog: true if the feature is run as a dialog.
    ///   - advice: a hint for a feature that is not found.
    init(
        to host: any CalledHost, _ catalog: Catalog?, instance: String, isKept: Bool = false, isDialog: Bool,
        advice: String? = nil
    ) {
        self.host = host
        self.catalog = catalog
        self.instance = instance
        self.isKept = isKept
        self.isDialog = isDialog
        self.advice = advice
    }

    /// Opens the feature, and sends the actions until one is refused.
    ///
    /// Then prints the state, or the output of the dialog.
    ///
    /// - Parameters:
    ///   - feature: the id of the feature. If it is not in the catalog, the host is queried first.
    ///   - words: the opening params and the actions.
    ///   - given: the reader of values from files, variables and standard input.
    ///   - part: the part to print.
    ///   - timeoutMs: the timeout of each action.
    /// - Returns: the exit status.
    /// - Throws: ``CallMistake`` for an invalid argument, and any error of printing.
    func run(
        _ feature: String, _ words: [String], _ given: GivenTexts, get part: PrintedPart, timeoutMs: Int
    ) throws -> Int32 {
        self.feature = feature
        self.words = words
        self.given = given
        self.timeoutMs = timeoutMs
        if let known = catalog?[feature]?.description.actions {
            do {
                try plan { name in known.first { $0.name == name }?.params.value }
            } catch {
                refusal = error.description
            }
        } else if let catalog, !catalog.hasPlugins {
            refusal = unknownFeature(catalog.features.map(\.id))
        }
        if refusal == nil { runLoop() }
        if let refusal {
            StandardError.print("featurehost: \(refusal)")
            return 1
        }
        return try report(part)
    }

    private func runLoop() {
        host.loop.beforePoll { [unowned self] in receive() }
        if requests.isEmpty {
            let inquiry = PluginInquiry()
            self.inquiry = inquiry
            inquiry.request.map { host.send($0) }
        } else {
            begin()
        }
        host.loop.run()
        if let failure = host.leave() { refusal = refusal ?? failure }
    }

    /// Makes the requests.
    ///
    /// - Parameter schema: returns the JSON Schema of an action's params.
    private func plan(_ schema: (String) -> JSONValue?) throws(CallMistake) {
        let params: JSONText
        (params, steps) = try CallStep.parse(words, of: feature, given, schema: schema)
        for step in steps where step.path.isEmpty { try step.checkParams(schema(step.action)) }
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
                if isKept { json.field("keep", true) }
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
    }

    private func begin() {
        // The answer arrives when the dialog has ended.
        if isDialog { host.send(requests.removeFirst().string + "\n") }
        sendNext()
    }

    // MARK: Features of plugins

    /// Handles answers about plugins.
    ///
    /// Starts the call after the last answer.
    private func receive(_ messages: [JSONValue], of inquiry: PluginInquiry) {
        var inquiry = inquiry
        for message in messages { inquiry.take(message) }
        if messages.isEmpty { return }
        self.inquiry = inquiry
        let request = inquiry.request
        if request == nil {
            self.inquiry = nil
            plan(after: inquiry)
        }
        host.loop.schedule(afterMilliseconds: 0) { [self] in
            if let request { return host.send(request) }
            if refusal == nil { begin() } else { host.endInput() }
        }
    }

    private func plan(after inquiry: PluginInquiry) {
        guard let actions = inquiry.actions(of: feature) else {
            refusal = inquiry.failure(of: feature) ?? unknownFeature(inquiry.names)
            return
        }
        do throws(CallMistake) {
            try plan { actions[$0] }
        } catch {
            refusal = error.description
        }
    }

    private func unknownFeature(_ known: [String]) -> String {
        "there is no feature \(feature)\(advice.map { " (\($0))" } ?? ""); "
            + (known.isEmpty ? "there is none" : "there are \(known.joined(separator: ", "))")
    }

    // MARK: The call

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
        host.send(requests[sentCount].string + "\n")
        sentCount += 1
    }

    /// Handles received lines.
    ///
    /// After an answer without an error, the next request is sent.
    private func receive() {
        var new: [JSONValue] = []
        do throws(JSONParseError) {
            for line in host.receive() {
                let message = try JSONValue(parsing: String(line))
                if message["id"] != nil { new.append(message) }
            }
        } catch {
            // The answer that can't be read would never arrive.
            refusal = "the host sent what can't be read: it \(error.fault)"
            host.loop.schedule(afterMilliseconds: 0) { [self] in host.loop.stop() }
            return
        }
        if let inquiry { return receive(new, of: inquiry) }
        if let index = new.firstIndex(where: { $0["id"]?.stringValue == Self.dialogID }) {
            ending = new.remove(at: index)
        }
        answers += new
        if isDialog, ending != nil {
            host.loop.schedule(afterMilliseconds: 0) { [self] in host.endInput() }
            return
        }
        guard let last = new.last, answers.count == sentCount else { return }
        if sentCount < requests.count, last["error"] == nil {
            host.loop.schedule(afterMilliseconds: 0) { [self] in sendNext() }
        } else if let snapshot = snapshotRequest() {
            requests = Array(requests.prefix(sentCount)) + [snapshot]
            host.loop.schedule(afterMilliseconds: 0) { [self] in sendNext() }
        } else {
            host.loop.schedule(afterMilliseconds: 0) { [self] in finish() }
        }
    }

    /// Ends the session after the last request.
    ///
    /// If a dialog is still open, it is cancelled.
    private func finish() {
        if isDialog {
            host.send(
                #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(Self.dialogID)"}}"# + "\n")
        } else {
            host.endInput()
        }
    }

    private var hasAskedForSnapshot = false

    /// The request for the final snapshot; nil if it was already made, or if there is nothing to show.
    private func snapshotRequest() -> JSONText? {
        guard !hasAskedForSnapshot, isDialog || answers.first?["error"] == nil else { return nil }
        hasAskedForSnapshot = true
        requests = Array(requests.prefix(sentCount))
        ask("feature/snapshot") { _ in }
        return requests.last
    }

    // MARK: The report

    private func report(_ part: PrintedPart) throws -> Int32 {
        var report = CallReport(feature: feature)
        // If a dialog is still open, this client itself cancels it.
        let wasCancelled = ending?["error"]?["data"]?["kind"]?.stringValue == "requestCancelled"
        if let ending, ending["result"] != nil || !wasCancelled || answers.isEmpty {
            report.take(ending: ending)
            // The first request after that of the dialog is a wait.
            let unsent = steps.dropFirst(max(0, sentCount - 1))
            if ending["result"] != nil, let step = unsent.first {
                StandardError.print("featurehost: \(feature) had ended before \(step.action) could be sent")
            }
            guard let output = ending["result"]?["output"] else { return report.status }
            return try show(part.found(inOutput: output)) ? report.status : CallReport.failed
        }
        for answer in answers { report.take(answer) }
        if isDialog {
            if let snapshot = answers.last?["result"] { report.take(snapshot: snapshot) }
            report.sayThatItIsOpen()
            return report.status
        }
        guard hasAskedForSnapshot, let snapshot = answers.last?["result"], snapshot["state"] != nil else {
            return CallReport.failed
        }
        report.take(snapshot: snapshot)
        return try show(part.found(in: snapshot)) ? report.status : CallReport.failed
    }

    /// Prints a value.
    ///
    /// Returns false if there is none.
    private func show(_ found: Result<JSONValue, CallMistake>) throws -> Bool {
        switch found {
        case .success(let value):
            try StandardOutput.print(JSONText(value).string)
            return true
        case .failure(let mistake):
            StandardError.print("featurehost: \(mistake)")
            return false
        }
    }
}
