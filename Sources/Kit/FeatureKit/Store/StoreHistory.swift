import DequeModule

/// The history of a store for inspection: its newest starts and revisions.
struct StoreHistory {
    /// The start of a feature.
    struct Start {
        /// The revision whose action started the feature.
        let revision: Int
        let path: [String]
        let taskID: String?
        let reason: Reason
    }

    /// The reason for a start.
    enum Reason {
        /// The first client has subscribed to the instance.
        case subscribed
        /// The feature got another task id.
        case taskID
        /// The feature was reset.
        case reset
        /// The feature was added to the instance.
        case appeared

        /// The name on the wire.
        ///
        /// The names are literals, because the names of cases are not available at run time.
        var name: String {
            switch self {
            case .subscribed: "subscribed"
            case .taskID: "taskId"
            case .reset: "reset"
            case .appeared: "appeared"
            }
        }
    }

    /// The newest starts, oldest first.
    private(set) var starts: Deque<Start> = []
    /// The newest revisions, oldest first.
    private(set) var steps: Deque<StoreStep> = []

    private static let startLimit = 16
    private static let stepLimit = 32

    mutating func note(_ start: Start) {
        if starts.count == Self.startLimit { starts.removeFirst() }
        starts.append(start)
    }

    mutating func note(_ step: StoreStep) {
        if steps.count == Self.stepLimit { steps.removeFirst() }
        steps.append(step)
    }
}
