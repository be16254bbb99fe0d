public import FHJSON
import FHTerminalClient

/// One feature as a dialog: the program ends when the user has completed or left the feature.
public final class FeatureDialog {
    /// A dialog to run.
    public struct Request: Sendable {
        /// The id of the feature.
        public let feature: String
        /// The opening params.
        public let params: JSONValue
        /// The timeout of the dialog in milliseconds; nil for none.
        public let timeoutMs: Int?

        /// Makes a request.
        public init(feature: String, params: JSONValue, timeoutMs: Int?) {
            self.feature = feature
            self.params = params
            self.timeoutMs = timeoutMs
        }
    }

    /// The exit status of a dialog that was left or has failed.
    public static let failed: Int32 = 1
    /// The exit status of a dialog that has failed because others changed the row that it is about.
    public static let conflict: Int32 = 3
    /// The exit status after the timeout, as with `timeout(1)`.
    public static let timedOut: Int32 = 124
    /// The exit status after `ctrl+c`, as with shells.
    public static let interrupted: Int32 = 130

    private let session: Session
    private let request: Request
    /// The name of the instance; nil before the feature is open.
    private var instance: String?
    private var hasOutcome = false
    /// The exit status; nil while the dialog is open.
    public private(set) var status: Int32?
    /// The output of a dialog that was completed; nil otherwise.
    public private(set) var output: JSONValue?
    /// The reason why the dialog has failed, for users; nil if it has not.
    public private(set) var problem: String?
    /// The id of the first row at the last update if no row was active; nil if a row was.
    private var firstRow: JSONValue?

    init(_ request: Request, _ session: Session, _ interface: any FeatureInterface) {
        self.session = session
        self.request = request
        interface.leave = { [unowned self] in leave() }
        session.open(request.feature, request.params) { [unowned self, unowned interface] name in
            guard let name else { return fail(interface.message) }
            instance = name
            interface.show(name)
            run(in: name)
        }
    }

    private func run(in instance: String) {
        let params = Params { [request] json in
            json.field("feature", request.feature)
            json.field("params", request.params)
            json.field("instance", instance)
            if let timeoutMs = request.timeoutMs { json.field("timeoutMs", timeoutMs) }
        }
        session.request("feature/run", params, isAwaited: false) { [unowned self] in end($0) }
    }

    private var node: Node? { instance.flatMap(session.node) }

    /// True while the feature is open.
    var isShown: Bool { node != nil }

    // MARK: The user

    /// Ends the dialog at once.
    func interrupt() { status = status ?? Self.interrupted }

    /// Leaves the dialog.
    ///
    /// The feature may ask about unsaved changes first.
    private func leave() {
        if let node, ["form", "flow"].contains(node.kind), node.can("cancel") {
            node.send("cancel")
        } else {
            status = status ?? Self.failed
        }
    }

    /// Makes the first row of a list active if no row is active, because the user has to choose one.
    ///
    /// Only for an interface that makes no row active by itself.
    func follow() {
        guard let node, node.kind == "list" else { return }
        let first = node.state.value("activeId") == nil ? node.state.objects("items").first?.value("id") : nil
        // The action is sent only once for a row: an earlier one may be unanswered, or was refused.
        if let first, first != firstRow, node.can("setActive") {
            node.send("setActive", isQuiet: true, Params { $0.field("id", first) })
        }
        firstRow = first
    }

    // MARK: The outcome

    /// The message that ends the dialog on the host; nil if the dialog is not open, or has an outcome.
    var cancellation: JSONText? {
        guard let instance, !hasOutcome else { return nil }
        return JSONText.build { json in
            json.beginObject()
            json.field("jsonrpc", "2.0")
            json.field("method", "feature/close")
            json.field("params", JSONText.object("instance", .string(instance)))
            json.endObject()
        }
    }

    private func fail(_ reason: String) {
        problem = reason
        status = Self.failed
    }

    private func end(_ answer: Session.Answer) {
        hasOutcome = true
        guard status == nil else { return }
        switch answer {
        case .error(let error): fail(error.text("message"))
        case .result(let result):
            let error = result.object("error")
            switch result.text("outcome") {
            case "completed":
                output = result["output"] ?? .null
                status = 0
            case "timedOut": status = Self.timedOut
            case "failed":
                problem = error.text("message")
                status = error.text("code") == "conflict" ? Self.conflict : Self.failed
            default: status = Self.failed
            }
        }
    }
}
