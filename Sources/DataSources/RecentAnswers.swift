import DequeModule

/// The operations done of late, with what they answered: one that comes again is not done twice.
struct RecentAnswers: Sendable {
    private var answers: [String: any Sendable] = [:]
    private var order: Deque<String> = []
    private let limit: Int

    /// - Parameter limit: how many are remembered.
    init(limit: Int = 1_000) {
        self.limit = limit
    }

    /// What an operation answered; nil where it was not done of late.
    func answer<Value>(_ opID: String, as type: Value.Type = Value.self) -> Value? {
        answers[opID] as? Value
    }

    mutating func remember<Value: Sendable>(_ opID: String, _ answer: Value) {
        guard answers.updateValue(answer, forKey: opID) == nil else { return }
        order.append(opID)
        if order.count > limit { answers[order.removeFirst()] = nil }
    }
}
