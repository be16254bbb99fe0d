import JSON

/// What a feature hands to the one above it: a form's values, the item that a person chose, that they gave up.
///
/// A feature emits it with ``Effect/output(_:)`` and knows nothing of who takes it.
public struct Output: Sendable, Equatable {
    /// What happened, in the word of the action that brought it: `submit`, `openItem`, `accept`, `cancel`.
    public let name: String
    /// The row that it is about; nil where it is about none.
    public let id: String?
    /// The values or the row; null where there is none.
    public let value: JSONText
    /// What it means for whoever presented the feature.
    public let outcome: Outcome

    /// What an output means for whoever presented the feature.
    public enum Outcome: Sendable, Equatable {
        /// The value is to be used, and the feature has done what it was presented for.
        case completed
        /// The value is to be used, and the feature goes on.
        case delivered
        /// The feature is to go away, after asking about unsaved changes.
        case cancelled
        /// The feature is to go away, whatever is lost.
        case discarded
        /// The feature that it comes from is to present the modal of this name.
        case presenting(String)
    }

    /// A result; with the last one the feature has done what it was presented for.
    public init(_ name: String, id: String? = nil, value: JSONText, isLast: Bool = true) {
        self.init(name, id: id, value: value, outcome: isLast ? .completed : .delivered)
    }

    /// That a person left the feature.
    ///
    /// - Parameter isForced: whether unsaved changes are given up without asking.
    public static func cancel(isForced: Bool = false) -> Output {
        Output("cancel", id: nil, value: .null, outcome: isForced ? .discarded : .cancelled)
    }

    /// That a modal is to be presented; taken by what is around the feature itself.
    public static func present(_ modal: String, params: JSONText = .emptyObject) -> Output {
        Output("present", id: nil, value: params, outcome: .presenting(modal))
    }

    private init(_ name: String, id: String?, value: JSONText, outcome: Outcome) {
        self.name = name
        self.id = id
        self.value = value
        self.outcome = outcome
    }
}
