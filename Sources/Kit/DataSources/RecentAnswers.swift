import DequeModule

/// The answers of recent operations, so that a repeated operation is not performed again.
struct RecentAnswers: Sendable {
    private var answers: [String: any Sendable] = [:]
    private var order: Deque<String> = []
    private let limit: Int

    /// Makes an empty collection of answers.
    ///
    /// - Parameter limit: The maximum number of answers.
    init(limit: Int = 1_000) {
        self.limit = limit
    }

    /// Returns the answer of the recent operation with this id; nil if there is none.
    func answer<Value>(_ opID: String, as type: Value.Type = Value.self) -> Value? {
        // Without the check, the cast of nil to the type would cost time at each new operation.
        guard let answer = answers[opID] else { return nil }
        return answer as? Value
    }

    mutating func remember<Value: Sendable>(_ opID: String, _ answer: Value) {
        guard answers.updateValue(answer, forKey: opID) == nil else { return }
        order.append(opID)
        if order.count > limit { answers[order.removeFirst()] = nil }
    }
}
