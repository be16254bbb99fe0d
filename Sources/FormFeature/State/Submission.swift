import JSON

/// A submit that has not ended.
struct Submission: Sendable, Equatable {
    /// A call to the source: the same values again are the same operation, which is not done twice.
    struct Attempt: Sendable, Equatable {
        let opID: String
        /// The id of the row that they become.
        let rowID: String
        let handedOn: HandedOn
        /// The version of the row that they were entered on; nil where that is not known.
        var version: String?
    }

    /// What is handed on, without secrets and with them.
    struct HandedOn: Sendable, Equatable {
        let values: JSONText
        let input: Secret
        /// The secrets in the input, each by itself.
        var secrets: [Secret] = []
    }

    let requestID: String?
    var attempt: Attempt
    /// What was entered when it began, by container.
    var frozen: [Int: [FieldValue]]
    /// The fields whose verdicts it waits for, with the operations that bring them.
    var judging: [FieldAddress: String] = [:]
    /// Whether it waits for sources to say whether they have the values that were picked.
    var isWaitingForOptions = false
    /// Whether a verdict was that a value is wrong.
    var isWrong = false
    /// How often it was tried again, since others had changed the row.
    var merges = 0

    /// Whether it waits for no verdict.
    var isJudged: Bool { judging.isEmpty && !isWaitingForOptions }
}

extension FormState {
    /// The number of successful submits whose ids are remembered.
    private static let rememberedRequests = 256

    /// Whether the submit of this id has succeeded.
    func hasSucceeded(_ requestID: String?) -> Bool {
        requestID.map { id in succeededRequests.contains { isSameText($0, id) } } ?? false
    }

    /// Remembers a submit that has succeeded.
    mutating func noteSuccess(_ requestID: String?) {
        guard let requestID else { return }
        succeededRequests.append(requestID)
        if succeededRequests.count > Self.rememberedRequests { succeededRequests.removeFirst() }
    }
}
