import FHJSON

/// A request that was sent and is not answered yet.
struct AskedRequest {
    let method: String
    let params: JSONValue
    /// The number of the request among all requests of the session, from 1.
    let number: Int
    let isInBatch: Bool

    /// True if the answer has to precede the handling of the next message.
    var isAnsweredAtOnce: Bool {
        // Requests to sources may take time.
        let waits = ["feature/settle", "feature/run", "clock/advance"].contains(method) || method.hasPrefix("source/")
        return !waits && !isInBatch && (params["await"]?.isNull ?? true)
    }
}
