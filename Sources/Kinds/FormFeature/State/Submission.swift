import FHJSON

struct Submission: Sendable, Equatable {
    /// An attempt to submit.
    ///
    /// Attempts with equal values have the same operation id, so that a source applies the values only once.
    struct Attempt: Sendable, Equatable {
        let opID: String
        /// The id of the row that is inserted or updated; empty if the form itself writes no row.
        let rowID: String
        let handedOn: HandedOn
        /// The version of the row on which the values are based; nil if unknown.
        var version: String?
    }

    /// The submitted values: once without secrets, and once with secrets.
    struct HandedOn: Sendable, Equatable {
        let values: JSONText
        let input: Secret
        /// The secrets that the input contains.
        var secrets: [Secret] = []
    }

    let requestID: String?
    var attempt: Attempt
    /// The values at the start of the submit, by the index of the container (the form or an item).
    var frozen: [Int: [FieldValue]]
    /// The fields for whose validation the submit waits, with the ids of the operations.
    var judging: [FieldAddress: String] = [:]
    /// True if the submit waits for the lookup of picked values.
    var isWaitingForOptions = false
    /// True if a validation has found an error in a value.
    var isWrong = false
    /// The number of times that the submit was sent again because others had changed the row.
    var merges = 0

    /// True if no validation or lookup is pending.
    var isJudged: Bool { judging.isEmpty && !isWaitingForOptions }
}

extension FormState {
    /// The maximum number of successful submits whose request ids are remembered.
    private static let rememberedRequests = 256

    /// True if a submit with this request id has succeeded.
    func hasSucceeded(_ requestID: String?) -> Bool {
        requestID.map { id in succeededRequests.contains { isSameText($0, id) } } ?? false
    }

    /// Remembers a successful submit.
    mutating func noteSuccess(_ requestID: String?) {
        guard let requestID else { return }
        succeededRequests.append(requestID)
        if succeededRequests.count > Self.rememberedRequests { succeededRequests.removeFirst() }
    }
}
