import JSON

/// A request that was sent and is not answered yet.
struct AskedRequest {
    let method: String
    let params: JSONValue
    /// How many requests came before it.
    let number: Int
    let isInBatch: Bool

    /// Whether its answer comes before whatever comes next is handled.
    var isAnsweredAtOnce: Bool {
        // Who answers for a source may take its time.
        let waits = ["feature/settle", "feature/run", "clock/advance"].contains(method) || method.hasPrefix("source/")
        return !waits && !isInBatch && (params["await"]?.isNull ?? true)
    }
}
