import DequeModule

/// What a store remembers for whoever inspects it: its newest starts, and why there are its newest revisions.
struct StoreHistory {
    /// A feature that was started.
    struct Start {
        /// The revision whose cause brought it about.
        let revision: Int
        let path: [String]
        let taskID: String?
        let reason: Reason
    }

    /// Why a feature was started.
    enum Reason {
        /// The instance was opened.
        case subscribed
        /// It got another task id.
        case taskID
        /// It was reset.
        case reset
        /// It came into the instance.
        case appeared

        /// As the wire has it: the names of cases are not there to be printed.
        var name: String {
            switch self {
            case .subscribed: "subscribed"
            case .taskID: "taskId"
            case .reset: "reset"
            case .appeared: "appeared"
            }
        }
    }

    /// Oldest first.
    private(set) var starts: Deque<Start> = []
    /// Oldest first.
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
