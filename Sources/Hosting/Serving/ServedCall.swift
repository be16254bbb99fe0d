import FeatureKit
import JSON
import JSONRPC

/// A request on its way to one of the sources that are served, and back.
struct ServedCall {
    let call: Call
    private let served: ServedSources

    init(_ call: Call, of served: ServedSources) {
        self.call = call
        self.served = served
    }

    /// Answers with what a source gives, now or later.
    func ask<Value: Sendable>(
        _ answer: SourceAnswer<Value>, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        served.ask(answer, for: call, write)
    }

    /// Answers with an error, unless it was given up before.
    func fail(_ error: RPCError) {
        SourceReply.error(error).give(to: call)
    }
}
