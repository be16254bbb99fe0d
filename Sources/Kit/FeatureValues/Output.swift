import FHJSON

/// A result that a feature emits to the enclosing feature: a form's values, the chosen row, the user's cancellation.
///
/// The enclosing feature is the one that contains, presents or pushes the emitting feature. A feature emits an output
/// with `Effect.output(_:)` and doesn't know the receiver:
///
/// ```swift
/// return .output(Output("submit", value: values))
/// ```
public struct Output: Sendable, Equatable {
    /// The name of the action that caused the output, such as `submit`, `openItem`, `accept` or `cancel`.
    ///
    /// For ``Outcome/settled(_:)``, the name is the token of the edit.
    public let name: String
    /// The ids of the rows that the output is about; empty if it is about no row.
    public let ids: [String]
    /// The values that the user entered, the chosen row, or an array of the chosen rows; null for no value.
    public let value: JSONText
    /// The version of the row that the output is about, which an edit of the row names; nil if unknown.
    public let version: String?
    /// The meaning of the output for the enclosing feature.
    public let outcome: Outcome
    /// The values together with their secrets; nil if there are no secrets.
    ///
    /// No snapshot or log contains the secrets. A flow keeps them for the operation to which it submits its answers.
    public private(set) var sealed: SealedValues?

    /// The meaning of an output for the enclosing feature; in the cases, "the feature" is the sender of the output.
    public enum Outcome: Sendable, Equatable {
        /// The value is to be used, and the feature is done.
        case completed
        /// The value is to be used, and the feature continues.
        case delivered
        /// The feature is done, and there is no value to use: nothing has changed.
        case unchanged
        /// The value is to be used, and the feature waits for an ``OutputAnswer``.
        case offered
        /// A tracked edit (`Feature.track(_:as:)`) has ended with this failure or, if it is nil, with success.
        ///
        /// The name of the output is the token that was passed to that function.
        case settled(Failure?)
        /// The feature is to be closed, after a confirmation if there are unsaved changes.
        case cancelled
        /// The feature is to be closed; unsaved changes are discarded.
        case discarded
        /// The feature has timed out and is to be closed; unsaved changes are discarded.
        case timedOut
        /// The feature can't continue and is to be closed; unsaved changes are discarded.
        case failed(Failure)
        /// The sender of the output is to present the modal with this name.
        case presenting(String)
    }

    /// Makes an output with a value that is to be used.
    ///
    /// - Parameters:
    ///   - name: the name of the action that caused the output.
    ///   - id: the id of the row that the output is about; nil for none.
    ///   - value: the values that the user entered, or the row.
    ///   - version: the version of the row with the id `id`; nil if unknown.
    ///   - isLast: true if the feature is done.
    public init(_ name: String, id: String? = nil, value: JSONText, version: String? = nil, isLast: Bool = true) {
        self.init(
            name, ids: id.map { [$0] } ?? [], value: value, version: version,
            outcome: isLast ? .completed : .delivered)
    }

    /// An output with a value that is to be used; the feature then waits for an ``OutputAnswer``.
    public static func offer(_ name: String, id: String?, value: JSONText, version: String?) -> Output {
        Output(name, ids: id.map { [$0] } ?? [], value: value, version: version, outcome: .offered)
    }

    /// The end of the edit for which `Feature.track(_:as:)` received this token; a nil failure means success.
    public static func settled(_ token: String, _ failure: Failure?) -> Output {
        Output(token, ids: [], value: .null, outcome: .settled(failure))
    }

    /// The same output about a row, if it is about no row itself and has a value to be used.
    package func about(_ id: String?) -> Output {
        guard ids.isEmpty, let id, [.completed, .delivered].contains(outcome) else { return self }
        var output = Output(name, ids: [id], value: value, version: nil, outcome: outcome)
        output.sealed = sealed
        return output
    }

    /// Makes an output with the rows that the user chose.
    ///
    /// The value of the output is the row if there is exactly one, and otherwise an array of the rows.
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

    /// Makes an output with the ids of the rows that the user chose, and one value for all these rows.
    public init(_ name: String, ids: [String], value: JSONText) {
        self.init(name, ids: ids, value: value, outcome: .completed)
    }

    /// An output of a feature that is done and has changed nothing.
    public static func done(_ name: String, id: String?) -> Output {
        Output(name, ids: id.map { [$0] } ?? [], value: .emptyObject, outcome: .unchanged)
    }

    /// The id of the row that the output is about; nil if it is about no row, or about several.
    public var id: String? { ids.count == 1 ? ids[0] : nil }

    /// The user's cancellation.
    ///
    /// - Parameter isForced: true to discard unsaved changes without a confirmation.
    public static func cancel(isForced: Bool = false) -> Output {
        Output("cancel", ids: [], value: .null, outcome: isForced ? .discarded : .cancelled)
    }

    /// The timeout of the feature.
    public static var timeout: Output { Output("timeout", ids: [], value: .null, outcome: .timedOut) }

    /// A failure after which the feature can't continue and a retry can't succeed.
    ///
    /// - Parameter failure: the reason, which the enclosing feature shows.
    public static func fail(_ failure: Failure) -> Output {
        Output("fail", ids: [], value: .null, outcome: .failed(failure))
    }

    /// A request to present one of the feature's modals, handled by the `Presenting` around the feature.
    public static func present(_ modal: String, params: JSONText = .emptyObject) -> Output {
        Output("present", ids: [], value: params, outcome: .presenting(modal))
    }

    /// A request to present one of the feature's modals about rows with these ids, which may be none.
    public static func present(_ modal: String, about ids: [String]) -> Output {
        Output("present", ids: ids, value: .emptyObject, outcome: .presenting(modal))
    }

    /// Returns a copy of the output whose ``sealed`` values are `values`, which are nil if there are no secrets.
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

/// The answer to an offered output.
public enum OutputAnswer: Sendable, Equatable {
    /// The value was used, and the source has confirmed the changes.
    case accepted
    /// The value was refused, or could not be saved.
    case refused(Failure)
    /// The value was not used; the enclosing feature shows the reason.
    case withdrawn

    /// The answer that corresponds to the result of an edit; a nil failure means success.
    package init(_ failure: Failure?) { self = failure.map { .refused($0) } ?? .accepted }
}
