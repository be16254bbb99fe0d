import JSON

/// What a feature hands to the one above it: a form's values, the item that a person chose, that they gave up.
///
/// A feature emits it with ``Effect/output(_:)`` and knows nothing of who takes it.
public struct Output: Sendable, Equatable {
    /// What happened, in the word of the action that brought it: `submit`, `openItem`, `accept`, `cancel`.
    public let name: String
    /// The rows that it is about; empty where it is about none.
    public let ids: [String]
    /// The values or the row; of several rows an array of them; null where there is none.
    public let value: JSONText
    /// The version of the row that it is about, for an edit of it; nil where that is not known.
    public let version: String?
    /// What it means for whoever presented the feature.
    public let outcome: Outcome
    /// The values with the secrets that belong to them; nil where there are none.
    ///
    /// Nothing shows them: a flow keeps them for the operation at its end.
    public private(set) var sealed: SealedValues?

    /// What an output means for whoever presented the feature.
    public enum Outcome: Sendable, Equatable {
        /// The value is to be used, and the feature has done what it was presented for.
        case completed
        /// The value is to be used, and the feature goes on.
        case delivered
        /// The feature has done what it was presented for, and there is nothing to use: nothing was changed.
        case unchanged
        /// The value is to be used, and the feature waits for an ``OutputAnswer``.
        case offered
        /// An edit that the feature tracks has ended, with this failure; the output's name is the edit's token.
        case settled(Failure?)
        /// The feature is to go away, after asking about unsaved changes.
        case cancelled
        /// The feature is to go away, whatever is lost.
        case discarded
        /// The feature is to go away, whatever is lost: its time is over.
        case timedOut
        /// The feature is to go away, whatever is lost: it can't do what it was for.
        case failed(Failure)
        /// The feature that it comes from is to present the modal of this name.
        case presenting(String)
    }

    /// A result; with the last one the feature has done what it was presented for.
    ///
    /// - Parameters:
    ///   - name: what happened.
    ///   - id: the row that it is about.
    ///   - value: the values, or the row.
    ///   - version: the version of that row.
    ///   - isLast: whether the feature is done.
    public init(_ name: String, id: String? = nil, value: JSONText, version: String? = nil, isLast: Bool = true) {
        self.init(
            name, ids: id.map { [$0] } ?? [], value: value, version: version,
            outcome: isLast ? .completed : .delivered)
    }

    /// A result of a feature that waits until it is told what came of the result.
    public static func offer(_ name: String, id: String?, value: JSONText, version: String?) -> Output {
        Output(name, ids: id.map { [$0] } ?? [], value: value, version: version, outcome: .offered)
    }

    /// That an edit has ended which the feature tracks; see ``Feature/track(_:as:)``.
    public static func settled(_ token: String, _ failure: Failure?) -> Output {
        Output(token, ids: [], value: .null, outcome: .settled(failure))
    }

    /// Rows that a person chose: one as it is, several as an array.
    public init(_ name: String, rows: [SourceRow]) {
        let array = JSONText.build { json in
            json.beginArray()
            for row in rows { json.value(row.value) }
            json.endArray()
        }
        self.init(
            name, ids: rows.map(\.id), value: rows.count == 1 ? rows[0].value : array,
            version: rows.count == 1 ? rows[0].version : nil, outcome: .completed)
    }

    /// Rows that a person chose, and what was made of them together.
    public init(_ name: String, ids: [String], value: JSONText) {
        self.init(name, ids: ids, value: value, outcome: .completed)
    }

    /// That a feature has done what it was presented for, and nothing was changed.
    public static func done(_ name: String, id: String?) -> Output {
        Output(name, ids: id.map { [$0] } ?? [], value: .emptyObject, outcome: .unchanged)
    }

    /// The row that it is about; nil where it is about none, or several.
    public var id: String? { ids.count == 1 ? ids[0] : nil }

    /// That a person left the feature.
    ///
    /// - Parameter isForced: whether unsaved changes are given up without asking.
    public static func cancel(isForced: Bool = false) -> Output {
        Output("cancel", ids: [], value: .null, outcome: isForced ? .discarded : .cancelled)
    }

    /// That the time which a person had is over.
    public static var timeout: Output { Output("timeout", ids: [], value: .null, outcome: .timedOut) }

    /// That the feature can't do what it was for, and trying again is no use.
    ///
    /// - Parameter failure: why; who presented the feature shows it.
    public static func fail(_ failure: Failure) -> Output {
        Output("fail", ids: [], value: .null, outcome: .failed(failure))
    }

    /// That a modal is to be presented; taken by what is around the feature itself.
    public static func present(_ modal: String, params: JSONText = .emptyObject) -> Output {
        Output("present", ids: [], value: params, outcome: .presenting(modal))
    }

    /// The same output with the secrets that belong to it.
    public func sealing(_ values: SealedValues?) -> Output {
        var output = self
        output.sealed = values
        return output
    }

    private init(_ name: String, ids: [String], value: JSONText, version: String? = nil, outcome: Outcome) {
        self.name = name
        self.ids = ids
        self.value = value
        self.version = version
        self.outcome = outcome
    }
}

/// What came of an output that a feature has offered.
public enum OutputAnswer: Sendable, Equatable {
    /// It was used, and what it has changed is confirmed.
    case accepted
    /// It was refused, or could not be saved.
    case refused(Failure)
    /// It was not used, for a reason that is shown elsewhere.
    case withdrawn

    /// The answer that an edit's end gives.
    init(_ failure: Failure?) { self = failure.map { .refused($0) } ?? .accepted }
}
