extension ActionRefusal: Equatable {
    /// True if both refusals are equal apart from their details, which are sentences for users.
    public static func == (a: ActionRefusal, b: ActionRefusal) -> Bool {
        switch (a, b) {
        case (.unknown(let a), .unknown(let b)): a == b
        case (.invalidParams(let a), .invalidParams(let b)): a == b
        case (.unavailable(let a, _), .unavailable(let b, _)): a == b
        default: false
        }
    }
}

extension ActionRefusal {
    /// The refusal of an action about rows that don't exist, or no longer exist.
    ///
    /// - Parameters:
    ///   - ids: the ids of the rows.
    ///   - whose: the role of the rows in the action, such as "marked"; empty for no role.
    public static func gone(_ ids: [String], _ whose: String = "") -> ActionRefusal {
        .unavailable("gone", detail: "\(list(ids, whose)) not among the rows, or not any more")
    }

    /// Returns the beginning of a sentence about rows.
    ///
    /// Examples are "the marked row 7 is" and "the marked rows 7, 8 and 12 more are".
    private static func list(_ ids: [String], _ whose: String) -> String {
        let rows = whose.isEmpty ? "row" : "\(whose) row"
        guard ids.count != 1 else { return "the \(rows) \(ids[0]) is" }
        let more = ids.count > 10 ? " and \(ids.count - 10) more" : ""
        return "the \(rows)s \(ids.prefix(10).joined(separator: ", "))\(more) are"
    }
}
