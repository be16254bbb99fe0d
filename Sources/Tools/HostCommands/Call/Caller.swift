import FHEventLoop
import FHHosting
import FHJSON
import FeatureKit

/// The client that performs one `featurehost call`.
final class Caller {
    private let exchange: HostExchange
    /// The catalog of the host; nil if the host has to be queried for it.
    private let catalog: Catalog?
    private var feature = ""
    /// The id in the address of the feature, which may hold params; nil if ``feature`` is no address.
    private var addressed: String? { FeatureAddress(feature)?.feature }
    private let instance: String
    /// True if the instance stays open after the call.
    private let isKept: Bool
    private var words: [String] = []
    private var given = GivenTexts(areRead: true)
    /// The requests about plugins that precede the call; nil if they are not needed, or are all answered.
    private var inquiry: PluginInquiry?
    /// The error that prevents the call; nil if there is none.
    private var refusal: String?
    private var steps: [CallStep] = []
    /// True if the feature is run as a dialog.
    ///
    /// Then the output of the dialog is printed.
    private let isDialog: Bool
    /// A text that is added to the error if the feature is not found; nil if there is none.
    private let advice: String?
    /// The answer to `feature/run`; nil before it arrives, and without a dialog.
    private var ending: JSONValue?
    /// The requests, in order.
    private var requests: [JSONText] = []
    /// The methods of the requests.
    private var methods: [String] = []
    /// The answers so far, in order.
    private var answers: [JSONValue] = []
    private var sentCount = 0

    /// Creates the client for one call.
    ///
    /// - Parameters:
    ///   - host: the host.
    ///   - catalog: the host's catalog; nil if it is unknown.
    ///   - instance: the name of the instance to open or attach to.
    ///   - isKept: true if the instance stays open after the call.
    ///   - isDialog: true if the feature is run as a dialog.
    ///   - timeoutMs: the timeout of each action or answer, or of the dialog, in milliseconds.
    ///   - advice: a text that is added to the error if the feature is not found; nil if there is none.
    init(
        to host: any CalledHost, _ catalog: Catalog?, instance: String, isKept: Bool = false, isDialog: Bool,
        timeoutMs: Int, advice: String? = nil
    ) {
        exchange = HostExchange(with: host, timeoutMs: timeoutMs)
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
    /// - Returns: the exit status.
    /// - Throws: ``CallMistake`` for an invalid argument, and any error of printing.
    func run(_ feature: String, _ words: [String], _ given: GivenTexts, get part: PrintedPart) throws -> Int32 {
        self.feature = feature
        self.words = words
        self.given = given
        if let known = (catalog?[feature] ?? addressed.flatMap { catalog?[$0] })?.description.actions {
            do {
                try plan { name in known.first { $0.name == name }?.params.value }
            } catch {
                refusal = error.description
            }
        } else if let catalog, !catalog.hasPlugins {
            refusal = unknownFeature(catalog.features.map(\.id))
        }
        if refusal == nil { runLoop() }
        if let reason = refusal ?? exchange.failure?.reason {
            StandardError.print("featurehost: \(reason)")
            return refusal == nil ? exchange.failure?.status ?? CallReport.failed : CallReport.failed
        }
        return try report(part)
    }

    private func runLoop() {
        if requests.isEmpty {
            let inquiry = PluginInquiry()
            self.inquiry = inquiry
            inquiry.request.map { exchange.send($0, awaiting: inquiry.method) }
        } else {
            begin()
        }
        exchange.run { [unowned self] in receive($0) }
    }

    /// Makes the requests of the call.
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
                json.field("timeoutMs", exchange.timeoutMs)
            }
        } else {
            ask("feature/open") { json in
                json.field("feature", feature)
                json.field("params", params)
                if isKept { json.field("keep", true) }
            }
        }
        ask("feature/settle") { $0.field("timeoutMs", exchange.timeoutMs) }
        for step in steps {
            ask("feature/send") { json in
                json.field("path", step.path)
                json.field("action", step.action)
                json.field("params", step.params)
                json.field("await", "settled")
                json.field("timeoutMs", exchange.timeoutMs)
            }
        }
    }

    private func begin() {
        // The answer to `feature/run` arrives only when the dialog has ended, so the next request doesn't wait for it.
        if isDialog {
            exchange.host.send(requests.removeFirst().string + "\n")
            methods.removeFirst()
        }
        sendNext()
    }

    // MARK: Features of plugins

    /// Handles answers about plugins.
    ///
    /// Starts the call after the last answer.
    private func receive(_ messages: [JSONValue], of inquiry: PluginInquiry) {
        var inquiry = inquiry
        for message in messages { inquiry.take(message) }
        self.inquiry = inquiry
        let request = inquiry.request
        if request == nil {
            self.inquiry = nil
            plan(after: inquiry)
        }
        exchange.proceed { [self] in
            if let request { return exchange.send(request, awaiting: inquiry.method) }
            if refusal == nil { begin() } else { exchange.abandon() }
        }
    }

    private func plan(after inquiry: PluginInquiry) {
        guard let actions = inquiry.actions(of: feature) ?? addressed.flatMap({ inquiry.actions(of: $0) }) else {
            refusal = inquiry.error ?? inquiry.failure(of: feature) ?? unknownFeature(inquiry.names)
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
        methods.append(method)
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
        exchange.send(requests[sentCount].string + "\n", awaiting: methods[sentCount])
        sentCount += 1
    }

    /// Handles received answers.
    ///
    /// After an answer without an error, the next request is sent.
    private func receive(_ received: [JSONValue]) {
        var new = received
        if let inquiry { return receive(new, of: inquiry) }
        if let index = new.firstIndex(where: { $0["id"]?.stringValue == Self.dialogID }) {
            ending = new.remove(at: index)
        }
        answers += new
        if isDialog, ending != nil {
            exchange.proceed { [self] in exchange.end() }
            return
        }
        guard let last = new.last, answers.count == sentCount else { return }
        if sentCount < requests.count, last["error"] == nil {
            exchange.proceed { [self] in sendNext() }
        } else if let snapshot = snapshotRequest() {
            requests = Array(requests.prefix(sentCount)) + [snapshot]
            exchange.proceed { [self] in sendNext() }
        } else {
            exchange.proceed { [self] in finish() }
        }
    }

    /// Ends the session after the last request.
    ///
    /// If a dialog is still open, it is cancelled.
    private func finish() {
        if isDialog {
            exchange.send(
                #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(Self.dialogID)"}}"# + "\n",
                awaiting: "feature/run")
        } else {
            exchange.end()
        }
    }

    private var hasAskedForSnapshot = false

    /// The request for the final snapshot; nil if it was already made, or if there is nothing to show.
    private func snapshotRequest() -> JSONText? {
        guard !hasAskedForSnapshot, isDialog || answers.first?["error"] == nil else { return nil }
        hasAskedForSnapshot = true
        requests = Array(requests.prefix(sentCount))
        methods = Array(methods.prefix(sentCount))
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
            // The first request after `feature/run` is `feature/settle`, which is not a step.
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

    /// Prints the value on standard output, or the error on standard error; returns false for an error.
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
